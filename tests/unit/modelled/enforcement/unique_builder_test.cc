// Unique constraints on items that were there before them.
#include "modelled/enforcement/unique_builder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/put_item.h"
#include "model/definition/read_model.h"
#include "store/keys/unique_keys.h"
#include "unit/store/transactions/transact_requests.h"

namespace partita::enforcement {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test
using Build = UniqueBuilder::Build;

constexpr std::string_view kUniqueModel = R"(
format: 1
model: m
version: 1
tables: {t: {name: t, key: {partition: id}}}
entities:
  User:
    match: all
    key: {id: '{id}'}
    attributes:
      id: {type: string}
      nick: {type: string}
    unique: [{on: [nick], fold: case}]
)";

class BuiltClaims : public ::testing::Test {
 protected:
  BuiltClaims() { store_.create(TableBuilder("t").key("id", 'S').build()); }

  void attach() {
    const auto model = model::load_model(kUniqueModel, "m.yaml").value();
    rules_ = ModelRules::create(model, model->tables.front(), table(),
                                {store_.catalog(), store_.clock(), random_})
                 .value();
    sync_wait(store_.catalog().extend("t", rules_)).value();
    builder_.emplace(store_.engine(), *rules_);
  }
  void build(std::size_t items_max = 10) {
    while (true) {
      const auto built = sync_wait(builder_->build_some(items_max));
      if (built.ok() && *built == Build::Done) return;
      ASSERT_TRUE(built.ok() || built.error().kind() == ErrorKind::Conflict)
          << built.error().to_string();
    }
  }
  void look_again() { ASSERT_TRUE(sync_wait(builder_->look_again()).ok()); }

  keys::TableId table() { return store_.catalog().find("t")->id; }
  static Item user(const std::string& id, const std::string& nick) {
    return {{"id", id}, {"nick", nick}};
  }
  // "M204", or nothing if it was stored.
  std::string put(const std::string& id, const std::string& nick) {
    api::PutItemRequest request;
    request.table_name = "t";
    request.item = EncodedItem(user(id, nick));
    const auto answer = sync_wait(operations::put_item(store_.context(), request));
    if (answer.ok()) return "";
    const auto* failure = answer.error().detail<api::ApiFailure>();
    return failure != nullptr && failure->model_error ? failure->model_error->code
                                                      : answer.error().to_string();
  }
  void erase(const std::string& id) {
    api::DeleteItemRequest request;
    request.table_name = "t";
    request.key = EncodedItem(Item{{"id", id}});
    ASSERT_TRUE(sync_wait(operations::delete_item(store_.context(), request)).ok());
  }
  UniqueState::Kind state() {
    const Bytes key = keys::unique_state_key(table(), "User.nick/folded");
    const ByteView wanted = key;
    std::optional<Bytes> found;
    const auto keep = [&](std::size_t, std::optional<ByteView> value) {
      if (value) found = Bytes(*value);
    };
    sync_wait(store_.engine().get(std::span(&wanted, 1), keep)).value();
    return decode_unique_state(found).value().kind;
  }
  // The rows of values, without the state.
  std::set<Bytes> claimed() {
    std::set<Bytes> values;
    const auto head = keys::unique_progress_key(table(), "User.nick/folded").size();
    for (const Bytes& key : store_.keys_in(keys::unique_range(table()))) {
      if (key.size() > head) values.insert(key);
    }
    return values;
  }

  SystemRandom random_;
  TestStore store_;
  std::shared_ptr<const ModelRules> rules_;
  std::optional<UniqueBuilder> builder_;
};

TEST_F(BuiltClaims, TakeInTheItemsThatWereThereBefore) {
  for (int i = 0; i < 35; ++i) {
    store_.put("t", user(std::to_string(i), "nick" + std::to_string(i)));
  }
  attach();
  build();
  EXPECT_EQ(claimed().size(), 35U);
  EXPECT_EQ(state(), UniqueState::Kind::Complete);
  EXPECT_EQ(put("new", "NICK7"), "M204");
  EXPECT_EQ(put("7", "NICK7"), "");
}

