#include "store/backups/backups.h"

#include <fmt/format.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "database/maintenance.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/transact_write_items.h"
#include "dynamodb/operations/update_continuous_backups.h"
#include "engine/retry.h"
#include "modelled/registry/model_store.h"
#include "partita/base/file.h"
#include "unit/store/backups/backup_database.h"

namespace partita::backups {
namespace {

using TableBackups = BackupDatabase;
using std::chrono::hours;

constexpr std::string_view kLong(
    "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012"
    "3");

BackupId id_of(const std::string& arn) {
  return {.id = arn.substr(arn.rfind('/') + 1), .table = "tab"};
}

void flip_bit(const std::filesystem::path& path) {
  Bytes content = read_small_file(path, std::size_t{64} << 20).value();
  content[content.size() / 2] = static_cast<char>(content[content.size() / 2] ^ 0x10);
  ASSERT_TRUE(replace_file(path, content).ok());
}

TEST_F(TableBackups, HaveWhatWasThereWhenTheyWereAskedFor) {
  open();
  create_table("tab");
  fill(3000, kLong);
  const std::string arn = begin_backup();
  put("tab", {{"pk", "later"}});
  wait_until([&] { return is_there(arn); });
  restore(arn, "then");
  EXPECT_EQ(count("then"), 3000);
}

// Each transaction writes the same number into all items: a backup with two of them would be of two
// moments.
TEST_F(TableBackups, AreOfOneMoment) {
  open();
  create_table("tab");
  const auto write = [&](int number) {
    api::TransactWriteItemsRequest request;
    for (int i = 0; i < 50; ++i) {
      auto& action = request.transact_items.emplace_back();
      action.put.emplace();
      action.put->table_name = "tab";
      action.put->item = EncodedItem(Item{{"pk", fmt::format("{}", i)}, {"number", number}});
    }
    return sync_wait(operations::transact_write_items(context(), request)).ok();
  };
  ASSERT_TRUE(write(0));
  std::atomic<bool> is_over{false};
  std::atomic<int> written{0};
  std::thread writer([&] {
    for (int number = 1; !is_over; ++number) written += write(number) ? 1 : 0;
  });
  std::vector<std::string> arns;
  for (int i = 0; i < 5; ++i) arns.push_back(make_backup());
  is_over = true;
  writer.join();
  EXPECT_GT(written, 0);
  for (const std::string& arn : arns) {
    auto reader = database_->backups().reader(id_of(arn));
    const auto stretch = reader->read(*context().catalog.find("tab"), "", {});
    ASSERT_TRUE(stretch.ok()) << stretch.error().to_string();
    ASSERT_EQ(stretch->items.size(), 50U);
    std::set<std::string> numbers;
    for (const auto& item : stretch->items) {
      numbers.insert(ItemView::parse(item.image)->find("number")->number().to_string());
    }
    EXPECT_EQ(numbers.size(), 1U) << arn;
  }
}

TEST_F(TableBackups, WithAFlippedBitAreNoticedWhenTheyAreRestored) {
  open();
  create_table("tab");
  fill(20);
  const std::string arn = make_backup();
  for (const auto& file : files()) {
    if (file.filename() != "manifest") flip_bit(file);
  }
  ASSERT_EQ(begin_restore(arn, "then"), "");
  std::string error;
  wait_until([&] {
    for (const auto& job : database_->jobs().list()) {
      if (job.name == "restore/then") error = job.error;
    }
    return !error.empty();
  });
  EXPECT_NE(error.find("checksum"), std::string::npos) << error;
  EXPECT_FALSE(is_active("then"));
  // Somebody puts the right file back: all is well.
  for (const auto& file : files()) {
    if (file.filename() != "manifest") flip_bit(file);
  }
  database_->jobs().wake("restore/then");
  wait_until([&] { return is_active("then"); });
  EXPECT_EQ(count("then"), 20);
}

TEST_F(TableBackups, WithADamagedManifestAreTold) {
  open();
  create_table("tab");
  const std::string arn = make_backup();
  for (const auto& file : files()) {
    if (file.filename() == "manifest") flip_bit(file);
  }
  const auto found = sync_wait(operations::describe_backup(context(), {.backup_arn = arn}));
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().kind(), ErrorKind::Corrupt);
}

TEST_F(TableBackups, OfAnEncryptedStoreAreSealedAndOutliveItsKeys) {
  const auto key = directory_ / "key";
  ASSERT_TRUE(database::create_key_file(key).ok());
  store_.master_key = database::MasterKeyFile{key};
  open();
  create_table("tab");
  fill(20);
  const std::string arn = make_backup();
  for (const auto& file : files()) {
    const Bytes content = read_small_file(file, std::size_t{64} << 20).value();
    EXPECT_EQ(content.find("some secret"), Bytes::npos) << file;
    EXPECT_EQ(content.find("pk"), Bytes::npos) << file;
  }
  close();
  const auto next = directory_ / "next";
  ASSERT_TRUE(database::create_key_file(next).ok());
  ASSERT_TRUE(database::rotate_keys(store_, database::MasterKeyFile{next}).ok());
  store_.master_key = database::MasterKeyFile{next};
  open();
  restore(arn, "then");
  EXPECT_EQ(count("then"), 20);
}

TEST_F(TableBackups, AreFoundByAnotherStoreWithTheSameMasterKey) {
  const auto key = directory_ / "key";
  ASSERT_TRUE(database::create_key_file(key).ok());
  store_.master_key = database::MasterKeyFile{key};
  open_elsewhere();
  create_table("tab");
  fill(20);
  const std::string arn = make_backup();
  close();
  std::filesystem::remove_all(directory_ / "data");
  open_elsewhere();
  EXPECT_EQ(backups(), std::vector<std::string>{"first"});
  restore(arn, "tab");
  EXPECT_EQ(count("tab"), 20);
  close();
  std::filesystem::remove_all(directory_ / "data");
  ASSERT_TRUE(database::create_key_file(directory_ / "other").ok());
  store_.master_key = database::MasterKeyFile{directory_ / "other"};
  open_elsewhere();
  EXPECT_FALSE(is_there(arn));
}

TEST_F(TableBackups, InABucketAreMadeListedRestoredAndRemoved) {
  open_in_bucket();
  create_table("tab");
  fill(3000, kLong);
  const std::string arn = make_backup();
  EXPECT_TRUE(std::filesystem::exists(directory_ / "buckets/copies/of/tables" /
                                      directory_of(id_of(arn)) / "manifest"));
  EXPECT_FALSE(std::filesystem::exists(directory_ / "data" / "backups"));
  close();
  open_in_bucket();
  EXPECT_EQ(backups(), std::vector<std::string>{"first"});
  restore(arn, "then");
  EXPECT_EQ(count("then"), 3000);
  ASSERT_TRUE(sync_wait(operations::delete_backup(context(), {.backup_arn = arn})).ok());
  wait_until([&] { return sync_wait(read_rows(context().engine))->empty(); });
  EXPECT_EQ(backups(), std::vector<std::string>{});
}

// It is made when the bucket is there, and nobody takes it for one that is not there.
TEST_F(TableBackups, WaitForABucketThatIsGone) {
  open_in_bucket();
  create_table("tab");
  fill(20);
  std::filesystem::rename(directory_ / "buckets/copies", directory_ / "buckets/away");
  const std::string arn = begin_backup();
  std::string error;
  wait_until([&] {
    for (const auto& job : database_->jobs().list()) {
      if (job.name.starts_with("backup/")) error = job.error;
    }
    return !error.empty();
  });
  EXPECT_NE(error.find("copies"), std::string::npos) << error;
  const auto described = sync_wait(operations::describe_backup(context(), {.backup_arn = arn}));
  ASSERT_FALSE(described.ok());
  EXPECT_EQ(described.error().kind(), ErrorKind::Unavailable);
  std::filesystem::rename(directory_ / "buckets/away", directory_ / "buckets/copies");
  for (const auto& job : database_->jobs().list()) database_->jobs().wake(job.name);
  wait_until([&] { return is_there(arn); });
}

// As a program leaves it that was killed while it wrote the second block.
TEST_F(TableBackups, ThatWereCutOffAreMadeByTheNextProgram) {
  open();
  create_table("tab");
  fill(20);
  BackupRow row;
  row.record.id = backup_id("tab", 1'731'999'999'999, 7);
  row.record.name = "cut-off";
  row.record.table = *context().catalog.find("tab");
  // Before the row is there: this program may find it, too, and make the backup.
  const auto half = directory_files(directory_ / "data" / "backups");
  ASSERT_TRUE(half->write(directory_of(row.record.id) + "/0000000000", "half of it").ok());
  ASSERT_TRUE(half->write(directory_of(row.record.id) + "/0000000001", "and more").ok());
  const auto body = [&](engine::Transaction& transaction) {
    put_row(transaction, row);
    return Task<Status>::ready({});
  };
  ASSERT_TRUE(sync_wait(engine::run(context().engine, body)).ok());
  close();
  open();
  const std::string arn = arn_of(row.record.id);
  wait_until([&] { return is_there(arn); });
  restore(arn, "then");
  EXPECT_EQ(count("then"), 20);
}

// As a program leaves it that was killed between the last file and saying that it is there.
TEST_F(TableBackups, ThatAreThereAreNotMadeAgain) {
  open();
  create_table("tab");
  fill(20);
  const std::string arn = make_backup();
  const auto found = sync_wait(database_->backups().find(id_of(arn))).value();
  const auto body = [&](engine::Transaction& transaction) {
    put_row(transaction, {.state = BackupState::Making, .record = found->record});
    return Task<Status>::ready({});
  };
  ASSERT_TRUE(sync_wait(engine::run(context().engine, body)).ok());
  put("tab", {{"pk", "later"}});
  close();
  open();
  wait_until([&] { return sync_wait(read_rows(context().engine))->empty(); });
  restore(arn, "then");
  EXPECT_EQ(count("then"), 20);
}

TEST_F(TableBackups, KeepATableUntilTheyAreMade) {
  open();
  create_table("tab");
  fill(2000, kLong);
  const std::string arn = begin_backup();
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), {.table_name = "tab"})).ok());
  wait_until([&] { return is_there(arn) && context().catalog.find("tab") == nullptr; });
  restore(arn, "then");
  EXPECT_EQ(count("then"), 2000);
}

