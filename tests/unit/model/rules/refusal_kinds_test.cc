#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "unit/model/rules/test_table.h"

// Which exception each rule becomes. A program by the book takes ConditionalCheckFailedException
// for a race that somebody else has won, and goes on: so nothing may be one that no other state of
// the database would let pass.

namespace partita::rules {
namespace {

using Provocation = std::function<std::optional<Refusal>()>;

Item thing(std::string_view name, Value value) {
  return with({{"id", "1"}}, name, std::move(value));
}

std::optional<Refusal> missing_reference() {
  const auto table = TestTable::of_file("album_workflow");
  const Answer answer = table.put({{"pk", "550e8400-e29b-41d4-a716-446655440000"},
                                   {"sk", "album-1"},
                                   {"entityType", "album"},
                                   {"albumIndex", 1},
                                   {"albumName", "a"},
                                   {"artist", "b"},
                                   {"year", 1959},
                                   {"workflowType", "step-functions"}});
  return refute(answer.outcome, answer.outcome.references.at(0), std::nullopt);
}

std::optional<Refusal> value_of_another_item() {
  const auto table = TestTable::of_things("mail: {type: string}", "unique: [{on: [mail]}]");
  const Answer answer = table.put(thing("mail", "a"));
  return not_unique(answer.outcome, answer.outcome.claims.at(0));
}

std::optional<Refusal> item_that_others_refer_to() {
  const auto table =
      TestTable::of_things("parent: {type: string, references: Thing, on_delete: refuse}");
  const Answer answer = table.remove({{"id", "1"}});
  return still_referenced(answer.outcome, answer.outcome.departure->referrers.at(0));
}

std::optional<Refusal> item_of_another_worker() {
  const auto table = TestTable::of_file("photoeditor");
  const Item job{{"jobId", "01HF9G3Q7Z6X5V4T3S2R1P0N9M"}, {"status", "EDITING"}};
  return table.update(job, with(job, "leaseToken", "t"), {"leaseToken"}).refusal;
}

TestTable states() {
  return TestTable::of_things(
      "s: {type: enum, values: [a, b, c]}\nwhy: {type: string}",
      "lifecycle: {attribute: s, initial: [a], final: [c], transitions: [{from: a, to: b, require: "
      "[why]}, {from: b, to: c}]}");
}

using Provocations = std::map<std::string_view, Provocation>;

// The least that breaks each rule about an item by itself.
Provocations provocations_of_values() {
  return {
      {kInvalid,
       [] { return TestTable::of_things("n: {type: int}").put(thing("n", "x")).refusal; }},
      {kNotCanonical,
       [] {
         return TestTable::of_things("at: {type: timestamp, encode: rfc3339}")
             .put(thing("at", "noon"))
             .refusal;
       }},
      {kImmutable,
       [] {
         return TestTable::of_things("n: {type: int, immutable: true}")
             .put(thing("n", 2), thing("n", 1))
             .refusal;
       }},
      {kNotComputed,
       [] {
         return TestTable::of_things("n: {type: int, computed: 1 + 1}").put(thing("n", 3)).refusal;
       }},
      {kOtherKey,
       [] {
         return TestTable::of_text(
                    "format: 1\nmodel: m\nversion: 1\n"
                    "tables: {t: {name: t, key: {partition: pk}, enforcement: enforce}}\n"
                    "entities: {E: {match: all, key: {pk: \"E#{n}\"}, attributes: {n: {type: "
                    "string}}}}\n")
             .put({{"pk", "E#1"}, {"n", "2"}})
             .refusal;
       }},
      {kHasSeparator,
       [] {
         return TestTable::of_text(
                    "format: 1\nmodel: m\nversion: 1\n"
                    "tables: {t: {name: t, key: {partition: pk}, enforcement: enforce}}\n"
                    "entities: {E: {match: all, key: {pk: \"{a}#{b}\"}, attributes: {a: {type: "
                    "string}, b: {type: string}}}}\n")
             .put({{"pk", "x#y#z"}, {"a", "x#y"}, {"b", "z"}})
             .refusal;
       }},
      {kIncomplete,
       [] {
         return TestTable::of_things("n: {type: int, required: true}\nm: {type: int}")
             .update(std::nullopt, thing("m", 1), {"m"})
             .refusal;
       }},
  };
}

// The same for rules about what is stored.
Provocations provocations_of_states() {
  return {
      {kNoRevision,
       [] {
         return TestTable::of_things("r: {type: int}\nn: {type: int}",
                                     "rev: {attribute: r, require: true}")
             .update(thing("r", 1), with(thing("r", 1), "n", 1), {"n"})
             .refusal;
       }},
      {kServerOwned,
       [] {
         return TestTable::of_file("album_workflow")
             .put({{"pk", "2025-01-15"},
                   {"sk", "metrics-step-functions"},
                   {"entityType", "metrics"}})
             .refusal;
       }},
      {kNoTransition, [] { return states().put(thing("s", "c"), thing("s", "a")).refusal; }},
      {kTransitionNeeds, [] { return states().put(thing("s", "b"), thing("s", "a")).refusal; }},
      {kOtherRevision,
       [] {
         return TestTable::of_things("r: {type: int}", "rev: {attribute: r}")
             .put(thing("r", 1), thing("r", 3))
             .refusal;
       }},
      {kNotUnique, value_of_another_item},
      {kNoReference, missing_reference},
      {kStillReferenced, item_that_others_refer_to},
      {kNotHolder, item_of_another_worker},
  };
}

// Of a rename without a way back, at a step of it.
std::optional<Refusal> refused_at(model::MigrationStep step, const Item& item) {
  const auto model =
      model::load_model(
          "format: 1\nmodel: m\nversion: 1\n"
          "tables: {t: {name: t, key: {partition: id}, enforcement: enforce}}\n"
          "entities: {E: {match: all, key: {id: '{id}'}, attributes: {id: {type: string}, "
          "b: {type: string}}}}\n"
          "migrations: [{id: x, entity: E, retype: {attribute: a, to: string, via: b, using: "
          "a}}]\n",
          "m.yaml", {})
          .value();
  auto migrations = model::migrations_of(*model);
  migrations.front().step = step;
  const auto rules =
      TableRules::compile(model, model->tables.front(), std::move(migrations)).value();
  const EncodedItem after(item);
  const auto twinned = rules.twin({.kind = WriteKind::Put, .after = after.view()});
  if (twinned.ok()) return std::nullopt;
  const Refusal* refusal = refusal_of(twinned.error());
  return refusal == nullptr ? std::nullopt : std::optional(*refusal);
}

// The same for the two forms of what is migrated.
Provocations provocations_of_migrations() {
  using model::MigrationStep;
  return {
      {kTwoValues,
       [] {
         return refused_at(MigrationStep::Expand, {{"id", "1"}, {"a", "x"}, {"b", "y"}});
       }},
      {kOldForm,
       [] {
         return refused_at(MigrationStep::Contract, {{"id", "1"}, {"a", "x"}});
       }},
      {kNoWayBack,
       [] {
         return refused_at(MigrationStep::Expand, {{"id", "1"}, {"b", "x"}});
       }},
  };
}

TEST(RefusalKinds, AreKnownAndProvokedForEveryCode) {
  Provocations known = provocations_of_values();
  known.merge(provocations_of_states());
  known.merge(provocations_of_migrations());
  for (const CodeKind& one : kCodes) {
    const auto provocation = known.find(one.code);
    ASSERT_NE(provocation, known.end()) << one.code << " has no provocation";
    const auto refusal = provocation->second();
    ASSERT_TRUE(refusal.has_value()) << one.code;
    EXPECT_EQ(refusal->code, one.code) << refusal->text;
    EXPECT_EQ(refusal->kind, one.kind) << refusal->text;
  }
  EXPECT_EQ(known.size(), std::size(kCodes));
}

TEST(RefusalKinds, ARaceIsOnlyWhatAnotherStateWouldLetPass) {
  for (const CodeKind& one : kCodes) {
    const bool is_race = one.code == kNoTransition || one.code == kOtherRevision ||
                         one.code == kNotUnique || one.code == kNoReference ||
                         one.code == kStillReferenced || one.code == kNotHolder;
    EXPECT_EQ(one.kind == Refusal::Kind::Condition, is_race) << one.code;
  }
}

TEST(RefusalKinds, AStateThatIsRemovedIsNoRace) {
  const auto answer = states().update(thing("s", "a"), {{"id", "1"}}, {"s"});
  EXPECT_EQ(answer.text, "model shop, Thing 1: s a cannot be removed [M101]");
}

// What no state would let pass comes first, so that the whole is no race either.
TEST(RefusalKinds, OfSeveralFaultsIsTheOneThatNoStateWouldMend) {
  const auto table = TestTable::of_things(
      "s: {type: enum, values: [a, b]}\nn: {type: int}\nm: {type: int, max: 1}",
      "lifecycle: {attribute: s, initial: [a], final: [b], transitions: [{from: a, to: b}]}");
  const Item sent{{"id", "1"}, {"s", "a"}, {"n", "x"}, {"m", 2}};
  const Answer answer = table.put(sent, thing("s", "b"));
  ASSERT_TRUE(answer.refusal.has_value());
  EXPECT_EQ(answer.refusal->kind, Refusal::Kind::Validation);
  std::vector<std::string> told{answer.refusal->text};
  for (const Refusal& other : answer.refusal->others) told.push_back(other.text);
  EXPECT_EQ(told, (std::vector<std::string>{
                      "model shop, Thing.m: 2 is above max 1 [M101]",
                      "model shop, Thing.n: \"x\" (type S) is not of type int (type N) [M101]",
                      "model shop, Thing 1: s b -> a is not allowed; b is final [M201]"}));
}

// Whoever has an old item at hand may have other things wrong because of that.
TEST(RefusalKinds, AnotherRevisionIsToldAlone) {
  const auto table = TestTable::of_things("r: {type: int}\nn: {type: int}", "rev: {attribute: r}");
  const Answer answer = table.put({{"id", "1"}, {"r", 1}, {"n", "x"}}, thing("r", 3));
  EXPECT_EQ(answer.text, "model shop, Thing 1: expected r 1, current is 3 [M203]");
  EXPECT_TRUE(answer.refusal->others.empty());
}

TEST(RefusalKinds, OneAttributeIsToldOnce) {
  const auto table = TestTable::of_things("n: {type: int, max: 1, computed: 1 + 1}");
  const Answer answer = table.put(thing("n", 3));
  ASSERT_TRUE(answer.refusal.has_value());
  EXPECT_EQ(answer.refusal->code, "M104");
  EXPECT_TRUE(answer.refusal->others.empty());
}

TEST(RefusalKinds, ACountlessNumberOfFaultsIsToldInPart) {
  const auto table = TestTable::of_things("n: {type: int}", "",
                                          "enforcement: enforce\nunknown_attributes: reject");
  Item item{{"id", "1"}};
  for (int i = 0; i < 1000; ++i) item.set("a" + std::to_string(i), 1);
  const Answer answer = table.put(item);
  ASSERT_TRUE(answer.refusal.has_value());
  EXPECT_EQ(answer.refusal->others.size(), 49U);
}

}  // namespace
}  // namespace partita::rules
