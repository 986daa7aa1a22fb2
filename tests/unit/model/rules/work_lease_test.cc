#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

// What a lease of a worker lets whom do, through whichever door a write comes.

namespace partita::rules {
namespace {

using std::chrono::minutes;

constexpr const char* kAttributes =
    R"(s: {type: enum, values: [new, waiting, busy, checked, done, dead], default: new}
token: {type: string}
until: {type: timestamp, encode: epoch_ms}
worker: {type: string}
attempts: {type: int, min: 0}
why: {type: string}
note: {type: string})";

constexpr const char* kLifecycle = R"(lifecycle:
  attribute: s
  initial: [new, waiting, busy]
  final: [done, dead]
  transitions:
    - {from: new, to: waiting}
    - {from: waiting, to: busy}
    - {from: busy, to: checked}
    - {from: [busy, checked], to: done}
    - {from: [busy, checked], to: dead, require: [why]}
    - {from: [busy, checked], to: waiting, by: worker}
  work:
    states: [busy, checked]
    for: 5m
    token: token
    until: until
    worker: worker
    attempts: attempts
    max: 2
    then: waiting
    dead: {to: dead, set: {why: nobody could}})";

class WorkLease : public ::testing::Test {
 protected:
  Item waiting(int attempts = 0) const {
    Item item{{"id", "1"}, {"s", "waiting"}};
    if (attempts > 0) item.set("attempts", attempts);
    return item;
  }
  // As a worker with the token `t1` has taken it.
  Item taken() const { return take(waiting(), "t1").item; }
  Answer take(const Item& before, const char* token) const {
    return table.update(before,
                        with(with(with(before, "s", "busy"), "token", token), "worker", "w"),
                        {"s", "token", "worker"});
  }
  // An update that names the token beside what it sets; null: no token.
  Answer write(const Item& before, const char* token, std::string_view attribute,
               const Value& value) const {
    Item after = with(before, attribute, value);
    std::vector<std::string_view> targets{attribute};
    if (token != nullptr) {
      after.set("token", token);
      targets.emplace_back("token");
    }
    return table.update(before, after, targets);
  }
  Answer move(const Item& before, const char* token, const char* state) const {
    return write(before, token, "s", Value(state));
  }
  static std::string code_of(const Answer& answer) {
    return answer.refusal ? answer.refusal->code : "";
  }
  static bool has(const Item& item, std::string_view name) { return item.find(name) != nullptr; }
  std::int64_t now_ms() const { return table.now.time_since_epoch().count(); }

  TestTable table = TestTable::of_things(kAttributes, kLifecycle);
};

TEST_F(WorkLease, BeginsWithAWriteThatNamesATokenOfItsOwn) {
  const Item item = taken();
  EXPECT_EQ(*item.find("token"), Value("t1"));
  EXPECT_EQ(*item.find("until"), Value(now_ms() + 300000));
  EXPECT_EQ(*item.find("worker"), Value("w"));
  EXPECT_EQ(*item.find("attempts"), Value(1));
}

TEST_F(WorkLease, AlsoBeginsWithAPutOfANewItem) {
  const Item item = table.put({{"id", "1"}, {"s", "busy"}, {"token", "t1"}}).item;
  EXPECT_EQ(*item.find("until"), Value(now_ms() + 300000));
}

TEST_F(WorkLease, TheServersClockSaysHowLong) {
  const Item wanted{{"id", "1"},      {"s", "busy"},
                    {"token", "t1"},  {"until", now_ms() + 999999999},
                    {"attempts", -7}, {"worker", "w"}};
  const Answer answer =
      table.update(waiting(), wanted, {"s", "token", "until", "attempts", "worker"});
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(*answer.item.find("until"), Value(now_ms() + 300000));
  EXPECT_EQ(*answer.item.find("attempts"), Value(1));
}

TEST_F(WorkLease, WithoutATokenTheLifecycleIsAsItWas) {
  const Item busy = move(waiting(), nullptr, "busy").item;
  EXPECT_FALSE(has(busy, "token") || has(busy, "until") || has(busy, "attempts"));
  const Item named = write(busy, nullptr, "worker", Value("mine")).item;
  EXPECT_EQ(*move(named, nullptr, "done").item.find("worker"), Value("mine"));
  EXPECT_TRUE(move(busy, nullptr, "busy").is_allowed);
  const Answer back = move(busy, nullptr, "waiting");
  EXPECT_EQ(back.text,
            "model shop, Thing 1: s busy -> waiting is not allowed; from busy: checked, done, dead "
            "[M201]");
}

TEST_F(WorkLease, AnItemThatSomebodyHasIsTakenByNobodyElse) {
  for (const char* state : {"busy", "checked", "done", "waiting"}) {
    EXPECT_EQ(code_of(move(taken(), nullptr, state)), "M207") << state;
    EXPECT_EQ(code_of(move(taken(), "t2", state)), "M207") << state;
  }
  EXPECT_EQ(take(taken(), "t2").text,
            "model shop, Thing 1: the lease of this token is over: worker \"w\" has the item until "
            "2025-10-21T14:35:00.000Z [M207]");
  EXPECT_EQ(move(taken(), nullptr, "done").text,
            "model shop, Thing 1: worker \"w\" has the item until 2025-10-21T14:35:00.000Z; to "
            "change its s or its lease, name the token that it was given [M207]");
}

TEST_F(WorkLease, APutByAnybodyElseIsRefusedToo) {
  EXPECT_EQ(code_of(table.put({{"id", "1"}, {"s", "busy"}}, taken())), "M207");
  EXPECT_EQ(code_of(table.put({{"id", "1"}, {"s", "waiting"}}, taken())), "M207");
}