TEST_F(TableBackups, AreNotDeletedWhileTheyAreRestored) {
  open();
  create_table("tab");
  fill(20);
  const std::string arn = make_backup();
  const auto held = sync_wait(database_->jobs().hold("table/then"));
  ASSERT_EQ(begin_restore(arn, "then"), "");
  EXPECT_EQ(begin_restore(arn, "other"), "Backup is being used to restore another table: " + arn);
  EXPECT_EQ(begin_restore(arn, "then"),
            "Table: then is already being restored from backup: " + arn);
  const auto refused = sync_wait(operations::delete_backup(context(), {.backup_arn = arn}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(), "Backup is being used to restore table: " + arn);
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), {.table_name = "then"})).ok());
  EXPECT_TRUE(sync_wait(operations::delete_backup(context(), {.backup_arn = arn})).ok());
}

TEST_F(TableBackups, LeaveNoFilesWhenTheyAreDeleted) {
  open();
  create_table("tab");
  fill(20);
  const std::string arn = make_backup();
  EXPECT_FALSE(files().empty());
  ASSERT_TRUE(sync_wait(operations::delete_backup(context(), {.backup_arn = arn})).ok());
  wait_until([&] { return sync_wait(read_rows(context().engine))->empty(); });
  EXPECT_TRUE(files().empty());
}

