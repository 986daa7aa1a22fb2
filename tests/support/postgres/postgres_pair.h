#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <thread>

#include "support/postgres/postgres_cluster.h"

namespace partita::testing {

// A primary and a standby that follows it, and addresses that name both.
class PostgresPair {
 public:
  // Whether a commit waits until the standby has it, too.
  enum class Commits { WaitForStandby, DoNotWait };

  explicit PostgresPair(Commits commits) : standby_({.primary = &primary_}) {
    wait_for_standby("streaming");
    if (commits == Commits::DoNotWait) return;
    primary_.run("ALTER SYSTEM SET synchronous_standby_names = '*'");
    primary_.run("SELECT pg_reload_conf()");
    wait_for_standby("sync");
  }

  PostgresCluster& primary() { return primary_; }
  PostgresCluster& standby() { return standby_; }

  std::string new_store() {
    return fmt::format(
        "postgresql://partita@{}:{},{}:{}/postgres?connect_timeout=2&options=-csearch_path%3D{}",
        primary_.host(), primary_.port(), standby_.host(), standby_.port(), primary_.new_schema());
  }
  // Until the primary says this of the standby.
  void wait_for_standby(std::string_view state) {
    const std::string asked = "SELECT sync_state, state FROM pg_stat_replication";
    while (primary_.run(asked).find(state) == std::string::npos) std::this_thread::yield();
  }
  // The standby gets nothing any more, and does not notice.
  void part() {
    standby_.run("ALTER SYSTEM SET primary_conninfo = ''");
    standby_.run("SELECT pg_reload_conf()");
    while (!primary_.run("SELECT 1 FROM pg_stat_replication").empty()) std::this_thread::yield();
  }
  void fail_over() {
    primary_.kill();
    standby_.promote();
  }

 private:
  PostgresCluster primary_;
  PostgresCluster standby_;
};

}  // namespace partita::testing