TEST_F(BuiltClaims, HoldForNewItemsBeforeAllOldOnesAreLookedAt) {
  attach();
  EXPECT_EQ(put("a", "ann"), "");
  EXPECT_EQ(put("b", "Ann"), "M204");
}

TEST_F(BuiltClaims, AreOnlyObservedWhileSeveralItemsHaveOneValue) {
  store_.put("t", user("a", "ann"));
  store_.put("t", user("b", "Ann"));
  store_.put("t", user("c", "bob"));
  attach();
  build();
  EXPECT_EQ(state(), UniqueState::Kind::Duplicates);
  EXPECT_EQ(put("d", "BOB"), "");
  EXPECT_EQ(rules_->violations().list().size(), 1U);
  erase("b");
  erase("d");
  look_again();
  build();
  EXPECT_EQ(state(), UniqueState::Kind::Complete);
  EXPECT_EQ(put("d", "BOB"), "M204");
  EXPECT_EQ(claimed().size(), 2U);
}

// Whoever is let through while the items are looked at again is not forgotten.
TEST_F(BuiltClaims, StayObservedIfSomebodyIsLetThroughMeanwhile) {
  for (int i = 0; i < 30; ++i) store_.put("t", user(std::to_string(i), std::to_string(i)));
  store_.put("t", user("double", "0"));
  attach();
  build();
  ASSERT_EQ(state(), UniqueState::Kind::Duplicates);
  erase("double");
  look_again();
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(sync_wait(builder_->build_some(10)).ok());
  // Behind the walk or before it, on whichever side its key happens to be.
  for (int i = 0; i < 10; ++i) EXPECT_EQ(put("again" + std::to_string(i), "3"), "");
  build();
  EXPECT_EQ(state(), UniqueState::Kind::Duplicates);
}

TEST_F(BuiltClaims, GoOnWhereARestartFoundThem) {
  for (int i = 0; i < 50; ++i) store_.put("t", user(std::to_string(i), std::to_string(i)));
  attach();
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(sync_wait(builder_->build_some(10)).value(), Build::Continues);
  EXPECT_EQ(claimed().size(), 30U);
  attach();
  build();
  EXPECT_EQ(claimed().size(), 50U);
  EXPECT_EQ(state(), UniqueState::Kind::Complete);
}

// Writers move values around and delete items under the walk. In the end each value that an item
// has is claimed by that item, and no other is.
TEST_F(BuiltClaims, AreExactBesideWriters) {
  constexpr int kItems = 400;
  constexpr int kWriters = 4;
  for (int i = 0; i < kItems; ++i) store_.put("t", user(std::to_string(i), std::to_string(i)));
  attach();
  std::atomic<bool> is_built{false};
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&, writer] {
      SeededRandom random(static_cast<std::uint64_t>(writer) + 1);
      while (!is_built) {
        // Items of its own, values of its own and new ones that others want, too.
        const auto item =
            random.below(kItems / kWriters) * kWriters + static_cast<std::uint64_t>(writer);
        const auto id = std::to_string(item);
        const auto said = random.below(4) == 0
                              ? put(id, std::to_string(kItems + random.below(kItems)))
                              : put(id, "own" + std::to_string(random.below(1000)) + "-" + id);
        EXPECT_TRUE(said.empty() || said == "M204") << said;
      }
    });
  }
  build(20);
  is_built = true;
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(state(), UniqueState::Kind::Complete);
  std::set<std::string> nicks;
  for (int i = 0; i < kItems; ++i) {
    const auto item = store_.get("t", {{"id", std::to_string(i)}});
    ASSERT_TRUE(item);
    EXPECT_TRUE(nicks.insert(item->find("nick")->string()).second) << "twice";
  }
  EXPECT_EQ(claimed().size(), nicks.size());
}

}  // namespace
}  // namespace partita::enforcement
