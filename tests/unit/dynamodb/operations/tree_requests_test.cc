// The second door: what comes of trees is what comes of the same request as text.
#include "dynamodb/operations/tree_requests.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/planned_get.h"
#include "dynamodb/operations/planned_read.h"
#include "dynamodb/operations/single_write.h"
#include "dynamodb/operations/transact_plan.h"
#include "language/expression/tree_builder.h"
#include "read_fixture.h"

namespace partita::operations {
namespace {

using expression::Comparator;
using expression::ConditionBuilder;
using expression::ExpressionKind;
using expression::Function;
using partita::testing::TableBuilder;

ConditionPointer compared(ExpressionKind kind, std::string_view attribute, Comparator comparator,
                          const Value& value) {
  ConditionBuilder builder(kind);
  const auto path = builder.path(attribute);
  const auto root = builder.compare(path, comparator, builder.value(EncodedValue(value).view()));
  return std::move(builder).finish(root);
}

ConditionPointer key_equals(std::string_view attribute, const Value& value) {
  return compared(ExpressionKind::KeyCondition, attribute, Comparator::Equal, value);
}

ConditionPointer key_begins(const Value& partition, const Value& prefix) {
  ConditionBuilder builder(ExpressionKind::KeyCondition);
  const auto path = builder.path("pk");
  const auto first =
      builder.compare(path, Comparator::Equal, builder.value(EncodedValue(partition).view()));
  const auto sort = builder.path("sk");
  const auto second =
      builder.call(Function::BeginsWith, {sort, builder.value(EncodedValue(prefix).view())});
  const auto root = builder.and_({first, second});
  return std::move(builder).finish(root);
}

ProjectionPointer only(std::string_view attribute) {
  auto tree = std::make_shared<expression::ProjectionTree>();
  expression::Path path;
  path.parts.emplace_back(expression::AttributeName{.text = std::string(attribute)});
  tree->operands.emplace_back(std::move(path));
  return tree;
}

UpdatePointer setting(std::string_view attribute, const Value& value) {
  expression::UpdateBuilder builder;
  const auto path = builder.path(attribute);
  builder.set(path, builder.value(EncodedValue(value).view()));
  return std::move(builder).finish();
}

class TreeRequests : public ReadFixture {
 protected:
  TreeRequests() {
    create(TableBuilder("T")
               .key("pk", 'S')
               .sort("sk", 'S')
               .local("lsi", {"n", 'N'})
               .include({"kept"})
               .global("gsi", {{"g", 'S'}}, {{"n", 'N'}})
               .include({"kept"})
               .build());
    for (int i = 0; i < 10; ++i) {
      put("T", {{"pk", "p"},
                {"sk", fmt::format("{:02}", i)},
                {"n", i},
                {"g", "g"},
                {"kept", fmt::format("k{}", i)},
                {"lost", fmt::format("l{}", i)}});
    }
    put("T", {{"pk", "other"}, {"sk", "00"}});
  }

  // The sort keys of all pages, each of so many rows.
  Texts read(const TreeRead& request, std::size_t rows_max) {
    const auto planned = PlannedRead::create(context_, request);
    if (!planned.ok()) return {planned.error().message()};
    Texts found;
    std::optional<EncodedItem> start;
    for (int pages = 0; pages < 100; ++pages) {
      PlannedRead::PageRequest wanted{.rows_max = rows_max};
      if (start) wanted.start_key = start->view();
      auto page = sync_wait(planned->read(context_, wanted));
      if (!page.ok()) return {page.error().message()};
      for (std::size_t i = 0; i < page->items.size(); ++i) {
        found.emplace_back(page->items.at(i).find("sk")->string());
      }
      if (!page->last_evaluated_key) break;
      start = std::move(page->last_evaluated_key);
    }
    return found;
  }

  std::string refused(const TreeRead& request) {
    const auto planned = PlannedRead::create(context_, request);
    return planned.ok() ? "no problem" : planned.error().message();
  }

  std::string write(const TreeWrite& request) {
    const auto plan = plan_write(context_, request);
    if (!plan.ok()) return plan.error().message();
    const auto done = sync_wait(execute(context_, *plan, {}));
    return done.ok() ? "" : done.error().message();
  }

