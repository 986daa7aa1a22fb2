#include "cli/work_options.h"

#include "cli/run_options.h"

namespace partita::cli {
namespace {

constexpr int kParallelMax = 64;

constexpr const char* kWorkFooter = R"(
Examples:
  partita work rez_agent claim_next --stage dev --exec ./deliver
  partita work photoeditor claim_job --exec 'node edit.js' --parallel 4 --worker editor-7
  partita work rez_agent claim_next --stage dev --exec ./deliver --until-empty

The program gets the item as JSON on its standard input. It ends with

  0      the item is completed, with the attributes of the JSON object that was printed, if any
  75     it is given back, and counts as not tried (EX_TEMPFAIL of sysexits.h)
  other  it has failed, with the attributes that were printed, else those of --on-failure

While it runs the lease is renewed. If it is lost all the same, because this machine slept or the
server was away for too long, the program is ended: another worker has the item, and what is
printed would be refused. A server that is away when the program has ended is told as soon as it
is back, as long as the lease lasts. On Ctrl-C and SIGTERM nothing more is claimed, running
programs get SIGTERM, and their items are given back.

Exit codes: 0 stopped, or nothing left; 1 failed; 2 the command was not understood, 3 no such model
or claim.)";

}  // namespace

void WorkOptions::add_to(CLI::App& program) {
  work_ = program.add_subcommand("work", "Run a program for each item that a claim gives");
  work_->footer(kWorkFooter);
  work_->allow_extras();
  work_->add_option("MODEL", command_.model, "The model's name")->required();
  work_->add_option("CLAIM", command_.claim, "The claim's name")->required();
  work_->add_option("--exec", command_.program, "What to run, by /bin/sh")
      ->type_name("COMMAND")
      ->required();
  work_->add_option("--parallel", command_.parallel, "How many at once")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, kParallelMax));
  work_->add_option("--worker", command_.worker, "The worker's name; this machine and process")
      ->type_name("NAME");
  work_->add_option("--on-failure", command_.on_failure, "Attributes of an item that has failed")
      ->type_name("JSON");
  work_->add_flag("--until-empty", command_.ends_when_empty, "End when there is nothing to do");
  target_.add_server_to(*work_);
}

Result<WorkCommand> WorkOptions::command() const {
  WorkCommand command = command_;
  command.arguments = TRY(parse_arguments(work_->remaining()));
  command.target = TRY(target_.target());
  return command;
}

}  // namespace partita::cli