class TimedBackups : public BackupDatabase {
 protected:
  TimedBackups() {
    clock_.advance(hours(24 * 365 * 56));
    database::DatabaseOptions options;
    options.clock = &clock_;
    options.timed_work = database::TimedWork::ByHand;
    open(options);
  }
  void pass(std::chrono::nanoseconds time) {
    clock_.advance(time);
    const auto done = database_->do_timed_work();
    ASSERT_TRUE(done.ok()) << done.error().to_string();
    wait_until([&] {
      clock_.advance(std::chrono::milliseconds(100));
      return sync_wait(read_rows(context().engine))->empty();
    });
  }
};

TEST_F(TimedBackups, OfADeletedTableExpireAfterThirtyFiveDays) {
  create_table("tab");
  fill(3);
  ASSERT_TRUE(
      sync_wait(
          operations::update_continuous_backups(
              context(),
              {.table_name = "tab",
               .point_in_time_recovery_specification = {.point_in_time_recovery_enabled = true}}))
          .ok());
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), {.table_name = "tab"})).ok());
  // Whoever waits for a backup looks again after a while.
  wait_until([&] {
    clock_.advance(std::chrono::milliseconds(100));
    EXPECT_TRUE(database_->do_timed_work().ok());
    return context().catalog.find("tab") == nullptr;
  });
  const std::vector<std::string> left{"tab$DeletedTableBackup"};
  EXPECT_EQ(backups(), left);
  pass(hours(24 * 35 - 1));
  EXPECT_EQ(backups(), left);
  pass(hours(2));
  EXPECT_EQ(backups(), std::vector<std::string>{});
}

