#include "modelled/serving/read_rollup.h"

#include <gtest/gtest.h>

#include "dynamodb/operations/put_item.h"
#include "engine/memory/memory_engine.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/serving/failure.h"
#include "support/table_builder.h"
#include "unit/modelled/serving/read_database.h"

namespace partita::serving {
namespace {

constexpr const char* kCountedShop = R"(
format: 1
model: shop
version: 1
tables:
  orders:
    name: shop-orders
    key: {partition: id}
    billing: {mode: on_demand}
    enforcement: enforce
entities:
  Order:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      state: {type: enum, values: [open, paid], required: true}
      lines: {type: int, required: true}
      at: {type: timestamp, encode: rfc3339ms, required: true}
rollups:
  by_state:
    of: Order
    group_by: [state, lines]
    time: at
    windows: [1h, 24h]
    measures: {n: count, total: sum(lines)}
  all_of_time:
    of: Order
    group_by: [state]
    measures: {n: count}
)";

class ReadRollup : public ::testing::Test {
 protected:
  ReadRollup() {
    for (int i = 0; i < 8; ++i) {
      const int hour = i < 4 ? 12 : 6;
      database_.put("shop-orders", {{"id", "o" + std::to_string(i)},
                                    {"state", i % 2 == 0 ? "open" : "paid"},
                                    {"lines", i % 2 + 1},
                                    {"at", "2025-11-01T" + std::string(hour < 10 ? "0" : "") +
                                               std::to_string(hour) + ":10:00.000Z"}});
    }
  }
  Result<rollups::RollupAnswer> read(std::string_view rollup, const GivenArguments& given) {
    Arguments arguments;
    for (const auto& [name, value] : given) arguments.set(name, value);
    const PatternContext patterns = database_.pattern_context();
    return sync_wait(read_rollup(patterns, database_.served(),
                                 *database_.model().find_rollup(rollup), arguments));
  }
  // "open:4 paid:4"
  std::string counts(std::string_view rollup, const GivenArguments& given) {
    const auto answer = read(rollup, given);
    if (!answer.ok()) return answer.error().message();
    std::string text;
    for (const auto& row : answer->rows) {
      if (!text.empty()) text += ' ';
      text += row.group.front().string() + ":" + std::to_string(row.items);
    }
    return text;
  }

  ReadDatabase database_{kCountedShop};
};

TEST_F(ReadRollup, CountsAllOfTimeOrAWindow) {
  EXPECT_EQ(counts("by_state", {}), "open:4 paid:4");
  EXPECT_EQ(counts("by_state", {{"window", "1h"}}), "open:2 paid:2");
  EXPECT_EQ(counts("by_state", {{"window", "24h"}}), "open:4 paid:4");
}

TEST_F(ReadRollup, CountsAWindowThatEndsInThePast) {
  EXPECT_EQ(counts("by_state", {{"window", "1h"}, {"until", "2025-11-01T06:30:00Z"}}),
            "open:2 paid:2");
  EXPECT_EQ(counts("by_state", {{"window", "1h"}, {"until", "2025-11-01T09:00:00Z"}}), "");
  EXPECT_EQ(counts("by_state", {{"window", "1h"}, {"until", "noon"}}),
            "until: `noon` is no instant such as 2026-10-21T14:30:00Z");
  EXPECT_EQ(counts("by_state", {{"until", "2025-11-01T06:30:00Z"}}),
            "until: it is the end of a window, so say `window`, too");
  for (const char* outside : {"2025-10-30T06:30:00Z", "2035-11-01T06:30:00Z"}) {
    EXPECT_EQ(counts("by_state", {{"window", "1h"}, {"until", outside}}),
              "until: the window must lie within the last 1d that by_state keeps, and not end "
              "after now");
  }
}

TEST_F(ReadRollup, TakesColumnsAsFilters) {
  EXPECT_EQ(counts("by_state", {{"state", "paid"}}), "paid:4");
  EXPECT_EQ(counts("by_state", {{"lines", "1"}}), "open:4");
  EXPECT_EQ(counts("by_state", {{"lines", "1"}, {"state", "paid"}}), "");
}

TEST_F(ReadRollup, SaysWhatMayBeAsked) {
  EXPECT_EQ(counts("by_state", {{"window", "soon"}}),
            "window: `soon` is no duration such as 24h; by_state has 1h, 1d");
  EXPECT_EQ(counts("by_state", {{"lines", "x"}}), "lines: `x` is not a whole number");
  EXPECT_EQ(counts("by_state", {{"stat", "x"}}),
            "`stat` is no parameter of by_state; did you mean `state`?");
  EXPECT_EQ(counts("all_of_time", {{"window", "1h"}}),
            "`window` is no parameter of all_of_time; it takes `partial` and `state`");
  const auto answer = read("by_state", {{"window", "90d"}});
  ASSERT_FALSE(answer.ok());
  ASSERT_NE(failure_of(answer.error()), nullptr);
  EXPECT_EQ(failure_of(answer.error())->kind, FailureKind::BadArgument);
  EXPECT_NE(answer.error().message().find("at most 1d"), std::string::npos)
      << answer.error().message();
}

// A table that held items before its rollup came, and nobody who builds it.
TEST(RollupThatIsBuilt, IsReadOnlyByThoseWhoTakeAPart) {
  const auto engine = engine::open_memory_engine(&rollups::rollup_kind);
  const auto catalog = sync_wait(catalog::Catalog::open(*engine)).value();
  expression::ExpressionCache expressions{{}};
  operations::Context context{*engine, *catalog, expressions, Clock::system()};
  SystemRandom random;
  const auto tokens = sync_wait(PageTokens::open(*engine, random)).value();
  const auto model = model_of(kCountedShop);
  const auto table =
      sync_wait(catalog->create(testing::TableBuilder("shop-orders").key("id", 'S').build()));
  api::PutItemRequest put;
  put.table_name = "shop-orders";
  put.item = EncodedItem(Item{{"id", "o1"}, {"state", "open"}});
  ASSERT_TRUE(sync_wait(operations::put_item(context, put)).ok());
  const auto rules = enforcement::ModelRules::create(model, model->tables.front(), (*table)->id,
                                                     {*catalog, context.clock, random});
  ASSERT_TRUE(sync_wait(catalog->extend("shop-orders", *rules)).ok());

  const ServedModel served(std::make_shared<registry::HeldModel>(registry::HeldModel{{}, model}));
  const PatternContext patterns{context, tokens, random};
  Arguments arguments;
  const auto& rollup = *model->find_rollup("all_of_time");
  const auto refused = sync_wait(read_rollup(patterns, served, rollup, arguments));
  ASSERT_FALSE(refused.ok());
  ASSERT_NE(failure_of(refused.error()), nullptr);
  EXPECT_EQ(failure_of(refused.error())->kind, FailureKind::StillBuilding);
  EXPECT_EQ(failure_of(refused.error())->code, "R401");
  arguments.set("partial", "1");
  const auto partial = sync_wait(read_rollup(patterns, served, rollup, arguments));
  ASSERT_TRUE(partial.ok()) << partial.error().message();
  EXPECT_LT(partial->built, 1);
}

}  // namespace
}  // namespace partita::serving
