#pragma once

#include <string>
#include <vector>

#include "engine/postgres/postgres_engine.h"
#include "partita/base/result.h"

namespace partita::engine {

// What a person who looks after the server under a store should know or change.
struct StoreCare {
  std::vector<std::string> facts;
  std::vector<std::string> advice;  // Empty: nothing need be done.
};

// How safely the server keeps what it has acknowledged, and whether we can reach it as we need.
// ERRORS: as look_at_postgres_store.
Result<StoreCare> judge_server(const PostgresOptions& options);

// What is left of rows that were changed, and what keeps the server from taking it away.
// ERRORS: the same; NotFound if there is no store.
Result<StoreCare> judge_vacuum(const PostgresOptions& options);

}  // namespace partita::engine
