#include "partita/database.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "support/temporary_directory.h"

namespace partita {
namespace {

Status make_table(Database& database, std::string name = "orders") {
  api::CreateTableRequest request;
  request.table_name = std::move(name);
  request.billing_mode = api::BillingMode::PayPerRequest;
  request.attribute_definitions = {{"id", api::ScalarAttributeType::S}};
  request.key_schema = {{"id", api::KeyType::Hash}};
  TRY(database.create_table(request));
  return {};
}

Database with_table() {
  Database database = Database::in_memory().value();
  EXPECT_TRUE(make_table(database).ok());
  return database;
}

TEST(EmbeddedDatabase, GivesBackWhatWasPut) {
  Database database = with_table();
  const Item order{{"id", "o-1"}, {"total", 12}};
  ASSERT_TRUE(database.put("orders", order).ok());
  EXPECT_EQ(database.get("orders", {{"id", "o-1"}}).value(), order);
  ASSERT_TRUE(database.remove("orders", {{"id", "o-1"}}).ok());
  EXPECT_EQ(database.get("orders", {{"id", "o-1"}}).value(), std::nullopt);
  EXPECT_TRUE(database.remove("orders", {{"id", "o-1"}}).ok());
}

TEST(EmbeddedDatabase, KeepsItsDataInADirectory) {
  const testing::TemporaryDirectory directory;
  for (const Durability durability : {Durability::Synced, Durability::Relaxed}) {
    const auto place = directory.path() / std::to_string(static_cast<int>(durability));
    {
      Database database = Database::open(place, {.durability = durability}).value();
      ASSERT_TRUE(make_table(database).ok());
      ASSERT_TRUE(database.put("orders", {{"id", "o-1"}}).ok());
    }
    Database database = Database::open(place, {.durability = durability}).value();
    EXPECT_TRUE(database.get("orders", {{"id", "o-1"}}).value().has_value());
  }
}

TEST(EmbeddedDatabase, IsOpenInOneProcessPlaceAtATime) {
  const testing::TemporaryDirectory directory;
  Database database = Database::open(directory.path() / "data").value();
  const auto second = Database::open(directory.path() / "data");
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().kind(), ErrorKind::Unavailable);
  database.close();
  EXPECT_TRUE(Database::open(directory.path() / "data").ok());
}

TEST(EmbeddedDatabase, AnEmptyPathIsNoPlace) {
  const auto opened = Database::open("");
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind(), ErrorKind::InvalidArgument);
}

TEST(EmbeddedDatabase, IsEncryptedUnderAKeyAndNotOpenedWithoutIt) {
  const testing::TemporaryDirectory directory;
  const auto key = directory.path() / "key";
  SystemRandom random;
  ASSERT_TRUE(write_new_key_file(key, SecretKey::generate(random)).ok());
  const auto place = directory.path() / "data";
  {
    Database database = Database::open(place, {.master_key = KeyFile{key}}).value();
    ASSERT_TRUE(make_table(database).ok());
  }
  const auto without = Database::open(place);
  ASSERT_FALSE(without.ok());
  EXPECT_EQ(without.error().kind(), ErrorKind::InvalidArgument);
  EXPECT_TRUE(Database::open(place, {.master_key = KeyFile{key}}).ok());
}

TEST(EmbeddedDatabase, EveryCallFailsOnceItIsClosed) {
  Database database = with_table();
  EXPECT_TRUE(database.health().is_good());
  database.close();
  database.close();
  EXPECT_FALSE(database.is_open());
  EXPECT_FALSE(database.health().is_good());
  EXPECT_EQ(database.put("orders", {{"id", "o-1"}}).error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(database.list_tables().error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(database.models().list().error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(database.models().read_pattern({.model = "a", .pattern = "b"}).error().kind(),
            ErrorKind::Unavailable);
}

TEST(EmbeddedDatabase, MovesAsAHandle) {
  Database first = with_table();
  AsyncOperations operations = first.async();
  Database second = std::move(first);
  EXPECT_FALSE(first.is_open());  // NOLINT: what is left of it is stated.
  ASSERT_TRUE(second.put("orders", {{"id", "o-1"}}).ok());
  api::GetItemRequest request;
  request.table_name = "orders";
  request.key = api::item_input({{"id", "o-1"}});
  EXPECT_TRUE(sync_wait(operations.get_item(request)).value().item.has_value());
}

TEST(EmbeddedDatabase, HasTheExceptionsOfTheServer) {
  Database database = with_table();
  const Status put = database.put("nowhere", {{"id", "o-1"}});
  ASSERT_FALSE(put.ok());
  EXPECT_EQ(api::exception_of(put.error()), api::Exception::ResourceNotFound);
  const Status wrong = database.put("orders", {{"name", "o-1"}});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(api::exception_of(wrong.error()), api::Exception::Validation);
}

TEST(EmbeddedDatabase, RefusesItemsThatMayNotBeStored) {
  Database database = with_table();
  EXPECT_FALSE(database.put("orders", {{"id", "\xff"}}).ok());
  EXPECT_FALSE(database.put("orders", {{"id", "o"}, {"x", std::string(410'000, 'x')}}).ok());
  Value deep;
  for (int i = 0; i < 40; ++i) deep = List{deep};
  EXPECT_FALSE(database.put("orders", {{"id", "o"}, {"deep", deep}}).ok());
  EXPECT_FALSE(database.get("orders", {{"id", "\xff"}}).ok());
}

TEST(EmbeddedDatabase, HoldsTheLimitsThatADecoderWouldHold) {
  Database database = with_table();
  EXPECT_EQ(make_table(database, "ab").error().message(),
            "TableName: its length is 2, and must be from 3 to 255");
  EXPECT_EQ(make_table(database, "or/ders").error().message(),
            "TableName: \"or/ders\" must consist of letters, digits, _, . and -");
  api::ScanRequest scan;
  scan.table_name = "orders";
  scan.limit = 0;
  EXPECT_EQ(database.scan(scan).error().message(), "Limit: its value is 0, and must be at least 1");
  api::TransactWriteItemsRequest empty;
  EXPECT_EQ(database.transact_write_items(empty).error().message(),
            "TransactItems: its size is 0, and must be from 1 to 100");
  empty.transact_items.resize(101);
  EXPECT_FALSE(database.transact_write_items(empty).ok());
  EXPECT_FALSE(database.batch_write_item({}).ok());
}

TEST(EmbeddedDatabase, IsSharedByThreads) {
  Database database = with_table();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&database, thread] {
      for (int i = 0; i < 20; ++i) {
        const Item item{{"id", std::to_string(thread * 100 + i)}};
        EXPECT_TRUE(database.put("orders", item).ok());
        EXPECT_EQ(database.get("orders", item).value(), item);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  api::ScanRequest scan;
  scan.table_name = "orders";
  EXPECT_EQ(database.scan(scan).value().count, 80);
}

Task<Status> put_both(AsyncOperations operations) {
  for (const char* id : {"o-1", "o-2"}) {
    api::PutItemRequest request;
    request.table_name = "orders";
    request.item = api::item_input({{"id", id}});
    auto put = co_await operations.put_item(request);
    CO_TRY(put);
  }
  co_return Status{};
}

TEST(EmbeddedDatabase, AnswersCoroutines) {
  const testing::TemporaryDirectory directory;
  Database database = Database::open(directory.path() / "data").value();
  ASSERT_TRUE(make_table(database).ok());
  ASSERT_TRUE(sync_wait(put_both(database.async())).ok());
  EXPECT_TRUE(database.get("orders", {{"id", "o-2"}}).value().has_value());
}

}  // namespace
}  // namespace partita
