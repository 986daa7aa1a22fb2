// Index keys with an entry for each element of a list: what queries of the index show.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "database/store.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/query.h"
#include "dynamodb/operations/update_item.h"
#include "store/catalog/catalog.h"
#include "store/keys/item_keys.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

constexpr std::string_view kPlayers = R"(
format: 1
model: players
version: 1
tables:
  players:
    name: players
    key: {partition: id}
    enforcement: enforce
    indexes:
      by_instrument: {partition: [instrument], sort: [id], project: all}
entities:
  Player:
    match: all
    key: {id: "{id}"}
    index_keys:
      instrument: {each: instruments, as: "I#{it}"}
    attributes:
      id: {type: string, required: true}
      instruments: {type: list, of: {type: string}}
)";

class ElementEntries : public ModelsFixture {
 protected:
  void play(const std::string& id, std::vector<std::string> instruments) {
    List list;
    for (auto& instrument : instruments) list.emplace_back(std::move(instrument));
    ASSERT_EQ(put("players", {{"id", id}, {"instruments", list}}), "");
  }

  api::QueryResponse query(const std::string& instrument, const std::optional<Item>& start = {}) {
    api::QueryRequest request;
    request.table_name = "players";
    request.index_name = "by_instrument";
    request.key_condition_expression = "instrument = :i";
    request.expression_attribute_values = EncodedItem(Item{{":i", "I#" + instrument}});
    request.limit = 2;
    if (start) request.exclusive_start_key = EncodedItem(*start);
    return sync_wait(operations::query(context(), request)).value();
  }

  // The ids of all that play it, page by page.
  std::vector<std::string> players_of(const std::string& instrument) {
    std::vector<std::string> ids;
    std::optional<Item> start;
    do {
      const auto page = query(instrument, start);
      for (std::size_t i = 0; i < page.items->size(); ++i) {
        const auto item = page.items->at(i);
        EXPECT_EQ(item.find("instrument")->string(), "I#" + instrument);
        ids.emplace_back(item.find("id")->string());
      }
      start.reset();
      if (page.last_evaluated_key) start = page.last_evaluated_key->view().to_item();
    } while (start);
    return ids;
  }

  using Ids = std::vector<std::string>;
};

TEST_F(ElementEntries, ShowAnItemUnderEachElement) {
  apply(source(std::string(kPlayers)));
  play("ravi", {"sitar", "surbahar"});
  play("anoushka", {"sitar"});
  play("zakir", {"tabla", "sitar", "sitar"});
  EXPECT_EQ(players_of("sitar"), (Ids{"anoushka", "ravi", "zakir"}));
  EXPECT_EQ(players_of("surbahar"), (Ids{"ravi"}));
  EXPECT_EQ(players_of("tabla"), (Ids{"zakir"}));
  EXPECT_EQ(players_of("veena"), Ids{});
}

TEST_F(ElementEntries, FollowTheListInEveryWayToWrite) {
  apply(source(std::string(kPlayers)));
  play("ravi", {"sitar", "surbahar"});
  // The stored element changes places with another: nothing may be lost on the way.
  play("ravi", {"surbahar", "sitar", "voice"});
  EXPECT_EQ(players_of("sitar"), (Ids{"ravi"}));
  EXPECT_EQ(players_of("surbahar"), (Ids{"ravi"}));
  EXPECT_EQ(players_of("voice"), (Ids{"ravi"}));

  api::UpdateItemRequest update;
  update.table_name = "players";
  update.key = EncodedItem(Item{{"id", "ravi"}});
  update.update_expression = "REMOVE instruments[0], instruments[1]";
  ASSERT_TRUE(sync_wait(operations::update_item(context(), update)).ok());
  EXPECT_EQ(players_of("surbahar"), Ids{});
  EXPECT_EQ(players_of("sitar"), Ids{});
  EXPECT_EQ(players_of("voice"), (Ids{"ravi"}));

  api::DeleteItemRequest remove;
  remove.table_name = "players";
  remove.key = EncodedItem(Item{{"id", "ravi"}});
  ASSERT_TRUE(sync_wait(operations::delete_item(context(), remove)).ok());
  EXPECT_EQ(players_of("voice"), Ids{});
}

