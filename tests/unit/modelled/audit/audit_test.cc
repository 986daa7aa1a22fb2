// Whether an audit finds what does not agree, and nothing else.
#include "modelled/audit/audit.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/update_continuous_backups.h"
#include "dynamodb/operations/update_time_to_live.h"
#include "engine/retry.h"
#include "modelled/search/search_keys.h"
#include "modelled/syncs/sync_keys.h"
#include "store/items/item_key.h"
#include "store/keys/collection_keys.h"
#include "store/keys/history_keys.h"
#include "store/keys/item_keys.h"
#include "store/keys/stream_keys.h"
#include "store/keys/unique_keys.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::audit {
namespace {

using registry::ModelsFixture;

constexpr std::string_view kUsers = R"(
format: 1
model: users
version: 1
tables:
  users:
    name: users
    key: {partition: id}
    billing: {mode: on_demand}
entities:
  User:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      mail: {type: string}
      team: {type: string}
      points: {type: int}
    unique:
      - on: [mail]
rollups:
  points:
    of: User
    group_by: [team]
    measures: {n: count, points: sum(points)}
search:
  users: {of: User, fields: {mail: 1, team: 2}, prefix: [team], filters: [team], facets: [team]}
sync:
  told: {of: User, to: {kind: webhook, url: "http://127.0.0.1:1/"}}
)";

// A table with all that can hang on an item, and one with a model.
class AuditOfADatabase : public ModelsFixture {
 protected:
  static constexpr int kItems = 60;

  AuditOfADatabase() {
    close();
    open({.timed_work = database::TimedWork::ByHand});
    create_table();
    apply(source(std::string(kUsers)));
    for (int i = 0; i < kItems; ++i) {
      put_event(i, "first");
      EXPECT_EQ(put("users", user(i)), "");
    }
    for (int i = 0; i < kItems; i += 3) put_event(i, "second");
    for (int i = 0; i < kItems; i += 7) remove_event(i);
    EXPECT_TRUE(database_->do_timed_work().ok());
  }

