#include "cli/run_options.h"

#include <gtest/gtest.h>

#include <vector>

#include "cli/command_line.h"
#include "unit/cli/parsed.h"

namespace partita::cli {
namespace {

TEST(RunOptions, PassOnWhatOnlyTheModelKnows) {
  const auto run = chosen<ModelRunCommand>({"model", "run", "shop", "things", "--kind", "cup",
                                            "--limit", "5", "--from=2025-10-01", "--offset", "-5",
                                            "--kind2", "list", "-o", "csv", "--all"});
  EXPECT_EQ(run.model, "shop");
  EXPECT_EQ(run.pattern, "things");
  EXPECT_EQ(run.arguments,
            (ModelArguments{
                {"kind", "cup"}, {"from", "2025-10-01"}, {"offset", "-5"}, {"kind2", "list"}}));
  EXPECT_EQ(run.limit, 5);
  EXPECT_TRUE(run.reads_all);
  EXPECT_EQ(run.output, OutputForm::Csv);
  EXPECT_EQ(run.target.endpoint, "http://127.0.0.1:8000");
  EXPECT_FALSE(run.target.store);
}

TEST(RunOptions, OpenDataOnlyIfItIsNamed) {
  const auto stats = chosen<ModelStatsCommand>(
      {"model", "stats", "shop", "worth", "--window", "24h", "--data", "d", "--kind", "cup"});
  EXPECT_EQ(stats.rollup, "worth");
  EXPECT_EQ(stats.window, "24h");
  EXPECT_EQ(std::get<database::RocksdbStore>(stats.target.store.value()).directory, "d");
  EXPECT_EQ(stats.arguments, (ModelArguments{{"kind", "cup"}}));
}

TEST(RunOptions, ShowWhatIsStuckIfNoRollupIsNamed) {
  const auto stats = chosen<ModelStatsCommand>({"model", "stats", "shop", "-o", "json"});
  EXPECT_EQ(stats.model, "shop");
  EXPECT_EQ(stats.rollup, "");
  EXPECT_FALSE(stats.target.store);
}

TEST(RunOptions, SayWhatTheyDoNotUnderstand) {
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"model", "run", "shop", "p", "stray"},
        {"model", "run", "shop", "p", "--kind"},
        {"model", "run", "shop"},
        {"model", "run", "shop", "p", "-o", "xml"}}) {
    EXPECT_TRUE(std::get<ShowCommand>(parse(words)).is_mistake) << words.back();
  }
}

}  // namespace
}  // namespace partita::cli
