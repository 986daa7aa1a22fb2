#include "store/table_exports/exports.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "dynamodb/operations/transact_write_items.h"
#include "partita/api/exception.h"
#include "partita/base/file.h"
#include "partita/base/utf8.h"
#include "unit/store/table_exports/export_database.h"

namespace partita::table_exports {
namespace {

using TableExports = ExportDatabase;
using std::chrono::hours;

std::string full_line(int number, std::string_view text) {
  return fmt::format(R"({{"Item":{{"pk":{{"S":"key-{}"}},"text":{{"S":"{}"}}}}}})", number, text);
}

std::vector<std::string> full_lines(int items, std::string_view text) {
  std::vector<std::string> lines;
  for (int i = 0; i < items; ++i) lines.push_back(full_line(i, text));
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST_F(TableExports, HaveTheItemsOfTheirMomentOnce) {
  open_table();
  const std::string text(300, 'x');
  fill(1000, text);
  auto request = full_request();
  request.export_time = moment();
  fill(500, "changed since");
  for (int i = 900; i < 1000; ++i) erase(fmt::format("key-{}", i));
  put({{"pk", "later"}});
  const auto exported = export_all(request);
  EXPECT_TRUE(exported.lines == full_lines(1000, text));
  EXPECT_GT(exported.files, 3U);
}

TEST_F(TableExports, OfATableWithoutItemsHaveAFileWithoutLines) {
  open_table();
  const auto exported = export_all(full_request());
  EXPECT_EQ(exported.files, 1U);
  EXPECT_TRUE(exported.lines.empty());
}

// Each transaction writes the same number into all items: an export with two of them would be of
// two moments.
TEST_F(TableExports, AreOfOneMomentWithWritersBeside) {
  open_table();
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
    for (int number = 1; !is_over; ++number) {
      written += write(number) ? 1 : 0;
      clock_.advance(std::chrono::milliseconds(1));
    }
  });
  std::vector<std::string> arns;
  for (int i = 0; i < 4; ++i) {
    arns.push_back(begin(full_request()));
    finish(arns.back());
  }
  is_over = true;
  writer.join();
  EXPECT_GT(written, 0);
  for (const std::string& arn : arns) {
    const auto exported = read(arn);
    ASSERT_EQ(exported.lines.size(), 50U);
    std::set<std::string> numbers;
    for (const auto& line : exported.lines) numbers.insert(member_of(line, "number\":{\"N"));
    EXPECT_EQ(numbers.size(), 1U) << arn;
  }
}

TEST_F(TableExports, GoOnAfterAStopWhereTheyWere) {
  open_table();
  const std::string text(300, 'x');
  fill(1000, text);
  place_->hold("data/000002");
  const std::string arn = begin(full_request());
  place_->wait_for_held();
  fill(1000, "changed since");
  close();
  const auto before = data_files();
  ASSERT_EQ(before.size(), 2U);
  open();
  const auto exported = read(arn);
  EXPECT_TRUE(exported.lines == full_lines(1000, text));
  const auto after = data_files();
  EXPECT_EQ(after.size(), exported.files);
  EXPECT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
  for (const auto& key : place_->put_keys()) EXPECT_EQ(key.find("data/000000"), key.npos);
}

// A file that was put, but nobody knows: its items must not be there twice.
TEST_F(TableExports, HaveNoFilesBesideThoseOfTheManifest) {
  open_table();
  fill(1000, std::string(300, 'x'));
  place_->lose("data/000001", Error::unavailable("no answer"), 2);
  const auto exported = export_all(full_request());
  EXPECT_EQ(exported.lines.size(), 1000U);
  EXPECT_EQ(data_files().size(), exported.files);
  const auto put = place_->put_keys();
  const auto is_second = [](const std::string& key) {
    return key.find("data/000001") != std::string::npos;
  };
  EXPECT_EQ(std::count_if(put.begin(), put.end(), is_second), 3);
}

// The control of the checker, and of the sums.
TEST_F(TableExports, WithADroppedOrDamagedFileAreNoticed) {
  open_table();
  fill(500, std::string(300, 'x'));
  const std::string manifest = *finish(begin(full_request())).export_manifest;
  const auto files = data_files();
  ASSERT_GT(files.size(), 1U);
  EXPECT_EQ(check_export(bucket(), manifest).problem, "");
  const Bytes content = content_of(files[1]);
  Bytes damaged = content;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  ASSERT_TRUE(replace_file(files[1], damaged).ok());
  EXPECT_EQ(check_export(bucket(), manifest).problem, "another sum of a file");
  std::filesystem::remove(files[1]);
  EXPECT_EQ(check_export(bucket(), manifest).problem, "another sum of a file");
  ASSERT_TRUE(replace_file(files[1], content).ok());
  EXPECT_EQ(check_export(bucket(), manifest).problem, "");
}

TEST_F(TableExports, KeepTheTableUntilTheyAreOver) {
  open_table();
  fill(100, "text");
  place_->hold("data/");
  const std::string arn = begin(full_request());
  place_->wait_for_held();
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), {.table_name = "tab"})).ok());
  ASSERT_TRUE(database_->do_timed_work().ok());
  EXPECT_NE(context().catalog.find("tab"), nullptr);
  place_->let_go();
  EXPECT_TRUE(read(arn).lines == full_lines(100, "text"));
  wait_until([&] { return context().catalog.find("tab") == nullptr; });
}