TEST_F(WorkLease, OthersMayWriteWhatIsNotTheWorkers) {
  const Item before = taken();
  table.now += minutes(1);
  const Answer answer = write(before, nullptr, "note", Value("urgent"));
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(answer.item, with(before, "note", "urgent"));
}

TEST_F(WorkLease, NobodyElseTouchesTheLeaseItself) {
  for (const char* name : {"until", "worker", "attempts"}) {
    EXPECT_EQ(code_of(write(taken(), nullptr, name, Value(name))), "M207") << name;
  }
  const Answer removed = table.update(taken(), without(taken(), "token"), {"token"});
  EXPECT_EQ(code_of(removed), "M207");
}

TEST_F(WorkLease, IsRenewedWheneverItsTokenIsNamed) {
  const Item before = taken();
  table.now += minutes(4);
  const Item beaten = write(before, "t1", "token", Value("t1")).item;
  EXPECT_EQ(*beaten.find("until"), Value(now_ms() + 300000));
  EXPECT_EQ(*beaten.find("attempts"), Value(1));
  table.now += minutes(4);
  EXPECT_EQ(*move(beaten, "t1", "checked").item.find("until"), Value(now_ms() + 300000));
}

TEST_F(WorkLease, EndsWithTheWorkAndLeavesNothingOfItself) {
  const Item done = move(taken(), "t1", "done").item;
  EXPECT_EQ(done, (Item{{"id", "1"}, {"s", "done"}, {"attempts", 1}}));
  EXPECT_EQ(code_of(move(done, "t1", "done")), "M207");
}

TEST_F(WorkLease, GivenBackTheItemWasNotTried) {
  const Item back = move(taken(), "t1", "waiting").item;
  EXPECT_EQ(back, (Item{{"id", "1"}, {"s", "waiting"}, {"attempts", 0}}));
  EXPECT_EQ(*take(back, "t2").item.find("attempts"), Value(1));
}

TEST_F(WorkLease, ATokenIsWorthNothingOnceItsTimeIsOver) {
  const Item before = taken();
  table.now += minutes(5);
  for (const char* state : {"busy", "checked", "done", "waiting"}) {
    EXPECT_EQ(code_of(move(before, "t1", state)), "M207") << state;
  }
  EXPECT_EQ(code_of(write(before, "t1", "token", Value("t1"))), "M207");
  EXPECT_EQ(move(before, "t1", "done").text,
            "model shop, Thing 1: the lease of this token ended at 2025-10-21T14:35:00.000Z "
            "[M207]");
  // Then it is an item in that state like any other, but for the way back.
  EXPECT_TRUE(move(before, nullptr, "done").is_allowed);
  EXPECT_EQ(code_of(move(before, nullptr, "waiting")), "M201");
}

TEST_F(WorkLease, AnOldTokenTakesNothingThatIsBusyWithoutALease) {
  const Item busy = move(waiting(), nullptr, "busy").item;
  EXPECT_EQ(code_of(write(busy, "t1", "token", Value("t1"))), "M207");
  EXPECT_EQ(code_of(move(busy, "t1", "done")), "M207");
}

TEST_F(WorkLease, AnOldTokenIsNoTokenOfANewLease) {
  const Item second = take(move(taken(), "t1", "waiting").item, "t2").item;
  EXPECT_EQ(code_of(move(second, "t1", "done")), "M207");
  EXPECT_TRUE(move(second, "t2", "done").is_allowed);
}

TEST_F(WorkLease, WhenItIsOverTheServerLeadsTheItemBack) {
  const EncodedItem item(taken());
  table.now += minutes(5) - std::chrono::milliseconds(1);
  EXPECT_FALSE(table.rules().due_step(item.view(), table.now));
  table.now += std::chrono::milliseconds(1);
  const auto step = table.rules().due_step(item.view(), table.now);
  ASSERT_TRUE(step);
  EXPECT_EQ(step->to, "waiting");
  table.is_server = true;
  const Answer back = move(item.view().to_item(), nullptr, "waiting");
  EXPECT_EQ(back.item, (Item{{"id", "1"}, {"s", "waiting"}, {"attempts", 1}}));
}

TEST_F(WorkLease, AfterTheLastAttemptItIsDead) {
  const EncodedItem item(take(waiting(1), "t1").item);
  table.now += minutes(5);
  const auto step = table.rules().due_step(item.view(), table.now);
  ASSERT_TRUE(step);
  EXPECT_EQ(step->to, "dead");
  EXPECT_TRUE(step->is_last_attempt);
}

TEST_F(WorkLease, AnItemThatIsBusyWithoutALeaseIsNobodysToLeadBack) {
  const EncodedItem item(move(waiting(), nullptr, "busy").item);
  table.now += minutes(600);
  EXPECT_FALSE(table.rules().due_step(item.view(), table.now));
}

TEST_F(WorkLease, IsOnlyCountedWhereRulesAreObserved) {
  table = TestTable::of_things(kAttributes, kLifecycle, "enforcement: observe");
  const Item before{{"id", "1"}, {"s", "busy"}, {"token", "t1"}, {"until", now_ms() + 1000}};
  const Answer answer = move(before, "t2", "done");
  ASSERT_TRUE(answer.is_allowed);
  EXPECT_EQ(answer.outcome.violations.at(0).code, "M207");
  EXPECT_EQ(*answer.item.find("token"), Value("t2"));
}

}  // namespace
}  // namespace partita::rules
