#pragma once

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

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
    // Also by TCP, on a free port of 127.0.0.1.
    bool listens = false;
    // Who may come in how, as in pg_hba.conf; empty: everybody.
    std::string_view admission = "";
    // Copied to where the settings find them by their names alone.
    std::vector<std::filesystem::path> files = {};
    // Becomes a standby of that one, which runs and goes on running.
    PostgresCluster* primary = nullptr;
  };

  PostgresCluster() : PostgresCluster(Options{}) {}
  explicit PostgresCluster(const Options& options);
  ~PostgresCluster();
  PostgresCluster(const PostgresCluster&) = delete;

  // Whether the programs are there; a test may say that it cannot run without.
  static bool is_installed();
  // A schema of its own, and an address in which all of a store's tables are in it.
  std::string new_schema();
  std::string address(std::string_view schema) const;
  // As in an address: where the others find it, on this machine.
  const std::string& host() const { return host_; }
  int port() const { return port_; }
  // The file in which it listens.
  std::string socket() const;

  // An address in which all of a store's tables are in a schema of their own, made now.
  std::string new_store();
  // What a statement answers, one row a line, by a connection of its own.
  std::string run(const std::string& sql) { return run_at(address(""), sql); }
  static std::string run_at(const std::string& address, const std::string& sql);

  // As a power cut of the server's machine, but for the disk.
  void kill();
  // After kill: on what is left.
  void start();
  // Every process of it stands still, or goes on.
  void pause();
  void go_on();
  // Of a standby: it is the primary from now on.
  void promote() { run("SELECT pg_promote(true, 30)"); }

 private:
  void set_up(const Options& options);
  void copy(PostgresCluster& primary);
  void end(int signal);
  void tell_all(int signal) const;

  std::string directory_;
  std::string host_;
  int port_ = 5432;  // Of a socket in the file system it is only a part of the name.
  pid_t server_ = -1;
  int log_ = -1;
  std::thread reader_;
  int stores_ = 0;
};

}  // namespace partita::testing
