#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "engine/figures.h"
#include "partita/base/result.h"

namespace partita::engine {

// How many connections one server has to its store, by what they are for.
struct PoolSizes {
  std::size_t gets = 4;  // Shared by any number of callers.
  std::size_t pages = 4;
  std::size_t transactions = 12;
  std::size_t snapshots = 4;
  // More callers than this for each connection are told at once that there is no room.
  std::size_t waiting_for_each = 16;
};

struct PostgresOptions {
  // "postgresql://user@host:5432/name?sslmode=verify-full", or any other form that libpq knows.
  // What it does not say comes from where libpq looks for it: PGPASSWORD, PGPASSFILE,
  // PGSSLROOTCERT.
  std::string address;
  // A file with the password and nothing else; empty: there is none.
  std::string password_file = {};
  PoolSizes sizes = {};
  // How long a server that owes an answer is waited for.
  std::chrono::milliseconds patience{15'000};
  // Of transactions. Weaker than this loses updates: only for tests that want to see it.
  std::string_view isolation = "REPEATABLE READ";
  // How often operands are folded into their rows; 0: only when they are asked for.
  std::chrono::milliseconds fold_interval{5'000};
};

// Where the store is, for people: "db.example.com:5432/name". Nothing secret is in it.
// ERRORS: InvalidArgument if the address is none, or asks for what the engine does not do.
Result<std::string> describe_address(const PostgresOptions& options);

// What there is at an address.
struct PostgresStoreFacts {
  std::string server_version;
  int format = 0;  // 0: there is no store.
  bool accepts_writes = true;
  std::string identity;  // Of the cluster, as the server says.
};

// ERRORS: Unavailable if the server cannot be reached or refuses us, with what it said.
Result<PostgresStoreFacts> look_at_postgres_store(const PostgresOptions& options);

// Makes a store where there is none, and does nothing where there is one.
// ERRORS: as look_at_postgres_store; InvalidArgument if there is one of another format.
Status make_postgres_store(const PostgresOptions& options);

// An engine whose rows are in a database of PostgreSQL, which any number of programs may have open.
class PostgresEngine : public Engine, public Figures {
 public:
  Abilities abilities() override { return {.is_shared = true, .figures = this}; }
  // Folds all operands into their rows, as is done now and then anyway.
  virtual Status fold_operands() = 0;
};

// Opens a store; makes it if there is none.
// ERRORS: as make_postgres_store; InvalidArgument if the server only reads.
Result<std::unique_ptr<PostgresEngine>> open_postgres_engine(const PostgresOptions& options,
                                                             KeyKinds kinds = &no_merged_keys);

}  // namespace partita::engine
