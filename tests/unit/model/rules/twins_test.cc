// Two forms of one thing beside each other, while a migration goes from one to the other.
#include "model/rules/twins.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/rules/table_rules.h"
#include "partita/base/random.h"
#include "unit/model/rules/test_table.h"

namespace partita::rules {
namespace {

using model::Migration;
using model::MigrationStep;

constexpr std::string_view kJobs = R"(
format: 1
model: jobs
version: 2
tables: {jobs: {name: jobs, key: {partition: id}}}
entities:
  Job:
    match: all
    key: {id: '{id}'}
    attributes:
      id: {type: string, required: true}
      fileName: {type: string, required: true}
      provider: {type: string}
      attempts: {type: string}
      given: {type: string}
      family: {type: string}
      size: {type: string}
      priority: {type: string}
migrations:
)";
constexpr std::string_view kRename =
    "  - {id: m, entity: Job, rename: {from: originalFileName, to: fileName}}\n";
constexpr std::string_view kRetype =
    "  - {id: m, entity: Job, retype: {attribute: retries, to: string, via: attempts, "
    "using: \"{retries}\", back: number(attempts)}}\n";
constexpr std::string_view kRetypeOneWay =
    "  - {id: m, entity: Job, retype: {attribute: retries, to: string, via: attempts, "
    "using: \"{retries}\"}}\n";
constexpr std::string_view kSplit =
    "  - {id: m, entity: Job, split: {from: name, into: {given: \"part(name, ' ', 0)\", "
    "family: \"part(name, ' ', 1)\"}, back: \"{given} {family}\"}}\n";
constexpr std::string_view kMerge =
    "  - {id: m, entity: Job, merge: {from: [width, height], into: size, using: "
    "\"{width}x{height}\", back: {width: \"number(part(size, 'x', 0))\", "
    "height: \"number(part(size, 'x', 1))\"}}}\n";
constexpr std::string_view kAdd =
    "  - {id: m, entity: Job, add: {attribute: priority, backfill: \"'normal'\"}}\n";
constexpr std::string_view kRemove = "  - {id: m, entity: Job, remove: {attribute: traceId}}\n";

// The one migration of a model, at a step.
class Migrated {
 public:
  Migrated(std::string_view migration, MigrationStep step)
      : model_(model::load_model(std::string(kJobs).append(migration), "jobs.yaml", {}).value()) {
    auto migrations = model::migrations_of(*model_);
    EXPECT_EQ(migrations.size(), 1U);
    migrations.front().step = step;
    migration_ = migrations.front();
    rules_.emplace(
        TableRules::compile(model_, model_->tables.front(), std::move(migrations)).value());
  }

  Item shown(const Item& item) const {
    const EncodedItem stored(item);
    const auto shown = rules_->shown(stored.view());
    return shown ? shown->view().to_item() : item;
  }
  Item caught_up(const Item& item) const {
    const EncodedItem earlier(item);
    const auto made = rules_->caught_up(earlier.view());
    return made ? made->view().to_item() : item;
  }
  Item narrowed(const Item& item) const {
    const EncodedItem wide(item);
    const auto made = rules_->narrowed(wide.view());
    return made ? made->view().to_item() : item;
  }
  // What is stored, or nothing and `refusal`.
  Item put(const Item& item, const std::optional<Item>& before = std::nullopt) {
    return write(WriteKind::Put, item, before);
  }
  Item update(const std::optional<Item>& before, const Item& item) {
    return write(WriteKind::Update, item, before);
  }
  WalkedItem walk(const Item& item) const { return walked(migration_, EncodedItem(item).view()); }

  std::string refusal;

 private:
  Item write(WriteKind kind, const Item& item, const std::optional<Item>& before) {
    refusal.clear();
    const EncodedItem after(item);
    const EncodedItem former = before ? EncodedItem(shown(*before)) : EncodedItem();
    JudgedWrite change{.kind = kind, .after = after.view(), .now = test_now()};
    if (before) change.before = former.view();
    auto twinned = rules_->twin(change);
    if (!twinned.ok()) {
      refusal = twinned.error().message();
      return {};
    }
    return twinned->item ? twinned->item->view().to_item() : item;
  }

