#include "cli/cluster.h"

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

TEST(ClusterOptions, SayWhichServerToAsk) {
  const auto asked =
      std::get<ClusterCommand>(parse({"cluster", "--endpoint", "http://db:1", "--json"}));
  EXPECT_EQ(asked.target.endpoint, "http://db:1");
  EXPECT_TRUE(asked.prints_json);
}

TEST(ClusterOptions, RefuseAStoreThatIsNotAskedThroughAServer) {
  EXPECT_TRUE(std::get<ShowCommand>(parse({"cluster", "--data", "d"})).is_mistake);
  EXPECT_TRUE(std::get<ShowCommand>(parse({"cluster", "--store", "postgresql://h/d"})).is_mistake);
}

TEST(ClusterText, ShowsEachServerAndWhatItDoes) {
  const auto answer = parse_answer(R"({"shared": true, "servers": [
    {"name": "aaaaaaaaaaaaaaaa", "this": true, "role": "server",
     "address": "http://10.0.0.1:8000", "machine": "db1", "version": "0.1.0",
     "since": "2026-11-19T04:00:00Z", "silent_ms": 412, "leases": ["expiry", "streams"]},
    {"name": "bbbbbbbbbbbbbbbb", "this": false, "role": "command", "machine": "db2",
     "version": "0.2.0", "silent_ms": 4120, "leases": []},
    {"name": "cccccccccccccccc", "this": false, "role": "unknown", "silent_ms": 200000,
     "leases": ["models"]}],
    "free_leases": ["backups"]})");
  const std::string text = cluster_text(answer.value(), false);
  for (const char* part :
       {"aaaaaaaaaaaaaaaa *", "http://10.0.0.1:8000", "db1", "0.1.0", "2026-11-19T04:00:00Z",
        "0.4 s ago", "a command", "0.2.0", "4.1 s ago", "not told", "3 min ago",
        "aaaaaaaaaaaaaaaa does expiry, streams\n", "cccccccccccccccc does models\n",
        "of servers that are gone, to be taken next: backups\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find("bbbbbbbbbbbbbbbb does"), std::string::npos) << text;
}

TEST(ClusterText, OfAServerWithADirectoryOfItsOwnHasOneLine) {
  const auto answer = parse_answer(R"({"shared": false, "servers": [
    {"name": "aaaaaaaaaaaaaaaa", "this": true, "role": "server", "address": "http://h:1",
     "machine": "db1", "version": "0.1.0", "since": "2026-11-19T04:00:00Z", "silent_ms": 0,
     "leases": []}], "free_leases": []})");
  const std::string text = cluster_text(answer.value(), false);
  EXPECT_NE(text.find("http://h:1"), std::string::npos) << text;
  EXPECT_NE(text.find("one server, which has its store for itself\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace partita::cli
