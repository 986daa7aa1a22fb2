#pragma once

#include "cli/exit_code.h"
#include "database/store.h"

namespace partita::cli {

// Looks after a store that is a server of its own.
struct StoreCommand {
  enum class Kind { Init, Check, VacuumAdvice };

  Kind kind = Kind::Check;
  database::PostgresStore store;
  bool prints_json = false;
};

// ERRORS, as the exit code: Failed if it cannot be done, there is no store, or something should be
// done about it.
ExitCode look_after_store(const StoreCommand& command);

}  // namespace partita::cli
