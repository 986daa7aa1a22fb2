#include "cli/jobs.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/command_line.h"
#include "cli/model_client.h"
#include "unit/cli/parsed.h"

namespace partita::cli {
namespace {

template <typename Asked>
Asked asked(std::vector<const char*> arguments) {
  return std::get<Asked>(parse(std::move(arguments)));
}

TEST(JobsOptions, SayWhomToAskAndWhatToChange) {
  const auto list = asked<JobsCommand>({"jobs", "--endpoint", "http://db:1", "--json"});
  EXPECT_EQ(list.target.endpoint, "http://db:1");
  EXPECT_TRUE(list.prints_json);
  EXPECT_EQ(asked<JobsCommand>({"jobs", "--pause", "expiry"}).paused, "expiry");
  EXPECT_EQ(asked<JobsCommand>({"jobs", "--resume", "expiry"}).resumed, "expiry");
}

TEST(JobsOptions, RefuseWhatDoesNotGoTogether) {
  EXPECT_TRUE(asked<ShowCommand>({"jobs", "--data", "d"}).is_mistake);
  EXPECT_TRUE(asked<ShowCommand>({"jobs", "--pause", "a", "--resume", "b"}).is_mistake);
}

TEST(JobsText, ShowsStateProgressAndErrors) {
  const auto answer = parse_answer(R"({"jobs": [
    {"name": "backfill/Albums/byLabel", "purpose": "fills index byLabel", "state": "running",
     "done": 1200, "total": 5000, "items": 1200, "items_per_second": 800, "next_ms": 0},
    {"name": "expiry", "purpose": "deletes items", "state": "failed", "items": 0,
     "items_per_second": 0, "error": "no disk", "next_ms": 12001}]})");
  const std::string text = jobs_text(answer.value(), false);
  for (const char* part : {"backfill/Albums/byLabel", "running", "1200 of about 5000 (24 %)", "800",
                           "failed", "in 13 s", "no disk"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

}  // namespace
}  // namespace partita::cli