  std::shared_ptr<const model::Model> model_;
  Migration migration_;
  std::optional<TableRules> rules_;
};

const std::vector<MigrationStep> kStepsWithBoth{MigrationStep::Expand, MigrationStep::Backfill,
                                                MigrationStep::Verify, MigrationStep::Switch,
                                                MigrationStep::Quiet};

TEST(Twins, AreBothShownOfWhicheverIsStored) {
  for (const MigrationStep step : kStepsWithBoth) {
    const Migrated job(kRename, step);
    const Item both{{"id", "1"}, {"originalFileName", "a"}, {"fileName", "a"}};
    EXPECT_EQ(job.shown({{"id", "1"}, {"originalFileName", "a"}}), both);
    EXPECT_EQ(job.shown({{"id", "1"}, {"fileName", "a"}}), both);
    EXPECT_EQ(job.shown({{"id", "1"}}), (Item{{"id", "1"}}));
  }
}

TEST(Twins, AreNotShownBeforeAndAfter) {
  const Item old{{"id", "1"}, {"originalFileName", "a"}};
  for (const MigrationStep step :
       {MigrationStep::Declared, MigrationStep::Done, MigrationStep::RolledBack}) {
    EXPECT_EQ(Migrated(kRename, step).shown(old), old);
  }
}

TEST(Twins, AreBothStoredByAPutOfEither) {
  Migrated job(kRename, MigrationStep::Expand);
  const Item both{{"id", "1"}, {"originalFileName", "b"}, {"fileName", "b"}};
  const Item before{{"id", "1"}, {"originalFileName", "a"}};
  EXPECT_EQ(job.put({{"id", "1"}, {"originalFileName", "b"}}), both);
  EXPECT_EQ(job.put({{"id", "1"}, {"fileName", "b"}}), both);
  EXPECT_EQ(job.put({{"id", "1"}, {"fileName", "b"}}, before), both);
}

// An old program that puts back all it has read, with its own change.
TEST(Twins, FollowTheOneThatAWholeItemHasChanged) {
  Migrated job(kRename, MigrationStep::Expand);
  const Item before{{"id", "1"}, {"originalFileName", "a"}, {"fileName", "a"}};
  EXPECT_EQ(job.put({{"id", "1"}, {"originalFileName", "b"}, {"fileName", "a"}}, before),
            (Item{{"id", "1"}, {"originalFileName", "b"}, {"fileName", "b"}}));
  EXPECT_EQ(job.put({{"id", "1"}, {"originalFileName", "a"}, {"fileName", "c"}}, before),
            (Item{{"id", "1"}, {"originalFileName", "c"}, {"fileName", "c"}}));
}

TEST(Twins, OfDifferentValuesAreRefused) {
  Migrated job(kRename, MigrationStep::Expand);
  job.put({{"id", "1"}, {"originalFileName", "b"}, {"fileName", "c"}});
  EXPECT_EQ(job.refusal,
            "model jobs, Job id=\"1\": `fileName` is given with another value than "
            "`originalFileName` makes of it (migration m, expand) [M120]");
}

TEST(Twins, GoTogetherInAnUpdate) {
  Migrated job(kRename, MigrationStep::Verify);
  const Item before{{"id", "1"}, {"originalFileName", "a"}};
  const Item none{{"id", "1"}};
  EXPECT_EQ(job.update(before, {{"id", "1"}, {"fileName", "a"}}), none) << "REMOVE of the old";
  EXPECT_EQ(job.update(before, {{"id", "1"}, {"originalFileName", "a"}}), none)
      << "REMOVE of the new";
  EXPECT_EQ(job.update(before, {{"id", "1"}, {"fileName", "b"}}),
            (Item{{"id", "1"}, {"originalFileName", "b"}, {"fileName", "b"}}))
      << "REMOVE old SET new";
}

TEST(Twins, AreStoredByAnUpdateOfSomethingElse) {
  Migrated job(kRename, MigrationStep::Expand);
  const Item before{{"id", "1"}, {"originalFileName", "a"}};
  Item after = job.shown(before);
  after.set("provider", "x");
  EXPECT_EQ(job.update(before, after), after);
}

TEST(Twins, TakeValuesOfAnyTypeWhenRenamed) {
  Migrated job(kRename, MigrationStep::Expand);
  const Value any(List{Value(nullptr), Value(Map{{"a", 1}})});
  EXPECT_EQ(job.shown({{"id", "1"}, {"originalFileName", any}}),
            (Item{{"id", "1"}, {"originalFileName", any}, {"fileName", any}}));
  EXPECT_EQ(job.shown({{"id", "1"}, {"originalFileName", nullptr}}),
            (Item{{"id", "1"}, {"originalFileName", nullptr}, {"fileName", nullptr}}));
}

TEST(Twins, OfAnotherTypeAreMadeBothWays) {
  Migrated job(kRetype, MigrationStep::Expand);
  EXPECT_EQ(job.put({{"id", "1"}, {"retries", 3}}),
            (Item{{"id", "1"}, {"retries", 3}, {"attempts", "3"}}));
  EXPECT_EQ(job.put({{"id", "1"}, {"attempts", "4"}}),
            (Item{{"id", "1"}, {"retries", 4}, {"attempts", "4"}}));
}

TEST(Twins, WithoutAWayBackTakeTheNewOneOnlyFromTheSwitchOn) {
  Migrated early(kRetypeOneWay, MigrationStep::Verify);
  early.put({{"id", "1"}, {"attempts", "4"}});
  EXPECT_EQ(early.refusal,
            "model jobs, Job id=\"1\": `attempts` cannot be written without `retries` yet: the "
            "migration has no `back` (migration m, verify) [M122]");
  Migrated late(kRetypeOneWay, MigrationStep::Switch);
  const Item before{{"id", "1"}, {"retries", 3}, {"attempts", "3"}};
  const Item after{{"id", "1"}, {"retries", 3}, {"attempts", "4"}};
  EXPECT_EQ(late.update(before, after), after) << "the old one stays as it was";
}

TEST(Twins, SplitAndMerge) {
  Migrated split(kSplit, MigrationStep::Expand);
  const Item names{{"id", "1"}, {"name", "Ada Byron"}, {"given", "Ada"}, {"family", "Byron"}};
  EXPECT_EQ(split.put({{"id", "1"}, {"name", "Ada Byron"}}), names);
  EXPECT_EQ(split.put({{"id", "1"}, {"given", "Ada"}, {"family", "Byron"}}), names);
  Item changed = names;
  changed.set("family", "King");
  EXPECT_EQ(split.update(names, changed),
            (Item{{"id", "1"}, {"name", "Ada King"}, {"given", "Ada"}, {"family", "King"}}));

  Migrated merge(kMerge, MigrationStep::Expand);
  const Item sizes{{"id", "1"}, {"width", 4}, {"height", 3}, {"size", "4x3"}};
  EXPECT_EQ(merge.put({{"id", "1"}, {"width", 4}, {"height", 3}}), sizes);
  EXPECT_EQ(merge.put({{"id", "1"}, {"size", "4x3"}}), sizes);
}

TEST(Twins, AddedAreAlwaysThere) {
  Migrated job(kAdd, MigrationStep::Expand);
  const Item normal{{"id", "1"}, {"priority", "normal"}};
  EXPECT_EQ(job.shown({{"id", "1"}}), normal);
  EXPECT_EQ(job.put({{"id", "1"}}), normal);
  EXPECT_EQ(job.update(normal, {{"id", "1"}}), normal);
  EXPECT_EQ(job.put({{"id", "1"}, {"priority", "high"}}),
            (Item{{"id", "1"}, {"priority", "high"}}));
}

TEST(Twins, OldAreHiddenAndRefusedAtTheEnd) {
  Migrated job(kRename, MigrationStep::Contract);
  const Item both{{"id", "1"}, {"originalFileName", "a"}, {"fileName", "a"}};
  EXPECT_EQ(job.shown(both), (Item{{"id", "1"}, {"fileName", "a"}}));
  job.put({{"id", "1"}, {"originalFileName", "b"}}, both);
  EXPECT_EQ(job.refusal,
            "model jobs, Job id=\"1\": `originalFileName` is not written any more; write "
            "`fileName` (migration m, contract) [M121]");
  EXPECT_EQ(job.update(both, {{"id", "1"}, {"fileName", "b"}}),
            (Item{{"id", "1"}, {"fileName", "b"}}));
  Migrated done(kRename, MigrationStep::Done);
  done.put({{"id", "1"}, {"originalFileName", "b"}});
  EXPECT_NE(done.refusal, "");
  Migrated removed(kRemove, MigrationStep::Contract);
  EXPECT_EQ(removed.shown({{"id", "1"}, {"traceId", "t"}}), (Item{{"id", "1"}}));
  removed.put({{"id", "1"}, {"traceId", "t"}});
  EXPECT_EQ(removed.refusal,
            "model jobs, Job id=\"1\": `traceId` is not written any more (migration m, contract) "
            "[M121]");
}

TEST(Twins, OldAreNotHiddenWhereTheyAreAllThereIs) {
  const Migrated job(kRetype, MigrationStep::Contract);
  const Item unread{{"id", "1"}, {"retries", Value(List{})}};
  EXPECT_EQ(job.shown(unread), unread);
  EXPECT_TRUE(job.walk(unread).is_wrong);
  EXPECT_FALSE(job.walk(unread).item);
}

TEST(Twins, NewAreDroppedWhenRolledBack) {
  Migrated job(kRename, MigrationStep::RollBack);
  const Item old{{"id", "1"}, {"originalFileName", "a"}};
  EXPECT_EQ(job.shown({{"id", "1"}, {"originalFileName", "a"}, {"fileName", "a"}}), old);
  EXPECT_EQ(job.shown({{"id", "1"}, {"fileName", "a"}}), old) << "nothing is lost";
  EXPECT_EQ(job.put({{"id", "1"}, {"fileName", "a"}}), old);
  EXPECT_EQ(job.put(old), old);
}

TEST(Twins, AreWalkedIntoEveryItem) {
  const Item old{{"id", "1"}, {"originalFileName", "a"}};
  const Item both{{"id", "1"}, {"originalFileName", "a"}, {"fileName", "a"}};
  const Migrated backfill(kRename, MigrationStep::Backfill);
  EXPECT_EQ(backfill.walk(old).item->view().to_item(), both);
  EXPECT_FALSE(backfill.walk(both).item);
  const Migrated contract(kRename, MigrationStep::Contract);
  EXPECT_EQ(contract.walk(both).item->view().to_item(), (Item{{"id", "1"}, {"fileName", "a"}}));
  const Migrated back(kRename, MigrationStep::RollBack);
  EXPECT_EQ(back.walk(both).item->view().to_item(), old);
}

// The form that can be made of the other one, until it is verified that items have both.
TEST(Twins, AreNotBothStoredWhereThereIsNoRoom) {
  const Item both{{"id", "1"}, {"originalFileName", "a"}, {"fileName", "a"}};
  const Item old{{"id", "1"}, {"originalFileName", "a"}};
  EXPECT_EQ(Migrated(kRename, MigrationStep::Expand).narrowed(both), old);
  EXPECT_EQ(Migrated(kRename, MigrationStep::Backfill).narrowed(both), old);
  EXPECT_EQ(Migrated(kRename, MigrationStep::Verify).narrowed(both), both);
  EXPECT_EQ(Migrated(kRename, MigrationStep::Expand).narrowed(old), old);
  const Item differs{{"id", "1"}, {"originalFileName", "a"}, {"fileName", "b"}};
  EXPECT_EQ(Migrated(kRename, MigrationStep::Expand).narrowed(differs), differs);
  // 07 is 7 as a number: only the new form tells.
  const Item written{{"id", "1"}, {"retries", 7}, {"attempts", "07"}};
  EXPECT_EQ(Migrated(kRetype, MigrationStep::Expand).narrowed(written),
            (Item{{"id", "1"}, {"attempts", "07"}}));
}

// Items of an earlier time, as a backup has them, come to be as the others are.
TEST(Twins, CatchUpWithAllThatWasDone) {
  const Item old{{"id", "1"}, {"originalFileName", "a"}};
  const Item both{{"id", "1"}, {"originalFileName", "a"}, {"fileName", "a"}};
  const Item fresh{{"id", "1"}, {"fileName", "a"}};
  EXPECT_EQ(Migrated(kRename, MigrationStep::Switch).caught_up(old), both);
  EXPECT_EQ(Migrated(kRename, MigrationStep::Done).caught_up(old), fresh);
  EXPECT_EQ(Migrated(kRename, MigrationStep::Done).caught_up(both), fresh);
  EXPECT_EQ(Migrated(kRename, MigrationStep::Done).caught_up(fresh), fresh);
  EXPECT_EQ(Migrated(kRename, MigrationStep::RollBack).caught_up(both), old);
  EXPECT_EQ(Migrated(kRename, MigrationStep::RolledBack).caught_up(old), old);
  EXPECT_EQ(Migrated(kAdd, MigrationStep::Done).caught_up({{"id", "1"}}),
            (Item{{"id", "1"}, {"priority", "normal"}}));
  EXPECT_EQ(Migrated(kRemove, MigrationStep::Done).caught_up({{"id", "1"}, {"traceId", "t"}}),
            (Item{{"id", "1"}}));
  const Item unmade{{"id", "1"}, {"retries", Value(List{})}};
  EXPECT_EQ(Migrated(kRetype, MigrationStep::Done).caught_up(unmade), unmade);
}

// One that was brought back while the old form goes.
TEST(Twins, AreMadeOfTheOldFormBeforeItGoes) {
  const Migrated contract(kRename, MigrationStep::Contract);
  EXPECT_EQ(contract.walk({{"id", "1"}, {"originalFileName", "a"}}).item->view().to_item(),
            (Item{{"id", "1"}, {"fileName", "a"}}));
}

TEST(Twins, AreVerifiedBothWays) {
  const Migrated rename(kRename, MigrationStep::Verify);
  EXPECT_FALSE(rename.walk({{"id", "1"}, {"originalFileName", "a"}, {"fileName", "a"}}).is_wrong);
  EXPECT_TRUE(rename.walk({{"id", "1"}, {"originalFileName", "a"}}).is_wrong);
  EXPECT_TRUE(rename.walk({{"id", "1"}, {"originalFileName", "a"}, {"fileName", "b"}}).is_wrong);
  // What the way back does not give again would be lost.
  const Migrated split(kSplit, MigrationStep::Verify);
  EXPECT_TRUE(
      split.walk({{"id", "1"}, {"name", "Ada King Byron"}, {"given", "Ada"}, {"family", "King"}})
          .is_wrong);
}

TEST(Twins, OfARuleThatIsOnlyObservedStayAsTheyAreGiven) {
  auto text = std::string(kJobs).append(kRename);
  text.replace(text.find("key: {partition: id}"), 20, "enforcement: observe, key: {partition: id}");
  const auto model = model::load_model(text, "jobs.yaml", {}).value();
  auto migrations = model::migrations_of(*model);
  migrations.front().step = MigrationStep::Expand;
  const auto rules =
      TableRules::compile(model, model->tables.front(), std::move(migrations)).value();
  const EncodedItem item(Item{{"id", "1"}, {"originalFileName", "b"}, {"fileName", "c"}});
  const auto twinned = rules.twin({.kind = WriteKind::Put, .after = item.view()}).value();
  EXPECT_FALSE(twinned.item);
  ASSERT_EQ(twinned.violations.size(), 1U);
  EXPECT_EQ(twinned.violations.front().code, kTwoValues);
}

}  // namespace
}  // namespace partita::rules