// The window passes, and recovery is switched off: what the export needs stays all the same.
TEST_F(TableExports, KeepTheHistoryUntilTheyAreOver) {
  open_table();
  fill(300, std::string(300, 'x'));
  auto request = full_request();
  request.export_time = moment();
  place_->hold("data/000001");
  const std::string arn = begin(request);
  place_->wait_for_held();
  set_recovery(false);
  fill(300, "changed since");
  for (int day = 0; day < 40; ++day) {
    clock_.advance(hours(24));
    ASSERT_TRUE(database_->do_timed_work().ok());
  }
  fill(300, "and again");
  place_->let_go();
  EXPECT_TRUE(read(arn).lines == full_lines(300, std::string(300, 'x')));
  // Nobody needs it any more.
  ASSERT_TRUE(database_->do_timed_work().ok());
  EXPECT_FALSE(context().catalog.find("tab")->settings.recovery->is_recording);
}

TEST_F(TableExports, OfABucketThatHangsKeepNoOtherJobWaiting) {
  open_table();
  fill(10, "text");
  place_->hold("AWSDynamoDB");
  const std::string first = begin(full_request());
  const std::string second = begin(full_request());
  place_->wait_for_held();
  // Both threads of jobs are free: a table comes and goes.
  api::CreateTableRequest request;
  request.table_name = "other";
  request.attribute_definitions = {{"pk", api::ScalarAttributeType::S}};
  request.key_schema = {{"pk", api::KeyType::Hash}};
  request.billing_mode = api::BillingMode::PayPerRequest;
  ASSERT_TRUE(sync_wait(operations::create_table(context(), request)).ok());
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), {.table_name = "other"})).ok());
  wait_until([&] { return context().catalog.find("other") == nullptr; });
  EXPECT_EQ(describe(first).export_status, api::ExportStatus::InProgress);
  place_->let_go();
  EXPECT_EQ(read(first).lines.size(), 10U);
  EXPECT_EQ(read(second).lines.size(), 10U);
}

TEST_F(TableExports, AreGivenUpWhenABucketHasTakenNothingForADay) {
  open_table();
  place_->lose("AWSDynamoDB", Error::unavailable("no answer"), 1'000'000);
  const std::string arn = begin(full_request());
  const auto job_fails = [&] {
    const auto jobs = database_->jobs().list();
    return std::any_of(jobs.begin(), jobs.end(), [](const jobs::JobReport& job) {
      return job.name.starts_with("export/tab/") && job.state == jobs::JobState::Failed;
    });
  };
  wait_until(job_fails);
  EXPECT_EQ(describe(arn).export_status, api::ExportStatus::InProgress);
  clock_.advance(hours(25));
  for (const auto& job : database_->jobs().list()) database_->jobs().wake(job.name);
  const auto description = finish(arn);
  EXPECT_EQ(description.export_status, api::ExportStatus::Failed);
  EXPECT_EQ(description.failure_code, "S3Unavailable");
}

TEST_F(TableExports, AreRefusedByBucketsInAwsWords) {
  open_table();
  const auto failure = [&](places::PlaceFault fault) {
    place_->lose("_started", places::place_error(fault, "why"), 1);
    return finish(begin(full_request())).failure_code.value_or("");
  };
  EXPECT_EQ(failure(places::PlaceFault::NoSuchBucket), "S3NoSuchBucket");
  EXPECT_EQ(failure(places::PlaceFault::AccessDenied), "S3AccessDenied");
  auto request = full_request();
  request.s3_prefix = "../up";
  EXPECT_EQ(finish(begin(request)).failure_code, "S3InvalidRequest");
}

