// Models that one server applies or removes, and what goes on behind them, while another one works.

#include <atomic>
#include <thread>

#include "engine/retry.h"
#include "modelled/enforcement/leftovers.h"
#include "modelled/registry/record_store.h"
#include "store/keys/key_space.h"
#include "two_databases/servers.h"

namespace partita::two_databases {
namespace {

constexpr std::string_view kShop = R"(
format: 1
model: shop
version: 1
tables:
  shop: {name: shop, key: {partition: pk}, billing: {mode: on_demand}}
entities:
  Order:
    match: {kind: order}
    key: {pk: 'ORDER#{id}'}
    attributes:
      id: {type: string}
      kind: {type: const, value: order}
      buyer: {type: string}
      number: {type: string}
      status: {type: enum, values: [open, lost], default: open}
      ends: {type: timestamp, encode: epoch_s}
      total: {type: int, min: 0}
    unique: [{on: [number]}]
    lifecycle:
      attribute: status
      initial: [open]
      transitions:
        - {from: open, to: lost, when: ends < now, by: server}
  Totals:
    match: {kind: totals}
    key: {pk: 'TOTALS#{buyer}'}
    materialized_from: totals
    attributes:
      kind: {type: const, value: totals}
      buyer: {type: string}
      n: {type: int}
      total: {type: int}
rollups:
  totals:
    of: Order
    group_by: [buyer]
    measures: {n: count, total: sum(total)}
)";

std::string with(std::string_view text, std::string_view old, std::string_view now) {
  std::string changed(text);
  changed.replace(changed.find(old), old.size(), now);
  return changed;
}

class TwoDatabasesWithModels : public TwoDatabases {
 protected:
  static int put_order(Server& server, std::string_view id, int total, std::string_view number) {
    return server.put("shop", fmt::format("ORDER#{}", id),
                      fmt::format(R"(,
        "id": {{"S": "{}"}}, "kind": {{"S": "order"}}, "buyer": {{"S": "ann"}},
        "number": {{"S": "{}"}}, "total": {{"N": "{}"}}, "ends": {{"N": "99999999999"}})",
                                  id, number, total));
  }
  void apply_shop() {
    const auto applied = a().apply(kShop, {.enforces = true});
    ASSERT_TRUE(applied.ok()) << applied.error().to_string();
  }
  int rows_in(keys::Space space) const {
    int rows = 0;
    const auto all = keys::space_range(space);
    const auto visit = [&](ByteView, ByteView) {
      ++rows;
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(store_->scan({.begin = all.begin, .end = all.end}, visit)).ok());
    return rows;
  }
};

TEST_F(TwoDatabasesWithModels, EnforceAModelFromTheMomentThatTheOtherHasAppliedIt) {
  ASSERT_EQ(a().create_table("shop"), 200);
  ASSERT_EQ(b().put("shop", "x"), 200);
  ASSERT_EQ(b().erase("shop", "x"), 200);
  apply_shop();
  EXPECT_EQ(put_order(b(), "1", -1, "n1"), 400) << "the rules hold for the very next write";
  EXPECT_EQ(put_order(b(), "1", 1, "n1"), 200) << b().answer();
  EXPECT_EQ(put_order(b(), "2", 1, "n1"), 400) << "its number is taken";
  clock_.advance(std::chrono::milliseconds(250));
  ASSERT_TRUE(sync_wait(b().catalog().keep_up()).ok());
  ASSERT_NE(b().database().models().get("shop"), nullptr) << "it is served, too";
  EXPECT_EQ(b().database().models().find("shop")->record.incarnation, 1U);
}

