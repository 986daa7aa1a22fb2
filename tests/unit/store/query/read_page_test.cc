#include "store/query/read_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "language/expression/parse.h"
#include "language/expression/placeholders.h"
#include "partita/value/measure.h"
#include "store/items/index_entries.h"
#include "store/keys/item_keys.h"
#include "stored_rows.h"
#include "support/table_builder.h"

namespace partita::query {
namespace {

using engine::Direction;
using partita::testing::TableBuilder;
using Texts = std::vector<std::string>;

catalog::Table table_with_indexes() {
  return TableBuilder("T")
      .key("pk", 'S')
      .sort("sk", 'S')
      .local("byScore", {"score", 'N'})
      .keys_only()
      .global("byGroup", {{"group", 'S'}}, {{"score", 'N'}})
      .build();
}

ReadPlan whole(const ReadSource& source) {
  return {.source = source, .range = keys::index_range(source.table->id, source.index_id())};
}

Bytes row_key(const ReadSource& source, const ItemView& position) {
  const Bytes key = items::key_of_stored(*source.table, position);
  if (source.index == nullptr) return key;
  return *items::index_entry_key(*source.table, *source.index, position, keys::hash_item(key));
}

// All pages one after another, each from where the last one ended.
std::vector<Page> pages(StoredRows& rows, const ReadPlan& first) {
  std::vector<Page> result;
  ReadPlan plan = first;
  do {
    result.push_back(rows.read(plan));
    const auto& last = result.back().last_evaluated_key;
    if (!last) break;
    plan.range = rest_of(plan.range, plan.direction, row_key(plan.source, last->view()));
  } while (result.size() < 1000);
  return result;
}

Texts all_texts(const std::vector<Page>& pages, std::string_view attribute) {
  Texts result;
  for (const Page& page : pages) {
    for (auto& text : texts(page.items, attribute)) result.push_back(std::move(text));
  }
  return result;
}

std::shared_ptr<const expression::ConditionTree> parsed(std::string_view filter) {
  return expression::parse_condition(expression::ExpressionKind::Filter, filter).value();
}

class ReadPage : public ::testing::Test {
 protected:
  ReadPage() : rows_(table_with_indexes()) {}

  // Scores tie: three of each.
  void fill(int count) {
    for (int i = 0; i < count; ++i) {
      rows_.put({{"pk", "p"},
                 {"sk", fmt::format("{:04}", i)},
                 {"score", i / 3},
                 {"group", "g"},
                 {"text", std::string(100, 'x')}});
    }
  }

  StoredRows rows_;
  expression::Placeholders none_;
  expression::PlaceholderUse use_{none_};
};

TEST_F(ReadPage, ReadsAllOfAnEmptyTableInOnePage) {
  const Page page = rows_.read(whole(rows_.source()));
  EXPECT_EQ(page.scanned_count, 0U);
  EXPECT_FALSE(page.last_evaluated_key);
  EXPECT_EQ(page.units.table, 0.5);
}

TEST_F(ReadPage, EndsAtTheLimitWithTheKeyOfTheLastRow) {
  fill(3);
  ReadPlan plan = whole(rows_.source());
  plan.rows_max = 2;
  const Page page = rows_.read(plan);
  EXPECT_EQ(texts(page.items, "sk"), (Texts{"0000", "0001"}));
  EXPECT_EQ(page.last_evaluated_key->view().to_item(), (Item{{"pk", "p"}, {"sk", "0001"}}));
}

TEST_F(ReadPage, TellsAKeyEvenIfTheLimitIsReachedWithTheLastRow) {
  fill(2);
  ReadPlan plan = whole(rows_.source());
  plan.rows_max = 2;
  const auto both = pages(rows_, plan);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[1].scanned_count, 0U);
}

TEST_F(ReadPage, GivesEachRowOnceInPagesOfEverySizeAndDirection) {
  fill(10);
  for (const ReadSource& source :
       {rows_.source(), rows_.source("byScore"), rows_.source("byGroup")}) {
    ReadPlan plan = whole(source);
    const Texts forward = all_texts(pages(rows_, plan), "sk");
    ASSERT_EQ(forward.size(), 10U);
    for (std::size_t limit : {1U, 2U, 3U, 7U, 10U, 11U}) {
      plan.rows_max = limit;
      plan.direction = Direction::Forward;
      EXPECT_EQ(all_texts(pages(rows_, plan), "sk"), forward) << limit;
      plan.direction = Direction::Backward;
      EXPECT_EQ(all_texts(pages(rows_, plan), "sk"), Texts(forward.rbegin(), forward.rend()))
          << limit;
    }
  }
}

TEST_F(ReadPage, GoesOnBehindARowThatIsGone) {
  fill(6);
  ReadPlan plan = whole(rows_.source("byGroup"));
  plan.rows_max = 2;
  const Texts all = all_texts(pages(rows_, whole(rows_.source("byGroup"))), "sk");
  const Page first = rows_.read(plan);
  const Item last = first.items.at(1).to_item();
  rows_.erase(last);
  plan.range =
      rest_of(plan.range, plan.direction, row_key(plan.source, first.last_evaluated_key->view()));
  EXPECT_EQ(texts(rows_.read(plan).items, "sk"), (Texts{all[2], all[3]}));
}

TEST_F(ReadPage, TellsThePositionInAnIndexWithTheKeysOfBoth) {
  fill(1);
  ReadPlan plan = whole(rows_.source("byGroup"));
  plan.rows_max = 1;
  EXPECT_EQ(rows_.read(plan).last_evaluated_key->view().to_item(),
            (Item{{"pk", "p"}, {"sk", "0000"}, {"group", "g"}, {"score", 0}}));
}

TEST_F(ReadPage, EndsWithTheRowThatCrossesOneMegabyte) {
  const std::string text(100'000, 'x');
  for (int i = 0; i < 12; ++i) {
    rows_.put({{"pk", "p"}, {"sk", fmt::format("{:04}", i)}, {"text", text}});
  }
  const auto both = pages(rows_, whole(rows_.source()));
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].scanned_count, 11U);
  EXPECT_EQ(both[1].scanned_count, 1U);
}

