#include "cli/recovery.h"

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

template <typename Wanted>
Wanted wanted(std::vector<const char*> arguments) {
  return std::get<Wanted>(parse(std::move(arguments)));
}

TEST(RecoveryOptions, SayWhatToRestore) {
  const auto restore = wanted<RestoreCommand>({"restore", "orders", "--at", "2026-11-16 10:00",
                                               "--to", "then", "--endpoint", "http://db:1"});
  EXPECT_EQ(restore.table, "orders");
  EXPECT_EQ(restore.to, "then");
  EXPECT_EQ(restore.at, "2026-11-16T10:00:00Z");
  EXPECT_EQ(restore.target.endpoint, "http://db:1");
  EXPECT_EQ(wanted<RestoreCommand>({"restore", "orders", "--to", "now"}).at, "");
}

TEST(RecoveryOptions, SayWhoseHistoryIsWanted) {
  const auto history =
      wanted<HistoryCommand>({"history", "orders", R"({"id":"7"})", "--limit", "5", "--json"});
  EXPECT_EQ(history.table, "orders");
  EXPECT_EQ(history.key, R"({"id":"7"})");
  EXPECT_EQ(history.limit, 5);
  EXPECT_TRUE(history.prints_json);
}

TEST(RecoveryOptions, RefuseWhatCannotBe) {
  EXPECT_TRUE(wanted<ShowCommand>({"restore", "orders"}).is_mistake);
  EXPECT_TRUE(wanted<ShowCommand>({"restore", "orders", "--to", "a", "--at", "tea"}).is_mistake);
  EXPECT_TRUE(wanted<ShowCommand>({"restore", "orders", "--to", "a", "--data", "d"}).is_mistake);
  EXPECT_TRUE(wanted<ShowCommand>({"history", "orders"}).is_mistake);
  EXPECT_TRUE(wanted<ShowCommand>({"history", "orders", "{}", "--limit", "0"}).is_mistake);
}

TEST(Moment, IsReadAsPeopleWriteIt) {
  EXPECT_EQ(moment_in("2026-11-16").value(), "2026-11-16T00:00:00Z");
  EXPECT_EQ(moment_in("2026-11-16 10:00").value(), "2026-11-16T10:00:00Z");
  EXPECT_EQ(moment_in("2026-11-16 10:00:03").value(), "2026-11-16T10:00:03Z");
  EXPECT_EQ(moment_in("2026-11-16T10:00:03.120").value(), "2026-11-16T10:00:03.120Z");
  EXPECT_EQ(moment_in("2026-11-16T10:00:03+02:00").value(), "2026-11-16T10:00:03+02:00");
  for (const char* text : {"", "10:00", "2026-13-01", "2026-11-16 25:00", "yesterday"}) {
    EXPECT_FALSE(moment_in(text).ok()) << text;
  }
}

TEST(HistoryText, ShowsValuesBeforeAndAfter) {
  const auto answer = parse_answer(R"({"table": "orders", "versions": [
    {"at": "2026-11-16T10:00:03.120Z", "what": "changed", "attributes": [
      {"name": "state", "before": "open", "after": "sent"}, {"name": "n", "before": 1}]},
    {"at": "2026-11-14T08:00:00.517Z", "what": "created", "attributes": []}], "more": true})");
  EXPECT_EQ(history_text(answer.value()),
            "2026-11-16T10:00:03.120Z  changed\n"
            "    state: \"open\" -> \"sent\"\n"
            "    n: 1 -> nothing\n"
            "2026-11-14T08:00:00.517Z  created\n"
            "...\n");
  EXPECT_EQ(history_text(parse_answer(R"({"versions": []})").value()),
            "nothing has happened to it since recovery was switched on\n");
}

}  // namespace
}  // namespace partita::cli