TEST_F(TwoDatabasesWithModels, DropAModelThatTheOtherHasRemoved) {
  apply_shop();
  ASSERT_EQ(put_order(b(), "1", 1, "n1"), 200) << b().answer();
  ASSERT_TRUE(sync_wait(a().database().models().remove("shop")).ok());
  EXPECT_EQ(put_order(b(), "2", -1, "n1"), 200) << "there are no rules any more";
  clock_.advance(std::chrono::milliseconds(250));
  ASSERT_TRUE(sync_wait(b().catalog().keep_up()).ok());
  EXPECT_EQ(b().database().models().get("shop"), nullptr);
  EXPECT_EQ(rows_in(keys::Space::UniqueValues), 0);
  EXPECT_EQ(rows_in(keys::Space::Rollups), 0);
}

TEST_F(TwoDatabasesWithModels, ApplyOneModelAtATime) {
  std::atomic<bool> is_asked{false};
  bool is_refused = false;
  const auto report = [&](const registry::ApplyProgress&) {
    if (!is_asked.exchange(true)) {
      const auto other = b().apply(with(kShop, "model: shop", "model: market"));
      is_refused = !other.ok() && other.error().kind() == ErrorKind::Conflict;
    }
    return true;
  };
  ASSERT_EQ(a().create_table("shop"), 200);
  ASSERT_EQ(a().put("shop", "x"), 200);
  ASSERT_TRUE(a().apply(kShop, {.enforces = true, .report = report}).ok());
  ASSERT_TRUE(is_asked);
  EXPECT_TRUE(is_refused);
  // Then the other one may: it knows what the first one did.
  const auto next = b().apply(with(kShop, "version: 1", "version: 2"));
  ASSERT_TRUE(next.ok()) << next.error().to_string();
  EXPECT_EQ(next->held->record.incarnation, 2U);
  EXPECT_EQ(put_order(a(), "1", -1, "n1"), 400);
}

// A start erases nothing that it merely does not know.
TEST_F(TwoDatabasesWithModels, LeaveAloneWhatBelongsToAModelThatOneOfThemCannotRead) {
  apply_shop();
  ASSERT_EQ(put_order(a(), "1", 5, "n1"), 200);
  const int claims = rows_in(keys::Space::UniqueValues);
  const int sums = rows_in(keys::Space::Rollups);
  ASSERT_GT(claims, 0);
  ASSERT_GT(sums, 0);
  b().kill();
  // A later version of the program has stored it.
  auto record = sync_wait(registry::load_records(*store_)).value().front();
  record.source.text = "format: 99\n";
  ASSERT_TRUE(sync_wait(registry::replace_record(*store_, record)).ok());
  b_.emplace(store_, clock_);
  EXPECT_EQ(put_order(b(), "2", 5, "n2"), 503) << b().answer();
  EXPECT_TRUE(b().has("shop", "ORDER#1"));
  a().kill();
  outlive_a();
  EXPECT_EQ(rows_in(keys::Space::UniqueValues), claims);
  EXPECT_EQ(rows_in(keys::Space::Rollups), sums);
}

// The record is stored and the server dies before any table has its rules.
TEST_F(TwoDatabasesWithModels, FinishWhatADeadServerHasLeftHalfDone) {
  apply_shop();
  ASSERT_EQ(put_order(a(), "1", 5, "n1"), 200);
  const std::string next = with(with(kShop, "version: 1", "version: 2"), "min: 0", "min: 3");
  a().engine().before_commit([&] {
    const auto stored = sync_wait(registry::load_records(*store_)).value();
    if (stored.front().incarnation == 2) a().engine().kill();
  });
  ASSERT_FALSE(a().apply(next).ok());
  a().kill();
  EXPECT_EQ(put_order(b(), "2", 1, "n2"), 200) << "by the former rules";
  EXPECT_EQ(put_order(b(), "3", 1, "n2"), 400) << "by the former rules";
  outlive_a();
  EXPECT_EQ(put_order(b(), "4", 1, "n4"), 400) << "by the rules of the stored model";
  EXPECT_EQ(put_order(b(), "4", 3, "n4"), 200) << b().answer();
  EXPECT_EQ(b().catalog().find("shop")->rules->incarnation, 2U);
  EXPECT_TRUE(sync_wait(enforcement::marked_tables(*store_)).value().empty());
}