  Item stored(const Item& key) {
    api::GetItemRequest request;
    request.table_name = "T";
    request.key = input(key);
    const auto answer = sync_wait(get_item(context_, request)).value();
    return answer.item ? answer.item->view().to_item() : Item();
  }
};

TEST_F(TreeRequests, OnePlanReadsAllPagesOfAQuery) {
  const TreeRead request{.table_name = "T", .key_condition = key_equals("pk", "p")};
  const Texts all{"00", "01", "02", "03", "04", "05", "06", "07", "08", "09"};
  EXPECT_EQ(read(request, 1000), all);
  EXPECT_EQ(read(request, 3), all);
  EXPECT_EQ(read(request, 1), all);
  TreeRead backward = request;
  backward.direction = engine::Direction::Backward;
  EXPECT_EQ(read(backward, 4), Texts(all.rbegin(), all.rend()));
  const TreeRead prefixed{.table_name = "T", .key_condition = key_begins("p", "0")};
  EXPECT_EQ(read(prefixed, 2), all);
}

TEST_F(TreeRequests, ReadIndexesWithFilterAndProjection) {
  TreeRead request{.table_name = "T",
                   .index_name = "gsi",
                   .key_condition = key_equals("g", "g"),
                   .filter = compared(ExpressionKind::Filter, "kept", Comparator::Greater, "k6"),
                   .projection = only("sk")};
  EXPECT_EQ(read(request, 4), (Texts{"07", "08", "09"}));
  request.index_name = "lsi";
  request.key_condition = key_equals("pk", "p");
  EXPECT_EQ(read(request, 4), (Texts{"07", "08", "09"}));
}

TEST_F(TreeRequests, WithoutAKeyConditionTheyScan) {
  const auto found = read({.table_name = "T"}, 3);
  EXPECT_EQ(found.size(), 11U);
}

TEST_F(TreeRequests, AreCheckedAsTextIs) {
  EXPECT_EQ(refused({.table_name = "T", .key_condition = key_equals("sk", "p")}),
            "Query condition missed key schema element: pk");
  EXPECT_EQ(refused({.table_name = "T", .key_condition = key_equals("pk", 1)}),
            "One or more parameter values were invalid: Condition parameter type does not match "
            "schema type");
  EXPECT_EQ(
      refused({.table_name = "T", .index_name = "none", .key_condition = key_equals("g", "g")}),
      "The table does not have the specified index: none");
  EXPECT_EQ(refused({.table_name = "T",
                     .key_condition = key_equals("pk", "p"),
                     .filter = compared(ExpressionKind::Filter, "sk", Comparator::Equal, "1")}),
            "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
            "sk");
  EXPECT_EQ(refused({.table_name = "T",
                     .index_name = "gsi",
                     .key_condition = key_equals("g", "g"),
                     .is_consistent = true}),
            "Consistent reads are not supported on global secondary indexes");
  EXPECT_EQ(
      refused({.table_name = "T",
               .index_name = "gsi",
               .key_condition = key_equals("g", "g"),
               .projection = only("lost")}),
      "One or more parameter values were invalid: Global secondary index gsi does not project "
      "[lost]");
  EXPECT_NE(refused({.table_name = "none", .key_condition = key_equals("pk", "p")}), "no problem");
}

TEST_F(TreeRequests, StartOnlyWhereAPageCanHaveEnded) {
  const TreeRead request{.table_name = "T", .key_condition = key_equals("pk", "p")};
  const auto planned = PlannedRead::create(context_, request).value();
  const auto start = [&](const Item& key) {
    const EncodedItem encoded(key);
    const auto page = sync_wait(planned.read(context_, {.start_key = encoded.view()}));
    return page.ok() ? fmt::format("{} rows", page->count) : page.error().message();
  };
  EXPECT_EQ(start({{"pk", "p"}, {"sk", "07"}}), "2 rows");
  EXPECT_EQ(start({{"pk", "p"}, {"sk", "077"}}), "2 rows");
  EXPECT_EQ(start({{"pk", "p"}}), "The provided starting key is invalid");
  EXPECT_EQ(start({{"pk", "p"}, {"sk", 7}}), "The provided starting key is invalid");
  EXPECT_EQ(start({{"pk", "other"}, {"sk", "00"}}),
            "The provided starting key is outside query boundaries based on provided conditions");
}

TEST_F(TreeRequests, GetOneItem) {
  const TreeGet whole{.table_name = "T", .key = EncodedItem(Item{{"pk", "p"}, {"sk", "03"}})};
  const auto get = PlannedGet::create(context_, whole).value();
  EXPECT_EQ(*sync_wait(get.read(context_)).value().item->view().to_item().find("n"), Value(3));
  TreeGet part = whole;
  part.projection = only("kept");
  part.is_consistent = true;
  const auto found = sync_wait(PlannedGet::create(context_, part).value().read(context_)).value();
  EXPECT_EQ(found.item->view().to_item(), (Item{{"kept", "k3"}}));
  EXPECT_EQ(found.read_units, 1);
  TreeGet other = whole;
  other.key = EncodedItem(Item{{"pk", "p"}});
  EXPECT_EQ(PlannedGet::create(context_, other).error().message(),
            "The provided key element does not match the schema");
}

TEST_F(TreeRequests, ReadsOfAChosenMomentSeeNothingNewer) {
  const Moment moment = context_.one_moment();
  const ReadContext then = context_.at(moment.view());
  put("T", {{"pk", "p"}, {"sk", "new"}});
  const TreeGet request{.table_name = "T", .key = EncodedItem(Item{{"pk", "p"}, {"sk", "new"}})};
  const auto get = PlannedGet::create(then, request).value();
  EXPECT_FALSE(sync_wait(get.read(then)).value().item);
  EXPECT_TRUE(sync_wait(get.read(context_)).value().item);
  api::GetItemRequest text;
  text.table_name = "T";
  text.key = input({{"pk", "p"}, {"sk", "new"}});
  EXPECT_FALSE(sync_wait(get_item(then, text)).value().item);
  EXPECT_TRUE(sync_wait(get_item(context_, text)).value().item);
}

TEST_F(TreeRequests, PutUpdateAndDelete) {
  const Item key{{"pk", "new"}, {"sk", "1"}};
  Item item = key;
  item.set("v", 1);
  EXPECT_EQ(write({.kind = TreeWrite::Kind::Put, .table_name = "T", .subject = EncodedItem(item)}),
            "");
  EXPECT_EQ(stored(key), item);
  TreeWrite update{.kind = TreeWrite::Kind::Update,
                   .table_name = "T",
                   .subject = EncodedItem(key),
                   .update = setting("v", 2),
                   .condition = compared(ExpressionKind::Condition, "v", Comparator::Equal, 1)};
  EXPECT_EQ(write(update), "");
  EXPECT_EQ(*stored(key).find("v"), Value(2));
  EXPECT_EQ(write(update), "The conditional request failed");
  update.update = setting("sk", "2");
  EXPECT_EQ(write(update),
            "One or more parameter values were invalid: Cannot update attribute sk. This attribute "
            "is part of the key");
  EXPECT_EQ(
      write({.kind = TreeWrite::Kind::Delete, .table_name = "T", .subject = EncodedItem(key)}), "");
  EXPECT_EQ(stored(key), Item());
}

TEST_F(TreeRequests, ATransactionTakesEachItemOnce) {
  const TreeWrite one{.kind = TreeWrite::Kind::Delete,
                      .table_name = "T",
                      .subject = EncodedItem(Item{{"pk", "p"}, {"sk", "00"}})};
  TreeWrite other = one;
  other.subject = EncodedItem(Item{{"pk", "p"}, {"sk", "01"}});
  const std::vector<TreeWrite> two{one, other};
  EXPECT_EQ(plan_transaction(context_, two).value().size(), 2U);
  const std::vector<TreeWrite> twice{one, one};
  EXPECT_EQ(plan_transaction(context_, twice).error().message(),
            "Transaction request cannot include multiple operations on one item");
}

}  // namespace
}  // namespace partita::operations
