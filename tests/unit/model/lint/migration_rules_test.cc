#include <gtest/gtest.h>

#include "model/lint/lint.h"
#include "support/model_file.h"

// What lint says about migrations: L250 to L255.

namespace partita::lint {
namespace {

std::string with_migration(const std::string& migration, const std::string& attributes = "",
                           const std::string& indexes = "{}") {
  return R"(
format: 1
model: jobs
version: 1
tables:
  jobs: {name: jobs, key: {partition: id}, billing: {mode: on_demand}, indexes: )" +
         indexes + R"(}
entities:
  Job:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      file: {type: string}
      tries: {type: int}
      provider: {type: string}
)" + attributes +
         "migrations:\n" + migration;
}

std::vector<std::string> found(const std::string& text, std::string_view code) {
  std::vector<std::string> messages;
  for (const auto& finding : lint(*model_of(text))) {
    if (finding.finding.code == code) messages.push_back(finding.finding.message);
  }
  return messages;
}

using Messages = std::vector<std::string>;

constexpr const char* kRename =
    "  - {id: m, entity: Job, rename: {from: originalFile, to: file}}\n";

TEST(LintMigrations, FindNothingInARename) {
  for (const char* code : {"L250", "L251", "L252", "L253", "L254", "L255", "L290"}) {
    EXPECT_EQ(found(with_migration(kRename), code), Messages{}) << code;
  }
}

TEST(LintL250, ComparesTypes) {
  EXPECT_EQ(found(with_migration(kRename, "      originalFile: {type: int}\n"), "L250"),
            Messages{"`file` is declared as a string, but the migration makes it a int"});
  EXPECT_EQ(found(with_migration("  - {id: m, entity: Job, retype: {attribute: n, to: string, via: "
                                 "tries, using: number(n)}}\n"),
                  "L250"),
            Messages{"`tries` is declared as a int, but the migration makes it a string"});
}

TEST(LintL251, NamesIndexesThatLoseTheirKey) {
  EXPECT_EQ(found(with_migration(kRename, "      originalFile: {type: string}\n",
                                 "{by_file: {partition: [originalFile]}}"),
                  "L251"),
            Messages{"index by_file is keyed by what migration m removes"});
}

TEST(LintL252, NamesWhatIsRequired) {
  EXPECT_EQ(found(with_migration(kRename, "      originalFile: {type: string, required: true}\n"),
                  "L252"),
            Messages{"`originalFile` of Job is required, so it cannot be removed"});
}

TEST(LintL253, NamesMigrationsThatMeet) {
  const std::string both =
      std::string(kRename) + "  - {id: n, entity: Job, rename: {from: file, to: provider}}\n";
  EXPECT_EQ(found(with_migration(both), "L253"),
            Messages{"migrations m and n both change `file`: only one of them can be open at a "
                     "time"});
}

TEST(LintL254, AsksForAWayBack) {
  const std::string one_way =
      "  - {id: m, entity: Job, retype: {attribute: n, to: int, via: tries, using: number(n)}}\n";
  EXPECT_EQ(found(with_migration(one_way), "L254").size(), 1U);
}

TEST(LintL255, FindsABackfillThatCanBeAbsent) {
  const std::string added =
      "  - {id: m, entity: Job, add: {attribute: size, backfill: provider}}\n";
  EXPECT_EQ(found(with_migration(added, "      size: {type: string, required: true}\n"), "L255"),
            Messages{"the backfill of `size` is absent for items without `provider`"});
  EXPECT_EQ(found(with_migration(added, "      size: {type: string}\n"), "L255"), Messages{});
}

}  // namespace
}  // namespace partita::lint