  static Item event(int number, const std::string& state) {
    return {{"pk", "p" + std::to_string(number % 5)},
            {"sk", number},
            {"state", state},
            {"place", std::to_string(number)},
            {"text", std::string(300, 'x')},
            {"ends", 4'000'000'000 + number}};
  }
  static Item user(int number) {
    return {{"id", std::to_string(number)},
            {"mail", std::to_string(number) + "@example.com"},
            {"team", std::to_string(number % 4)},
            {"points", number}};
  }
  void put_event(int number, const std::string& state) {
    EXPECT_EQ(put("events", event(number, state)), "");
  }
  void remove_event(int number) {
    api::DeleteItemRequest request;
    request.table_name = "events";
    request.key = EncodedItem(Item{{"pk", "p" + std::to_string(number % 5)}, {"sk", number}});
    EXPECT_TRUE(sync_wait(operations::delete_item(context(), request)).ok());
  }

  void create_table() {
    using api::KeyType;
    api::CreateTableRequest request;
    request.table_name = "events";
    request.billing_mode = api::BillingMode::PayPerRequest;
    request.attribute_definitions = {{"pk", api::ScalarAttributeType::S},
                                     {"sk", api::ScalarAttributeType::N},
                                     {"state", api::ScalarAttributeType::S},
                                     {"place", api::ScalarAttributeType::S}};
    request.key_schema = {{"pk", KeyType::Hash}, {"sk", KeyType::Range}};
    request.global_secondary_indexes = {{{.index_name = "byState",
                                          .key_schema = {{"state", KeyType::Hash}},
                                          .projection = {api::ProjectionType::All, {}}}}};
    request.local_secondary_indexes = {
        {{.index_name = "byPlace",
          .key_schema = {{"pk", KeyType::Hash}, {"place", KeyType::Range}},
          .projection = {api::ProjectionType::KeysOnly, {}}}}};
    request.stream_specification = {.stream_enabled = true,
                                    .stream_view_type = api::StreamViewType::NewAndOldImages};
    ASSERT_TRUE(sync_wait(operations::create_table(context(), request)).ok());
    api::UpdateTimeToLiveRequest ttl;
    ttl.table_name = "events";
    ttl.time_to_live_specification = {.enabled = true, .attribute_name = "ends"};
    ASSERT_TRUE(sync_wait(operations::update_time_to_live(context(), ttl)).ok());
    api::UpdateContinuousBackupsRequest recovery;
    recovery.table_name = "events";
    recovery.point_in_time_recovery_specification = {.point_in_time_recovery_enabled = true};
    ASSERT_TRUE(sync_wait(operations::update_continuous_backups(context(), recovery)).ok());
  }

  // What is found, as "about: table" for each, without those that follow from another.
  std::vector<std::string> audit() {
    Audit audit(context().engine, context().catalog);
    for (;;) {
      const auto next = sync_wait(audit.step());
      EXPECT_TRUE(next.ok()) << next.error().to_string();
      if (!next.ok() || *next == Audit::Next::Never) break;
    }
    EXPECT_TRUE(audit.disagreements().left_out().empty());
    std::vector<std::string> found;
    for (const Disagreement& each : audit.disagreements().first()) {
      found.push_back(std::string(name_of(each.aspect)) + ": " + each.table);
      sentences_.push_back(each.item + ": " + each.what);
    }
    items_ = audit.work().items;
    return found;
  }
  // All of it is of these kinds, and there is some.
  void expect_only(const std::string& kind) {
    const auto found = audit();
    EXPECT_FALSE(found.empty()) << kind;
    for (const std::string& each : found) EXPECT_EQ(each, kind) << sentences_.back();
  }

  using Rows = std::vector<std::pair<Bytes, Bytes>>;
  Rows rows_of(const keys::KeyRange& range) {
    Rows rows;
    const auto keep = [&](ByteView key, ByteView value) {
      rows.emplace_back(key, value);
      return engine::Visit::Continue;
    };
    const engine::Range all{.begin = range.begin, .end = range.end};
    EXPECT_TRUE(sync_wait(context().engine.scan(all, keep)).ok());
    return rows;
  }
  Rows entries(std::string_view index) {
    const auto table = context().catalog.find("events");
    return rows_of(keys::index_range(table->id, table->find_index(index)->id));
  }
  Rows space(keys::Space space, std::string_view table) {
    return rows_of(keys::space_range(space, context().catalog.find(table)->id));
  }
  void erase(const Bytes& key) {
    commit([&](engine::Transaction& transaction) { transaction.erase(Bytes(key)); });
  }
  void store(const Bytes& key, const Bytes& value) {
    commit([&](engine::Transaction& transaction) { transaction.put(Bytes(key), Bytes(value)); });
  }
  template <typename Buffer>
  void commit(Buffer buffer) {
    const auto body = [&](engine::Transaction& transaction) {
      buffer(transaction);
      return Task<Status>::ready({});
    };
    ASSERT_TRUE(sync_wait(engine::run(context().engine, body)).ok());
  }

  std::vector<std::string> sentences_;
  std::uint64_t items_ = 0;
};

TEST_F(AuditOfADatabase, FindsNothingWhereAllAgrees) {
  EXPECT_EQ(audit(), std::vector<std::string>());
  EXPECT_EQ(items_, 51U + kItems) << "it has looked at all of them";
}

TEST_F(AuditOfADatabase, FindsAnItemWithoutItsEntryInAnIndex) {
  erase(entries("byState").front().first);
  expect_only("index: events");
  EXPECT_NE(sentences_.front().find(R"({"pk":"p)"), std::string::npos) << sentences_.front();
  EXPECT_NE(sentences_.front().find("no entry in index byState"), std::string::npos);
}

TEST_F(AuditOfADatabase, FindsAnEntryThatIsNotWhatTheItemSays) {
  const auto entry = entries("byState").front();
  store(entry.first, EncodedItem(event(99, "other")).bytes());
  expect_only("index: events");
}

TEST_F(AuditOfADatabase, FindsAnEntryOfAnItemThatIsNotThere) {
  auto entry = entries("byState").front();
  entry.first.back() = static_cast<char>(entry.first.back() ^ 1);
  store(entry.first, entry.second);
  expect_only("index: events");
  EXPECT_NE(sentences_.front().find("does not ask for it"), std::string::npos);
}

TEST_F(AuditOfADatabase, FindsAnEntryOfALocalIndexThatIsMissing) {
  erase(entries("byPlace").front().first);
  expect_only("index: events");
}

TEST_F(AuditOfADatabase, FindsAnItemThatWouldNotExpire) {
  erase(rows_of(keys::space_range(keys::Space::TtlQueue)).front().first);
  expect_only("expiry: events");
}

TEST_F(AuditOfADatabase, FindsAnItemThatCannotBeRead) {
  const auto item = space(keys::Space::Items, "users").front();
  store(item.first, "nonsense");
  const auto found = audit();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), "item: users");
}

TEST_F(AuditOfADatabase, FindsASizeOfACollectionThatIsWrong) {
  const auto row = space(keys::Space::ItemCollections, "events").front();
  commit([&](engine::Transaction& transaction) {
    transaction.merge(Bytes(row.first), Bytes("\x02", 1));
  });
  expect_only("collection: events");
}

TEST_F(AuditOfADatabase, FindsASizeOfACollectionWithoutItems) {
  Bytes key = space(keys::Space::ItemCollections, "events").front().first;
  key.back() = static_cast<char>(key.back() ^ 1);
  commit(
      [&](engine::Transaction& transaction) { transaction.merge(Bytes(key), Bytes("\x02", 1)); });
  expect_only("collection: events");
}

TEST_F(AuditOfADatabase, FindsACountThatIsWrong) {
  const auto table = context().catalog.find("users")->id;
  context().catalog.statistics().add(table, keys::IndexId::Base, {.items = 1, .bytes = 10});
  expect_only("count: users");
}

TEST_F(AuditOfADatabase, FindsARecordThatIsMissingInAStream) {
  const auto stream = context().catalog.find("events")->live_stream()->id;
  const auto log = rows_of(keys::prefix_range(keys::log_prefix(stream)));
  erase(log.back().first);
  expect_only("stream: events");
}

TEST_F(AuditOfADatabase, FindsARecordInTheMiddleOfAStreamThatIsMissing) {
  const auto stream = context().catalog.find("events")->live_stream()->id;
  const auto log = rows_of(keys::prefix_range(keys::log_prefix(stream)));
  // Behind the mark and what was written first: an item's second change of three.
  erase(log[1 + kItems].first);
  expect_only("stream: events");
}

TEST_F(AuditOfADatabase, FindsARecordThatCannotBeRead) {
  const auto stream = context().catalog.find("events")->live_stream()->id;
  const auto log = rows_of(keys::prefix_range(keys::log_prefix(stream)));
  store(log[1].first, "nonsense");
  const auto found = audit();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), "stream: events");
}