TEST_F(TimedBackups, ThatAModelAsksForComeAndGoAndTheLastOneStays) {
  constexpr std::string_view kShop = R"(
format: 1
model: shop
version: 1
tables:
  orders:
    name: tab
    key: {partition: pk}
    billing: {mode: on_demand}
    backups: {every: 1d, keep: 3d}
entities:
  Order:
    match: all
    key: {pk: "{pk}"}
    attributes:
      pk: {type: string, required: true}
)";
  const registry::ModelSource source{
      .file_name = "shop.yaml", .text = std::string(kShop), .params = {}};
  ASSERT_TRUE(sync_wait(database_->models().apply(source)).ok());
  const std::string by_hand = make_backup("by-hand");
  pass(hours(1));
  EXPECT_EQ(backups().size(), 2U);
  pass(hours(1));
  EXPECT_EQ(backups().size(), 2U);
  for (int day = 0; day < 10; ++day) pass(hours(24));
  // Those of three days, the one that is about to go, and the one that a person has made.
  EXPECT_GE(backups().size(), 4U);
  EXPECT_LE(backups().size(), 5U);
  EXPECT_TRUE(is_there(by_hand));
  for (const std::string& name : backups()) {
    EXPECT_TRUE(name == "by-hand" || name.starts_with("scheduled-")) << name;
  }
}

// What a restore drops, and a model brings back as the restore's last step.
class RestoredTableOfAModel : public BackupDatabase {
 protected:
  RestoredTableOfAModel() {
    constexpr std::string_view kShop = R"(
format: 1
model: shop
version: 1
tables:
  orders:
    name: tab
    key: {partition: pk}
    billing: {mode: on_demand}
    pitr: {enabled: true, window_days: 7}
    streams: {view: keys_only}
    ttl: {attribute: gone_at}
    tags: {team: shop}
entities:
  Order:
    match: all
    key: {pk: "{pk}"}
    attributes:
      pk: {type: string, required: true}
      amount: {type: int, min: 0}
      gone_at: {type: timestamp, encode: epoch_s}
)";
    open();
    const registry::ModelSource source{
        .file_name = "shop.yaml", .text = std::string(kShop), .params = {}};
    const auto applied = sync_wait(database_->models().apply(source));
    EXPECT_TRUE(applied.ok()) << applied.error().to_string();
    put("tab", {{"pk", "a"}, {"amount", 1}});
  }
  const catalog::TableSettings& settings(std::string_view table) {
    table_ = context().catalog.find(table);
    return table_->settings;
  }
  bool is_whole(std::string_view table) {
    const auto& of = settings(table);
    return of.recovery && of.recovery->days == 7 && of.stream && table_->ttl_attribute &&
           !of.tags.empty() && !of.awaits_model;
  }
  // The message of the refusal, or nothing.
  std::string put_a_wrong_amount(std::string_view table) {
    api::PutItemRequest request;
    request.table_name = table;
    request.item = EncodedItem(Item{{"pk", "b"}, {"amount", -1}});
    const auto answer = sync_wait(operations::put_item(context(), request));
    return answer.ok() ? "" : answer.error().message();
  }

  catalog::TablePointer table_;  // That settings() was last asked for.
};

TEST_F(RestoredTableOfAModel, HasWhatItsModelSays) {
  ASSERT_TRUE(is_whole("tab"));
  const std::string arn = make_backup();
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), {.table_name = "tab"})).ok());
  wait_until([&] { return context().catalog.find("tab") == nullptr; });
  restore(arn, "tab");
  wait_until([&] { return is_whole("tab"); });
  EXPECT_EQ(count("tab"), 1);
  EXPECT_NE(put_a_wrong_amount("tab"), "");
}

TEST_F(RestoredTableOfAModel, UnderAnotherNameHasNothingOfIt) {
  const std::string arn = make_backup();
  restore(arn, "then");
  const auto& of = settings("then");
  EXPECT_FALSE(of.recovery || of.stream || table_->ttl_attribute || of.awaits_model);
  EXPECT_TRUE(of.tags.empty());
  EXPECT_EQ(put_a_wrong_amount("then"), "");
}

// As a program leaves it that was killed between the restore and its last step.
TEST_F(RestoredTableOfAModel, IsCompletedByTheNextProgram) {
  const std::string arn = make_backup();
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), {.table_name = "tab"})).ok());
  wait_until([&] { return context().catalog.find("tab") == nullptr; });
  ASSERT_TRUE(sync_wait(database_->jobs().pause("restored-tables")).ok());
  restore(arn, "tab");
  EXPECT_TRUE(settings("tab").awaits_model);
  EXPECT_FALSE(is_whole("tab"));
  close();
  open();
  ASSERT_TRUE(sync_wait(database_->jobs().resume("restored-tables")).ok());
  wait_until([&] { return is_whole("tab"); });
}

}  // namespace
}  // namespace partita::backups
