#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "database/store.h"
#include "partita/base/result.h"

// Stores in words, and what is asked of a store that is a server of its own.
namespace partita::database {

// Where it is: a directory, or "host:port/database". Nothing secret is in it.
std::string place_of(const Store& store);

// Whether there is one that can be opened without making it.
// ERRORS: Unavailable if its server cannot be reached.
Result<bool> has_been_made(const Store& store);

// ERRORS: InvalidArgument if the address is none.
Status check_address(const PostgresStore& store);

// What there is, and what should be done about it.
struct StoreReport {
  std::string place;
  bool is_made = false;
  bool accepts_writes = true;
  std::vector<std::string> facts;
  std::vector<std::string> advice;
};

// Makes the tables of a store; nothing happens if they are there.
// ERRORS: as engine::make_postgres_store.
Status make_store(const PostgresStore& store);
// ERRORS: as engine::look_at_postgres_store.
Result<StoreReport> look_at_store(const PostgresStore& store);
// ERRORS: the same; NotFound if there is no store.
Result<StoreReport> look_at_vacuum(const PostgresStore& store);

}  // namespace partita::database
