// Which servers there are, as one of them tells it: real programs, some of them killed or paused.
#include <signal.h>

#include <cstdlib>
#include <utility>

#include "shared_store/shared_store.h"

namespace partita::testing {
namespace {

class Cluster : public SharedStore {
 protected:
  static std::string url(const ServerProcess& server) {
    return fmt::format("http://127.0.0.1:{}", server.port());
  }
  static bool expires(const std::string& answer, const std::string& name) {
    return holds(part_about(answer, name), "\"expiry\"");
  }
};

// Two servers that see each other, of which the worker has the lease of a job.
struct TwoServers {
  explicit TwoServers(const std::vector<std::string>& arguments)
      : first(arguments), second(arguments) {}
  ServerProcess first;
  ServerProcess second;
  ServerProcess* worker = &first;
  ServerProcess* other = &second;
  std::string worker_name;
  std::string other_name;
};

class ClusterOfTwo : public Cluster {
 protected:
  // Which of them is the first to take a lease, nobody can know.
  ClusterOfTwo() {
    servers_.worker_name = name_of(servers_.first);
    servers_.other_name = name_of(servers_.second);
    const std::string answer = cluster_once(servers_.second, [&](const std::string& each) {
      return expires(each, servers_.worker_name) || expires(each, servers_.other_name);
    });
    if (expires(answer, servers_.worker_name)) return;
    std::swap(servers_.worker, servers_.other);
    std::swap(servers_.worker_name, servers_.other_name);
  }

  TwoServers servers_{serve_store()};
};

TEST_F(ClusterOfTwo, IsShownByAnyOfItsServers) {
  EXPECT_NE(servers_.worker_name, servers_.other_name);
  for (const ServerProcess* asked : {servers_.worker, servers_.other}) {
    const auto shown = run({"cluster", "--endpoint", url(*asked)});
    EXPECT_EQ(shown.exit_code, 0) << shown.errors;
    for (const std::string& part :
         {servers_.worker_name, servers_.other_name, url(*servers_.worker), url(*servers_.other),
          name_of(*asked) + " *", std::string("last sign")}) {
      EXPECT_TRUE(holds(shown.output, part)) << part << "\n" << shown.output;
    }
    EXPECT_TRUE(holds(shown.output, servers_.worker_name + " does ")) << shown.output;
  }
  const auto json = run({"cluster", "--json", "--endpoint", url(*servers_.other)});
  const std::string of_other = part_about(json.output, servers_.other_name);
  EXPECT_TRUE(holds(of_other, "\"this\": true")) << json.output;
  EXPECT_TRUE(holds(of_other, "\"role\": \"server\"")) << json.output;
  const std::string version = run({"--version"}).output;
  const auto at = version.find(' ') + 1;
  const std::string number = version.substr(at, version.find('\n') - at);
  EXPECT_TRUE(holds(of_other, fmt::format("\"version\": \"{}\"", number))) << json.output;
}

TEST_F(Cluster, IsOneServerWhereTheStoreIsADirectory) {
  ServerProcess server(serve());
  const auto shown = run({"cluster", "--endpoint", url(server)});
  EXPECT_EQ(shown.exit_code, 0) << shown.errors;
  EXPECT_TRUE(holds(shown.output, url(server))) << shown.output;
  EXPECT_TRUE(holds(shown.output, "one server, which has its store for itself")) << shown.output;
  EXPECT_TRUE(holds(server.client().get("/health").body,
                    fmt::format("\"server\":\"{}\",\"servers\":1", name_of(server))));
}

TEST_F(ClusterOfTwo, LosesAKilledServerAndItsLeasesGoToTheOther) {
  servers_.worker->signal(SIGKILL);
  servers_.worker->wait();
  const std::string after = cluster_once(*servers_.other, [&](const std::string& answer) {
    return expires(answer, servers_.other_name);
  });
  EXPECT_TRUE(part_about(after, servers_.worker_name).empty()) << after;
  const std::string metrics = servers_.other->client().get("/metrics").body;
  EXPECT_TRUE(holds(
      metrics, fmt::format("partita_server_info{{server=\"{}\",version=\"", servers_.other_name)))
      << metrics;
  EXPECT_TRUE(holds(metrics, "\npartita_servers 1\n")) << metrics;
  EXPECT_TRUE(holds(servers_.other->client().get("/health").body, "\"servers\":1"));
}

TEST_F(ClusterOfTwo, ShowsThatAServerIsSilentAndThatItIsBack) {
  servers_.worker->signal(SIGSTOP);
  const auto silence = [&](const std::string& answer) {
    constexpr std::string_view kBefore = "\"silent_ms\": ";
    const std::string part = part_about(answer, servers_.worker_name);
    const auto at = part.find(kBefore);
    return at == std::string::npos ? 0 : std::atoi(part.c_str() + at + kBefore.size());
  };
  cluster_once(*servers_.other, [&](const std::string& answer) { return silence(answer) > 2'000; });
  // Its leases go to the other one, and stay there when it goes on.
  cluster_once(*servers_.other,
               [&](const std::string& answer) { return expires(answer, servers_.other_name); });
  servers_.worker->signal(SIGCONT);
  const std::string back = cluster_once(*servers_.other, [&](const std::string& answer) {
    return !part_about(answer, servers_.worker_name).empty();
  });
  EXPECT_FALSE(expires(back, servers_.worker_name)) << back;
  // The paused one agrees.
  cluster_once(*servers_.worker, [&](const std::string& answer) {
    return expires(answer, servers_.other_name) &&
           !part_about(answer, servers_.worker_name).empty();
  });
}

}  // namespace
}  // namespace partita::testing
