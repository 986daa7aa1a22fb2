#include "given.h"

// Migrations that a file declares: what they are, and what the reader refuses.
#include "model/definition/migration.h"

namespace partita::model {
namespace {

std::string refused(const std::string& migration) {
  return finding_with("migrations:\n  - {id: m, entity: Job, " + migration + "}\n");
}

TEST(MigrationFile, TellsBothForms) {
  const auto model = model_with(
      "migrations:\n  - {id: m, entity: Job, rename: {from: made, to: at}, quiet: 2d, rate: 5}\n");
  const auto migrations = migrations_of(*model);
  ASSERT_EQ(migrations.size(), 1U);
  EXPECT_TRUE(migrations.front().has_old("made"));
  EXPECT_TRUE(migrations.front().has_new("at"));
  EXPECT_TRUE(migrations.front().has_back());
  EXPECT_EQ(migrations.front().quiet, std::chrono::days(2));
  EXPECT_EQ(migrations.front().items_per_second, 5);
  EXPECT_EQ(migrations.front().step, MigrationStep::Declared);
}

TEST(MigrationFile, HasStepsWithNames) {
  for (int i = 0; i <= static_cast<int>(MigrationStep::RolledBack); ++i) {
    const auto step = static_cast<MigrationStep>(i);
    EXPECT_EQ(migration_step_named(name_of(step)), step);
  }
  EXPECT_EQ(migration_step_named("later"), std::nullopt);
}

TEST(MigrationFile, IsRefusedIfItCannotBeDone) {
  EXPECT_EQ(refused("key: {at: x}"),
            "m:14:31: E L103 migration `m`: a change of a key template is not served: an item's "
            "key is its place. Write the items anew under another key, or keep the template");
  EXPECT_EQ(refused("rename: {from: a, to: b}"),
            "m:14:34: E L103 migration `m`: `b` is new and must be declared in Job");
  EXPECT_EQ(refused("rename: {from: id, to: at}"),
            "m:14:34: E L103 migration `m`: `id` is a part of the key `pk`: an item stays "
            "put");
  EXPECT_EQ(refused("rename: {from: at, to: at}"),
            "m:14:34: E L103 migration `m`: `at` is in both forms");
  EXPECT_EQ(refused("rename: {from: a}"),
            "m:14:34: E L103 migration `m`: `rename` lacks `to`; as in {from: a, to: b}");
  EXPECT_EQ(refused("rename: {from: a, to: at, into: b}"),
            "m:14:52: E L103 migration `m`: `rename` has no `into`; as in {from: a, to: b}");
  EXPECT_EQ(refused("note: x"),
            "m:14:5: E L103 migration `m`: it has exactly one of `add`, `rename`, `retype`, "
            "`split`, `merge` and `remove`");
  EXPECT_EQ(refused("rate: 0, rename: {from: a, to: at}"),
            "m:14:32: E L103 migration `m`: `rate` is 1 to 100000 items a second");
  EXPECT_EQ(refused("quiet: 3651d, rename: {from: a, to: at}"),
            "m:14:33: E L103 migration `m`: `quiet` is at most 3650d");
}

TEST(MigrationFile, HasNoFormulasThatReadTheClock) {
  const auto finding = refused("add: {attribute: at, backfill: now}");
  EXPECT_NE(finding.find("must not read the clock"), std::string::npos) << finding;
}

TEST(MigrationFile, HasEachIdOnce) {
  EXPECT_NE(finding_with("migrations:\n  - {id: m, entity: Job, remove: {attribute: a}}\n"
                         "  - {id: m, entity: Job, remove: {attribute: b}}\n")
                .find("two migrations have the id `m`"),
            std::string::npos);
}

}  // namespace
}  // namespace partita::model