TEST_F(AuditOfADatabase, FindsAStreamWithoutItsBeginning) {
  const auto stream = context().catalog.find("events")->live_stream()->id;
  erase(rows_of(keys::prefix_range(keys::log_prefix(stream))).front().first);
  expect_only("stream: events");
}

TEST_F(AuditOfADatabase, FindsAChangeThatIsMissingInTheHistory) {
  for (const auto& [key, value] : space(keys::Space::History, "events")) {
    const auto parts = keys::parse_history_key(key).value();
    const auto prefix = keys::history_prefix(parts.place, parts.item_key);
    const auto changes = rows_of(keys::prefix_range(prefix));
    if (changes.size() < 2) continue;
    erase(changes.back().first);
    break;
  }
  expect_only("history: events");
}

TEST_F(AuditOfADatabase, FindsAnItemThatWasChangedPastItsHistory) {
  const auto item =
      rows_of(keys::index_range(context().catalog.find("events")->id, keys::IndexId::Base)).front();
  Item changed = ItemView::parse(item.second).value().to_item();
  changed.set("text", std::string("short"));
  store(item.first, EncodedItem(changed).bytes());
  const auto found = audit();
  EXPECT_NE(std::find(found.begin(), found.end(), "history: events"), found.end());
  EXPECT_NE(std::find(found.begin(), found.end(), "stream: events"), found.end());
  EXPECT_NE(std::find(found.begin(), found.end(), "index: events"), found.end());
  EXPECT_NE(std::find(found.begin(), found.end(), "count: events"), found.end());
}