TEST_F(ElementEntries, AreMadeForItemsThatAreOlderThanTheirIndex) {
  std::string without(kPlayers);
  without = with(without,
                 "    indexes:\n      by_instrument: {partition: [instrument], sort: [id], "
                 "project: all}\n",
                 "");
  apply(source(without));
  play("ravi", {"sitar", "surbahar"});
  apply(source(with(kPlayers, "version: 1", "version: 2")));
  EXPECT_EQ(players_of("sitar"), (Ids{"ravi"}));
  EXPECT_EQ(players_of("surbahar"), (Ids{"ravi"}));
}

// What an item stores changes only when it is written; the entries beside it follow the rule.
TEST_F(ElementEntries, AreMadeAnewWhenTheirRuleChanges) {
  const std::string several(kPlayers);
  const std::string one = with(several, R"({each: instruments, as: "I#{it}"})", R"("I#{id}")");
  apply(source(one));
  play("ravi", {"sitar", "surbahar"});
  EXPECT_EQ(players_of("ravi"), (Ids{"ravi"}));
  EXPECT_EQ(players_of("sitar"), Ids{});

  const ApplyOptions at_once{.enforces = true};
  apply(source(with(several, "version: 1", "version: 2")), at_once);
  EXPECT_EQ(players_of("sitar"), (Ids{"ravi"}));
  EXPECT_EQ(players_of("surbahar"), (Ids{"ravi"}));

  const std::string renamed = with(several, "I#{it}", "I#old_{it}");
  apply(source(with(renamed, "version: 1", "version: 3")), at_once);
  EXPECT_EQ(players_of("sitar"), Ids{});
  EXPECT_EQ(players_of("old_sitar"), (Ids{"ravi"}));
}

TEST_F(ElementEntries, AreCountedAndCharged) {
  apply(source(std::string(kPlayers)));
  api::PutItemRequest request;
  request.table_name = "players";
  request.item =
      EncodedItem(Item{{"id", "ravi"}, {"instruments", List{"sitar", "voice", "surbahar"}}});
  request.return_consumed_capacity = api::ReturnConsumedCapacity::Indexes;
  const auto answer = sync_wait(operations::put_item(context(), request)).value();
  const auto& indexes = *answer.consumed_capacity->global_secondary_indexes;
  ASSERT_EQ(indexes.size(), 1U);
  EXPECT_EQ(*answer.consumed_capacity->capacity_units, 4);
}

// Filling goes by the rules, so it must not begin before they are in force.
TEST_F(ElementEntries, AreAllThereAfterARestartInTheMidstOfFillingTheIndex) {
  apply(source(std::string(kPlayers)));
  for (int i = 0; i < 50; ++i) play("player" + std::to_string(i), {"sitar", "voice"});
  close();
  {
    // As a program leaves it that stops right after it has begun.
    database::RocksdbStore store;
    store.directory = directory_ / "data";
    const auto engine = database::open_engine(store).value();
    const auto catalog = sync_wait(catalog::Catalog::open(*engine, {})).value();
    const auto begin_again = [&](const catalog::Table& stored) -> Result<catalog::Table> {
      catalog::Table changed = stored;
      changed.indexes.front().state = catalog::IndexState::Creating;
      return changed;
    };
    const auto table = sync_wait(catalog->change("players", begin_again)).value();
    const auto entries = keys::index_range(table->id, table->indexes.front().id);
    ASSERT_TRUE(sync_wait(engine->erase_range(entries.begin, entries.end)).ok());
  }
  open();
  const auto is_filled = [&] {
    return table("players")->indexes.front().state == catalog::IndexState::Active;
  };
  const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(60);
  while (!is_filled() && Clock::system().monotonic_now() < deadline) std::this_thread::yield();
  ASSERT_TRUE(is_filled());
  EXPECT_EQ(players_of("sitar").size(), 50U);
  EXPECT_EQ(players_of("voice").size(), 50U);
}

}  // namespace
}  // namespace partita::registry
