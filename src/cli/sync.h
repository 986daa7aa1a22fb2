#pragma once

#include <string>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/value/value.h"

namespace partita::cli {

struct SyncCommand {
  ModelTarget target;
  std::string action;  // "retry", "skip", "replay", "pause", "resume"; empty: only show.
  std::string sync;    // "MODEL/NAME"; empty: all, which can only be shown.
  std::string event;   // Of retry and skip.
  std::string from;    // Of replay.
  bool skips_all = false;
  bool prints_json = false;
};

// Shows what models tell elsewhere, what is pending and what failed, and changes it before.
ExitCode show_syncs(const SyncCommand& command);

// The answer of GET /api/syncs as tables.
std::string syncs_text(const Item& answer, bool has_colours);

}  // namespace partita::cli