TEST_F(ReadPage, EndsWithARowThatMakesOneMegabyteExactly) {
  const Item frame{{"pk", "p"}, {"sk", "0"}, {"text", ""}};
  const std::string text((kPageBytesMax / 4) - size_bytes(frame), 'x');
  for (const char* sort : {"1", "2", "3", "4", "5"}) {
    rows_.put({{"pk", "p"}, {"sk", sort}, {"text", text}});
  }
  const Page page = rows_.read(whole(rows_.source()));
  EXPECT_EQ(page.scanned_count, 4U);
  EXPECT_TRUE(page.last_evaluated_key);
}

TEST_F(ReadPage, CountsRowsAndBytesBeforeTheFilter) {
  fill(100);
  const auto filter = expression::Condition::bind(parsed("attribute_exists(nothing)"), use_);
  ReadPlan plan = whole(rows_.source());
  plan.consistency = items::ReadConsistency::Strong;
  const double unfiltered = rows_.read(plan).units.table;
  plan.filter = &filter.value();
  plan.rows_max = 99;
  const Page page = rows_.read(plan);
  EXPECT_EQ(page.count, 0U);
  EXPECT_EQ(page.scanned_count, 99U);
  EXPECT_TRUE(page.last_evaluated_key);
  EXPECT_TRUE(page.items.is_empty());
  EXPECT_EQ(page.units.table, unfiltered);
}

TEST_F(ReadPage, ShowsOnlyWhatIsProjected) {
  fill(1);
  const auto tree = expression::parse_projection("score").value();
  const auto projection = expression::Projection::bind(tree, use_);
  ReadPlan plan = whole(rows_.source());
  plan.projection = &projection.value();
  EXPECT_EQ(rows_.read(plan).items.at(0).to_item(), (Item{{"score", 0}}));
}

TEST_F(ReadPage, ShowsNoItemsIfOnlyTheirNumberIsAskedFor) {
  fill(3);
  ReadPlan plan = whole(rows_.source());
  plan.output = Output::CountOnly;
  const Page page = rows_.read(plan);
  EXPECT_EQ(page.count, 3U);
  EXPECT_TRUE(page.items.is_empty());
}

TEST_F(ReadPage, LeavesOutRowsOfAnotherPartitionKey) {
  fill(1);
  const EncodedValue other(Value("other"));
  ReadPlan plan = whole(rows_.source());
  plan.partition = {{"pk", other.view()}};
  EXPECT_EQ(rows_.read(plan).scanned_count, 0U);
}

TEST_F(ReadPage, LeavesItemsWithoutTheIndexKeyOut) {
  fill(1);
  rows_.put({{"pk", "p"}, {"sk", "sparse"}, {"group", "g"}});
  EXPECT_EQ(texts(rows_.read(whole(rows_.source("byGroup"))).items, "sk"), Texts{"0000"});
}

