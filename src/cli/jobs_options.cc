#include "cli/jobs_options.h"

#include "cli/footers.h"

namespace partita::cli {

void JobsOptions::add_to(CLI::App& program) {
  jobs_ = program.add_subcommand("jobs", "Show, pause or resume background jobs of a server");
  jobs_->footer(kJobsFooter);
  target_.add_server_to(*jobs_);
  jobs_->add_option("--pause", paused_, "Keep this job from going on until it is resumed")
      ->type_name("JOB");
  jobs_->add_option("--resume", resumed_, "Let this job continue")->type_name("JOB");
  jobs_->add_flag("--json", prints_json_, "Print the answer as JSON");
}

Result<JobsCommand> JobsOptions::command() const {
  JobsCommand command{.target = TRY(target_.target()),
                      .paused = paused_,
                      .resumed = resumed_,
                      .prints_json = prints_json_};
  if (!paused_.empty() && !resumed_.empty()) {
    return Error::invalid_argument("--pause and --resume cannot be given together");
  }
  return command;
}

}  // namespace partita::cli
