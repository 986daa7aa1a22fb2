#pragma once

#include <string>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/value/value.h"

namespace partita::cli {

struct JobsCommand {
  ModelTarget target;
  std::string paused;   // The job to pause first; empty: none.
  std::string resumed;  // The job to resume first; empty: none.
  bool prints_json = false;
};

// Shows what a server does behind its requests, and pauses or resumes a part of it before.
ExitCode show_jobs(const JobsCommand& command);

// The answer of GET /api/jobs as a table.
std::string jobs_text(const Item& answer, bool has_colours);

}  // namespace partita::cli
