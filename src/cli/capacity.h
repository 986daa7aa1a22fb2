#pragma once

#include <cstddef>
#include <string>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/value/value.h"

namespace partita::cli {

struct CapacityCommand {
  ModelTarget target;
  std::string table;
  std::string index;  // Empty: the table itself.
  std::string last;   // "24h"
  bool prints_json = false;
};

// Draws what a table was asked for against what it is provisioned with.
ExitCode show_capacity(const CapacityCommand& command);

// The answer of GET /api/capacity as two charts of that many columns, reads and writes.
// ERRORS: InvalidArgument if it is no such answer.
Result<std::string> capacity_text(const Item& answer, std::size_t columns, bool has_colours);

}  // namespace partita::cli