TEST_F(TableExports, AreKnownFor90DaysAndTheirTokensForEightHours) {
  open_table();
  auto request = full_request();
  request.client_token = "once";
  const std::string first = begin(request);
  finish(first);
  clock_.advance(hours(7));
  EXPECT_EQ(begin(request), first);
  clock_.advance(hours(2));
  const std::string second = begin(request);
  EXPECT_NE(second, first);
  finish(second);
  const auto count = [&] {
    return sync_wait(operations::list_exports(context(), {}))->export_summaries.size();
  };
  for (int day = 0; day < 89; ++day) clock_.advance(hours(24));
  ASSERT_TRUE(database_->do_timed_work().ok());
  EXPECT_EQ(count(), 2U);
  clock_.advance(hours(48));
  ASSERT_TRUE(database_->do_timed_work().ok());
  EXPECT_EQ(count(), 0U);
}

// Somebody has set the date: nothing is forgotten because of it, and nothing is given up.
TEST_F(TableExports, StayKnownWhileTheDateIsInDoubt) {
  open_table();
  auto request = full_request();
  request.client_token = "once";
  finish(begin(request));
  clock_.jump_wall(hours(24 * 200));
  for (int minute = 0; minute < 60; ++minute) {
    clock_.advance(std::chrono::minutes(1));
    ASSERT_TRUE(database_->do_timed_work().ok());
  }
  EXPECT_EQ(sync_wait(operations::list_exports(context(), {}))->export_summaries.size(), 1U);
  place_->lose("_started", Error::unavailable("no answer"), 1);
  const std::string arn = begin(full_request());
  clock_.jump_wall(hours(24 * 200));
  for (const auto& job : database_->jobs().list()) database_->jobs().wake(job.name);
  EXPECT_EQ(finish(arn).export_status, api::ExportStatus::Completed);
}

// A message of the place is cut between two characters: DescribeExport answers in UTF-8.
TEST_F(TableExports, TellWhyTheyHaveFailedInUtf8) {
  open_table();
  const auto message_of = [&](const std::string& why) {
    place_->lose("_started", places::place_error(places::PlaceFault::AccessDenied, why), 1);
    return finish(begin(full_request())).failure_message.value_or("");
  };
  std::string umlauts = "x";
  for (int i = 0; i < 1000; ++i) umlauts += "\xC3\xA4";
  const std::string cut = message_of(umlauts);
  EXPECT_TRUE(is_valid_utf8(cut));
  EXPECT_EQ(cut, umlauts.substr(0, cut.size()));
  EXPECT_GE(cut.size(), 990U);
  EXPECT_EQ(message_of("a\xFF\nb"), "a? b");
}

TEST_F(TableExports, ShowHowFarTheyAre) {
  open_table();
  fill(1000, std::string(300, 'x'));
  place_->hold("data/000001");
  const std::string arn = begin(full_request());
  place_->wait_for_held();
  std::optional<jobs::Progress> progress;
  wait_until([&] {
    for (const auto& job : database_->jobs().list()) {
      if (job.name.starts_with("export/tab/")) progress = job.progress;
    }
    return progress && progress->done > 0;
  });
  EXPECT_EQ(progress->total, 1000U);
  EXPECT_LT(progress->done, 1000U);
  place_->let_go();
  EXPECT_EQ(read(arn).lines.size(), 1000U);
}

TEST(NoBuckets, AreToldToWhoExports) {
  const auto database = database::Database::open(database::MemoryStore{}).value();
  auto& context = database->context();
  api::CreateTableRequest table;
  table.table_name = "tab";
  table.attribute_definitions = {{"pk", api::ScalarAttributeType::S}};
  table.key_schema = {{"pk", api::KeyType::Hash}};
  table.billing_mode = api::BillingMode::PayPerRequest;
  ASSERT_TRUE(sync_wait(operations::create_table(context, table)).ok());
  api::ExportTableToPointInTimeRequest request;
  request.table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/tab";
  request.s3_bucket = "things";
  const auto refused = sync_wait(operations::export_table_to_point_in_time(context, request));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(api::exception_of(refused.error()), api::Exception::Validation);
  EXPECT_NE(refused.error().message().find("--s3 dir=DIR"), std::string::npos);
  EXPECT_TRUE(sync_wait(operations::list_exports(context, {})).ok());
}

}  // namespace
}  // namespace partita::table_exports