TEST_F(AuditOfADatabase, FindsAUniqueValueThatIsNotClaimed) {
  for (const auto& [key, value] : space(keys::Space::UniqueValues, "users")) {
    if (key.size() < 45) continue;
    erase(key);
    break;
  }
  expect_only("unique: users");
}

TEST_F(AuditOfADatabase, FindsAClaimOfNobody) {
  for (auto [key, value] : space(keys::Space::UniqueValues, "users")) {
    if (key.size() < 45) continue;
    key.back() = static_cast<char>(key.back() ^ 1);
    store(key, value);
    break;
  }
  expect_only("unique: users");
}

TEST_F(AuditOfADatabase, FindsASumThatIsWrong) {
  const auto sums = space(keys::Space::Rollups, "users").front();
  commit([&](engine::Transaction& transaction) {
    transaction.merge(Bytes(sums.first), Bytes(sums.second));
  });
  expect_only("rollup: users");
}

TEST_F(AuditOfADatabase, FindsAWordOfAnItemThatASearchDoesNotHave) {
  erase(space(keys::kSearchSpace, "users").front().first);
  const auto found = audit();
  ASSERT_FALSE(found.empty());
  for (const std::string& each : found) EXPECT_EQ(each, "search: users");
}

TEST_F(AuditOfADatabase, FindsAWordThatNoItemHas) {
  auto [key, value] = space(keys::kSearchSpace, "users").front();
  key.back() = static_cast<char>(key.back() ^ 1);
  store(key, value);
  const auto found = audit();
  ASSERT_FALSE(found.empty());
  for (const std::string& each : found) EXPECT_EQ(each, "search: users");
}

TEST_F(AuditOfADatabase, FindsAFrequencyThatIsWrong) {
  for (const auto& [key, value] : space(keys::kSearchSpace, "users")) {
    if (!search::parse_frequency_key(key)) continue;
    commit([&](engine::Transaction& transaction) { transaction.merge(Bytes(key), Bytes(value)); });
    break;
  }
  expect_only("search: users");
}

TEST_F(AuditOfADatabase, FindsAnEventOfASyncThatCannotBeRead) {
  store(space(keys::kSyncSpace, "users").back().first, Bytes("damaged"));
  expect_only("sync: users");
}

TEST_F(AuditOfADatabase, FindsAnEventThatIsHeldBackForEver) {
  const auto [key, value] = space(keys::kSyncSpace, "users").back();
  const auto parts = syncs::parse_sync_key(key);
  ASSERT_TRUE(parts);
  store(syncs::held_event_key(parts->sync, {}, 7), value);
  expect_only("sync: users");
}

TEST_F(AuditOfADatabase, KeepsAThousandAndCountsTheOthers) {
  Disagreements found;
  for (int i = 0; i < 1500; ++i) found.add({.aspect = Aspect::Item, .table = "t"});
  EXPECT_EQ(found.total(), 1500U);
  EXPECT_EQ(found.first().size(), Disagreements::kKeptMax);
}

// Items of both tables come, change and go meanwhile.
TEST_F(AuditOfADatabase, TakesNoWriterForDamage) {
  std::atomic<bool> is_over{false};
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      for (int i = 0; !is_over; ++i) {
        const int number = 1000 * writer + i % 200;
        put_event(number, i % 2 == 0 ? "even" : "odd");
        EXPECT_EQ(put("users", user(1000 + number)), "");
        if (i % 3 == 0) remove_event(number);
      }
    });
  }
  for (int round = 0; round < 10; ++round) {
    EXPECT_EQ(audit(), std::vector<std::string>()) << (sentences_.empty() ? "" : sentences_[0]);
  }
  is_over = true;
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(audit(), std::vector<std::string>());
}

}  // namespace
}  // namespace partita::audit
