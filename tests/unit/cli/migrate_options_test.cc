#include "cli/migrate_options.h"

#include <gtest/gtest.h>

#include <vector>

#include "cli/command_line.h"
#include "cli/model_migrate.h"
#include "unit/cli/parsed.h"

namespace partita::cli {
namespace {

TEST(MigrateOptions, NameAModelAndAMigration) {
  const auto command = chosen<ModelMigrateCommand>(
      {"model", "migrate", "advance", "shop", "2026-02-mail", "--forced-by", "anna"});
  EXPECT_EQ(command.move, "advance");
  EXPECT_EQ(command.model, "shop");
  EXPECT_EQ(command.migration, "2026-02-mail");
  EXPECT_EQ(command.forced_by, "anna");
  EXPECT_EQ(chosen<ModelMigrateCommand>({"model", "migrate", "status", "shop"}).migration, "");
}

TEST(MigrateOptions, SayWhatTheyDoNotUnderstand) {
  struct Case {
    std::vector<const char*> arguments;
    std::string_view named;
  };
  const Case cases[] = {
      {{"model", "migrate", "jump", "shop"}, "roll-back"},
      {{"model", "migrate", "advance", "shop"}, "which migration"},
      {{"model", "migrate", "status", "shop", "m"}, "leave the id out"},
  };
  for (const Case& each : cases) {
    const auto shown = std::get<ShowCommand>(parse(each.arguments));
    EXPECT_TRUE(shown.is_mistake);
    EXPECT_NE(shown.text.find(each.named), std::string::npos) << shown.text;
  }
}

TEST(ModelMigrate, TellsAMigrationInLines) {
  const Item walk{{"items", 1204}, {"total", 90112}, {"changed", 1200},
                  {"wrong", 1},    {"done", false},  {"examples", List{"id=\"7\""}}};
  const Item migration{{"id", "m"},
                       {"entity", "Job"},
                       {"old", List{"originalFileName"}},
                       {"new", List{"fileName"}},
                       {"step", "backfill"},
                       {"since", "2026-02-03T09:00:00.000Z"},
                       {"paused", true},
                       {"next", "verify"},
                       {"waits_for", "88908 of 90112 items are left; it is paused"},
                       {"walk", walk}};
  EXPECT_EQ(migration_text(migration),
            "m: Job originalFileName -> fileName, backfill (paused) since "
            "2026-02-03T09:00:00.000Z\n"
            "  1204 of about 90112 items, 1200 written, 1 wrong\n"
            "    id=\"7\"\n"
            "  cannot go on to verify yet: 88908 of 90112 items are left; it is paused\n");
}

}  // namespace
}  // namespace partita::cli
