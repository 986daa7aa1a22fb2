#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

namespace partita::cli {

struct TopCommand {
  ModelTarget target;
  bool is_once = false;
};

// Shows how busy a server is, again each second while somebody looks at a terminal; once if the
// output goes elsewhere.
ExitCode show_top(const TopCommand& command);

struct TopLook {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

// The answer of GET /api/server/series as one screen.
std::string top_text(std::string_view server, const Item& answer, const TopLook& look);

}  // namespace partita::cli