TEST_F(ReadPage, ChargesAPageAsAWhole) {
  fill(100);  // Somewhat over 12 KB.
  ReadPlan plan = whole(rows_.source());
  EXPECT_EQ(rows_.read(plan).units.table, 2);
  plan.consistency = items::ReadConsistency::Strong;
  EXPECT_EQ(rows_.read(plan).units.table, 4);
}

TEST_F(ReadPage, ChargesAnIndexForWhatItStores) {
  fill(100);
  const Page page = rows_.read(whole(rows_.source("byScore")));  // Somewhat under 4 KB.
  EXPECT_EQ(page.units.index, 0.5);
  EXPECT_EQ(page.units.table, 0);
}

class ReadPageOfItems : public ReadPage {
 protected:
  ReadPlan plan() {
    ReadPlan plan = whole(rows_.source("byScore"));
    plan.output = Output::Items;
    return plan;
  }
};

TEST_F(ReadPageOfItems, ReadsEachFromTheTable) {
  fill(100);
  const Page page = rows_.read(plan());
  ASSERT_EQ(page.count, 100U);
  EXPECT_EQ(page.items.at(0).find("text")->string(), std::string(100, 'x'));
  EXPECT_EQ(page.units.index, 0.5);
  EXPECT_EQ(page.units.table, 50);
}

TEST_F(ReadPageOfItems, ReadsNoneForARowThatFailsTheFilter) {
  fill(100);
  const EncodedValue one(Value(1));
  expression::Placeholders values;
  ASSERT_TRUE(values.add_value(":one", one.view()).ok());
  expression::PlaceholderUse use(values);
  const auto by_score = expression::Condition::bind(parsed("score = :one"), use);
  ReadPlan filtered = plan();
  filtered.filter = &by_score.value();
  const Page page = rows_.read(filtered);
  EXPECT_EQ(page.count, 3U);
  EXPECT_EQ(page.scanned_count, 100U);
  EXPECT_EQ(page.units.table, 1.5);
}

TEST_F(ReadPageOfItems, GivesEachOnceInPagesOfEverySize) {
  fill(40);
  const Texts all = all_texts(pages(rows_, plan()), "sk");
  ASSERT_EQ(all.size(), 40U);
  for (std::size_t limit : {1U, 3U, 33U}) {
    ReadPlan limited = plan();
    limited.rows_max = limit;
    EXPECT_EQ(all_texts(pages(rows_, limited), "sk"), all) << limit;
  }
}

TEST_F(ReadPageOfItems, EndsWithTheItemThatCrossesOneMegabyte) {
  const std::string text(100'000, 'x');
  for (int i = 0; i < 50; ++i) {
    rows_.put({{"pk", "p"}, {"sk", fmt::format("{:04}", i)}, {"score", i / 4}, {"text", text}});
  }
  const auto all = pages(rows_, plan());
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0].scanned_count, 11U);
  EXPECT_EQ(all[0].last_evaluated_key->view().to_item().size(), 3U);
  auto found = all_texts(all, "sk");
  std::sort(found.begin(), found.end());
  EXPECT_EQ(std::unique(found.begin(), found.end()), found.end());
  EXPECT_EQ(found.size(), 50U);
}

TEST_F(ReadPageOfItems, TellsOfAnEntryWithoutAnItem) {
  fill(1);
  const auto transaction = rows_.engine().begin();
  const EncodedItem item(Item{{"pk", "p"}, {"sk", "0000"}});
  transaction->erase(items::key_of_stored(rows_.table(), item.view()));
  ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  const auto page = sync_wait(read_page(rows_.engine(), plan()));
  ASSERT_FALSE(page.ok());
  EXPECT_EQ(page.error().kind(), ErrorKind::Corrupt);
}

TEST_F(ReadPage, TellsOfARowThatDoesNotDecode) {
  fill(1);
  const auto transaction = rows_.engine().begin();
  const EncodedItem item(Item{{"pk", "p"}, {"sk", "damaged"}});
  transaction->put(items::key_of_stored(rows_.table(), item.view()), "\x01garbage");
  ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  const auto page = sync_wait(read_page(rows_.engine(), whole(rows_.source())));
  ASSERT_FALSE(page.ok());
  EXPECT_EQ(page.error().kind(), ErrorKind::Corrupt);
  EXPECT_NE(page.error().message().find("table T"), std::string::npos);
}

}  // namespace
}  // namespace partita::query
