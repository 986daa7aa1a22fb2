#pragma once

#include <sys/types.h>

#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include "partita/base/mutex.h"

namespace partita::testing {

// A PostgreSQL of this test's own: made empty in a temporary directory, reached over a socket in
// it, and gone with it, whatever the test does. Started as root, it runs as the user `postgres`.
class PostgresCluster {
 public:
  struct Options {
    // Also a power cut of the machine would leave what was committed. Slow.
    bool syncs = false;
    std::string_view more_settings = "";
  };

  PostgresCluster() : PostgresCluster(Options{}) {}
  explicit PostgresCluster(const Options& options);
  ~PostgresCluster();
  PostgresCluster(const PostgresCluster&) = delete;

  // Whether the programs are there; a test may say that it cannot run without.
  static bool is_installed();

  // An address in which all of a store's tables are in a schema of their own, made now.
  std::string new_store();
  // What a statement answers, one row a line, by a connection of its own.
  std::string run(const std::string& sql);

  // As a power cut of the server's machine, but for the disk.
  void kill();
  // After kill: on what is left.
  void start();
  // Every process of it stands still, or goes on.
  void pause();
  void go_on();

 private:
  void set_up(const Options& options);
  void end(int signal);
  void tell_all(int signal) const;
  std::string address() const;

  std::string directory_;
  pid_t server_ = -1;
  int log_ = -1;
  std::thread reader_;
  int stores_ = 0;
};

}  // namespace partita::testing
