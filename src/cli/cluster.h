#pragma once

#include <string>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/value/value.h"

namespace partita::cli {

struct ClusterCommand {
  ModelTarget target;
  bool prints_json = false;
};

// Shows the servers that share a store with the one that is asked, and what each of them does.
ExitCode show_cluster(const ClusterCommand& command);

// The answer of GET /api/cluster as a table, and a line for what each server does.
std::string cluster_text(const Item& answer, bool has_colours);

}  // namespace partita::cli
