#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/value/value.h"

namespace partita::cli {

// What a server does with faults.
struct FaultsStartup {
  bool are_allowed = false;    // Requests may set them.
  std::filesystem::path file;  // With those that are set from the start; empty: none.
};

struct FaultsCommand {
  enum class Action : std::uint8_t { Show, Set, Clear };

  ModelTarget target;
  Action action = Action::Show;
  std::string file;  // Of Set.
  bool prints_json = false;
};

// Shows the faults that requests meet on purpose at a server, after it has set or cleared them.
ExitCode change_faults(const FaultsCommand& command);

// The answer of GET /api/faults as a table, or a line if there are none.
std::string faults_text(const Item& answer, bool has_colours);

}  // namespace partita::cli
