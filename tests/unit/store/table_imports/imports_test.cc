#include "store/table_imports/imports.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "partita/api/exception.h"
#include "unit/store/table_imports/import_database.h"

namespace partita::table_imports {
namespace {

using TableImports = ImportDatabase;
using api::ImportStatus;

TEST_F(TableImports, HaveAllItemsOfAllObjectsAndExactCounts) {
  open();
  put_object("data/a.json", lines(12'000, std::string(100, 'x')));
  put_object("data/b.json", line(-1) + line(-2));
  put_object("elsewhere.json", line(-3));
  auto request = request_for("data/");
  request.table_creation_parameters.attribute_definitions.push_back(
      {"text", api::ScalarAttributeType::S});
  api::GlobalSecondaryIndex index;
  index.index_name = "byText";
  index.key_schema = {{"text", api::KeyType::Hash}};
  index.projection.projection_type = api::ProjectionType::KeysOnly;
  request.table_creation_parameters.global_secondary_indexes = {index};
  const auto import = import_all(request);
  // Those without a text do not fit the index, as PutItem would say.
  EXPECT_EQ(import.import_status, ImportStatus::Failed);
  EXPECT_EQ(import.imported_item_count, 12'000);
  EXPECT_EQ(import.error_count, 2);
  EXPECT_EQ(count_items(), 12'000U);
  EXPECT_EQ(count_items("byText"), 12'000U);
}

TEST_F(TableImports, WithOneKeySeveralTimesHaveTheLastOfThem) {
  open();
  put_object("a", line(1, "first") + line(2, "other") + line(1, "second"));
  put_object("b", line(1, "third"));
  const auto import = import_all(request_for(""));
  EXPECT_EQ(import.import_status, ImportStatus::Completed);
  EXPECT_EQ(import.processed_item_count, 4);
  EXPECT_EQ(import.imported_item_count, 4);
  EXPECT_EQ(count_items(), 2U);
  const auto table = sync_wait(operations::describe_table(context(), {.table_name = "tab"}));
  EXPECT_EQ(table->table->item_count, 2);
  api::GetItemRequest get;
  get.table_name = "tab";
  get.key = EncodedItem(Item{{"pk", "key-1"}});
  const auto got = sync_wait(operations::get_item(context(), get));
  EXPECT_EQ(got->item->view().find("text")->string(), "third");
}

TEST_F(TableImports, TellWhichRecordsAreWrongInTheirLog) {
  open();
  put_object("a.json", line(1) + "nonsense\n" + line(2) + "{\"Item\":{\"v\":{\"S\":\"x\"}}}\n");
  const auto import = import_all(request_for("a"));
  EXPECT_EQ(import.import_status, ImportStatus::Failed);
  EXPECT_EQ(import.failure_code, "ItemValidationError");
  EXPECT_EQ(import.processed_item_count, 4);
  EXPECT_EQ(import.imported_item_count, 2);
  EXPECT_EQ(import.error_count, 2);
  const std::string log = log_of(import);
  EXPECT_NE(log.find("a.json:2: the line is no JSON object\n"), std::string::npos) << log;
  EXPECT_NE(log.find("a.json:4: "), std::string::npos) << log;
  EXPECT_EQ(count_items(), 2U);
}

TEST_F(TableImports, CountAllErrorsButLogOnlySoMany) {
  open();
  std::string text;
  for (int i = 0; i < 11'000; ++i) text += "x\n";
  put_object("a", text);
  const auto import = import_all(request_for("a"));
  EXPECT_EQ(import.error_count, 11'000);
  const std::string log = log_of(import);
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), kLoggedErrorsMax);
}

TEST_F(TableImports, GoOnAfterARestartWithExactCounts) {
  open();
  // Some pieces of it, with a bad record now and then.
  std::string text;
  const std::string filler(1000, 'y');
  for (int i = 0; i < 12'000; ++i) text += i % 100 == 7 ? "bad\n" : line(i, filler);
  put_object("big.json", text);
  put_object("zz.json", line(-1));
  place_->hold_from(2 * ObjectFeed::kPieceBytes);
  const std::string arn = begin(request_for(""));
  place_->wait_for_held();
  wait_until([&] { return describe(arn).imported_item_count.value_or(0) > 4000; });
  const auto before = describe(arn);
  EXPECT_EQ(before.import_status, ImportStatus::InProgress);
  close();
  open();
  const auto import = finish(arn);
  EXPECT_EQ(import.processed_item_count, 12'001);
  EXPECT_EQ(import.error_count, 120);
  EXPECT_EQ(import.imported_item_count, 12'001 - 120);
  EXPECT_EQ(count_items(), 12'001U - 120U);
  EXPECT_EQ(import.processed_size_bytes,
            static_cast<std::int64_t>(text.size() + line(-1).size()));
  // What was done is not read again.
  EXPECT_LT(place_->read_bytes(), text.size());
  const auto table = sync_wait(operations::describe_table(context(), {.table_name = "tab"}));
  EXPECT_EQ(table->table->item_count, 12'001 - 120);
}

TEST_F(TableImports, ShowTheTableAsCreatingUntilAllIsThere) {
  open();
  put_object("big.json", lines(6000, std::string(1000, 'y')));
  place_->hold_from(ObjectFeed::kPieceBytes);
  const std::string arn = begin(request_for(""));
  place_->wait_for_held();
  wait_until([&] { return describe(arn).imported_item_count.value_or(0) > 0; });
  const auto table = sync_wait(operations::describe_table(context(), {.table_name = "tab"}));
  EXPECT_EQ(table->table->table_status, api::TableStatus::Creating);
  const auto deleted = sync_wait(operations::delete_table(context(), {.table_name = "tab"}));
  EXPECT_EQ(api::exception_of(deleted.error()), api::Exception::ResourceInUse);
  // A second one for the same name is begun, and fails.
  auto second = request_for("");
  second.client_token = "second";
  const auto loser = import_all(second);
  EXPECT_EQ(loser.import_status, ImportStatus::Failed);
  EXPECT_EQ(loser.failure_code, "TableAlreadyExists");
  place_->let_go();
  EXPECT_EQ(finish(arn).import_status, ImportStatus::Completed);
  EXPECT_EQ(count_items(), 6000U);
  EXPECT_TRUE(sync_wait(operations::delete_table(context(), {.table_name = "tab"})).ok());
}

TEST_F(TableImports, OfAnObjectThatChangesMeanwhileKeepWhatWasReadAndFail) {
  open();
  put_object("big.json", lines(6000, std::string(1000, 'y')));
  put_object("next.json", line(-1));
  place_->hold_from(ObjectFeed::kPieceBytes);
  const std::string arn = begin(request_for(""));
  place_->wait_for_held();
  put_object("big.json", lines(6001, std::string(1000, 'z')));
  place_->let_go();
  const auto import = finish(arn);
  EXPECT_EQ(import.import_status, ImportStatus::Failed);
  EXPECT_EQ(import.failure_code, "ItemValidationError");
  EXPECT_EQ(import.error_count, 1);
  EXPECT_GT(*import.imported_item_count, 1000);
  EXPECT_LT(*import.imported_item_count, 6000);
  EXPECT_TRUE(log_of(import).starts_with("big.json: ")) << log_of(import);
  EXPECT_EQ(count_items(), static_cast<std::size_t>(*import.imported_item_count));
}

TEST_F(TableImports, OutliveAPlaceThatDoesNotAnswerForAWhile) {
  open();
  put_object("a.json", lines(10));
  place_->fail(2);
  const auto import = import_all(request_for(""));
  EXPECT_EQ(import.import_status, ImportStatus::Completed);
  EXPECT_EQ(import.imported_item_count, 10);
}

TEST_F(TableImports, OfAPlaceThatHangsKeepNoOtherJobWaiting) {
  open();
  put_object("a.json", lines(10));
  place_->hold_from(0);
  const std::string arn = begin(request_for(""));
  auto other = request_for("");
  other.table_creation_parameters.table_name = "other";
  begin(other);
  place_->wait_for_held();
  // More than there are threads of jobs: a table still becomes Active and is deleted.
  api::CreateTableRequest create;
  create.table_name = "beside";
  create.attribute_definitions = {{"pk", api::ScalarAttributeType::S}};
  create.key_schema = {{"pk", api::KeyType::Hash}};
  create.billing_mode = api::BillingMode::PayPerRequest;
  ASSERT_TRUE(sync_wait(operations::create_table(context(), create)).ok());
  const auto seen = database_->jobs().turns();
  wait_until([&] { return database_->jobs().turns() > seen; });
  EXPECT_EQ(describe(arn).import_status, ImportStatus::InProgress);
  place_->let_go();
  EXPECT_EQ(finish(arn).import_status, ImportStatus::Completed);
}

TEST_F(TableImports, WithoutABucketMakeNoTable) {
  open();
  auto request = request_for("");
  request.s3_bucket_source.s3_bucket = "missing";
  const auto import = import_all(request);
  EXPECT_EQ(import.import_status, ImportStatus::Failed);
  EXPECT_EQ(import.failure_code, "S3NoSuchBucket");
  EXPECT_EQ(context().catalog.find("tab"), nullptr);
}

TEST_F(TableImports, AreRefusedWhenTooManyAreUnderWay) {
  open();
  put_object("a.json", lines(10));
  place_->hold_from(0);
  for (std::size_t i = 0; i < kImportsUnderWayMax; ++i) {
    auto request = request_for("");
    request.table_creation_parameters.table_name = fmt::format("tab-{}", i);
    begin(request);
  }
  const auto refused = sync_wait(operations::import_table(context(), request_for("")));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(api::exception_of(refused.error()), api::Exception::LimitExceeded);
}

TEST_F(TableImports, SurviveADatabaseWithoutBuckets) {
  open();
  put_object("a.json", lines(10));
  place_->hold_from(0);
  const std::string arn = begin(request_for(""));
  place_->wait_for_held();
  close();
  {
    database::RocksdbStore store;
    store.directory = directory_ / "data";
    const auto database = database::Database::open(store).value();
    const auto seen =
        sync_wait(operations::describe_import(database->context(), {.import_arn = arn}));
    EXPECT_EQ(seen->import_table_description->import_status, ImportStatus::InProgress);
    EXPECT_FALSE(sync_wait(operations::import_table(database->context(), request_for(""))).ok());
  }
  open();
  EXPECT_EQ(finish(arn).import_status, ImportStatus::Completed);
}

TEST_F(TableImports, RecordsComeBackAsTheyWereStored) {
  ImportRecord record;
  record.id = import_id(1731999999999, 0x1a2b3c4d);
  record.request = request_for("x");
  record.request.client_token = "token";
  record.request.input_format = api::InputFormat::Csv;
  record.request.input_format_options.emplace().csv.emplace().header_list = {{"a", "b"}};
  record.table.name = "tab";
  record.table.key.partition = {{"pk", keys::KeyValueType::String}};
  record.progress.key = "k";
  record.progress.tag = "t";
  record.progress.offset = 3;
  record.progress.errors = 2;
  record.state = ImportState::Failed;
  record.failure_code = "x";
  const auto decoded = decode_record(encode_record(record));
  ASSERT_TRUE(decoded.ok()) << decoded.error().to_string();
  EXPECT_EQ(encode_record(*decoded), encode_record(record));
  EXPECT_EQ(decoded->progress, record.progress);
  EXPECT_EQ(decoded->read_options().csv.header, (std::vector<std::string>{"a", "b"}));
  const Bytes bytes = encode_record(record);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_record(ByteView(bytes).substr(0, size)).ok()) << size;
  }
}

}  // namespace
}  // namespace partita::table_imports