TEST_F(TwoDatabasesWithModels, ClaimAllValuesThatAreWrittenWhileAConstraintComes) {
  ASSERT_EQ(a().create_table("shop"), 200);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(put_order(a(), fmt::format("old{}", i), 1, fmt::format("n{}", i)), 200);
  }
  std::atomic<bool> is_applied{false};
  int written = 0;
  std::thread writer([&] {
    for (; !is_applied || written < 100; ++written) {
      ASSERT_EQ(put_order(b(), fmt::format("new{}", written), 1, fmt::format("m{}", written)), 200);
    }
  });
  const auto applied = a().apply(kShop, {.enforces = true});
  is_applied = true;
  writer.join();
  ASSERT_TRUE(applied.ok()) << applied.error().to_string();
  for (int i = 0; i < 5; ++i) pass_second();
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(put_order(b(), "again", 1, fmt::format("n{}", i)), 400) << i;
  }
  for (int i = 0; i < written; ++i) {
    EXPECT_EQ(put_order(i % 2 == 0 ? a() : b(), "again", 1, fmt::format("m{}", i)), 400) << i;
  }
  ASSERT_TRUE(a().has("shop", "TOTALS#ann"));
  EXPECT_NE(a().answer().find(fmt::format(R"("n":{{"N":"{}"}})", 100 + written)), std::string::npos)
      << a().answer();
}

TEST_F(TwoDatabasesWithModels, MaterializeWhatBothHaveWritten) {
  apply_shop();
  for (int i = 0; i < 30; ++i) {
    ASSERT_EQ(put_order(i % 2 == 0 ? a() : b(), std::to_string(i), i, fmt::format("n{}", i)), 200);
    if (i % 7 == 0) pass_second();
  }
  pass_second();
  for (Server* server : {&a(), &b()}) {
    ASSERT_TRUE(server->has("shop", "TOTALS#ann"));
    EXPECT_NE(server->answer().find(R"("total":{"N":"435"})"), std::string::npos)
        << server->answer();
    EXPECT_NE(server->answer().find(R"("n":{"N":"30"})"), std::string::npos);
  }
}

TEST_F(TwoDatabasesWithModels, MaterializeAfterTheServerThatDidItIsDead) {
  apply_shop();
  ASSERT_EQ(put_order(a(), "1", 1, "n1"), 200);
  pass_second();
  ASSERT_EQ(put_order(a(), "2", 2, "n2"), 200);
  a().kill();
  ASSERT_EQ(put_order(b(), "3", 3, "n3"), 200);
  outlive_a();
  ASSERT_TRUE(b().has("shop", "TOTALS#ann"));
  EXPECT_NE(b().answer().find(R"("total":{"N":"6"})"), std::string::npos) << b().answer();
  EXPECT_NE(b().answer().find(R"("n":{"N":"3"})"), std::string::npos) << b().answer();
}

TEST_F(TwoDatabasesWithModels, MakeTheStepsThatAreDueWhoeverIsAlive) {
  apply_shop();
  pass_second();
  const auto soon =
      std::chrono::duration_cast<std::chrono::seconds>(clock_.wall_now().time_since_epoch())
          .count() +
      2;
  ASSERT_EQ(b().put("shop", "ORDER#1",
                    fmt::format(R"(,
        "id": {{"S": "1"}}, "kind": {{"S": "order"}}, "buyer": {{"S": "ann"}},
        "number": {{"S": "n"}}, "total": {{"N": "1"}}, "ends": {{"N": "{}"}})",
                                soon)),
            200)
      << b().answer();
  a().kill();
  outlive_a();
  ASSERT_TRUE(b().has("shop", "ORDER#1"));
  EXPECT_NE(b().answer().find("lost"), std::string::npos) << b().answer();
}

}  // namespace
}  // namespace partita::two_databases
