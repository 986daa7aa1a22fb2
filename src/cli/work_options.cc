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

The program gets the item as JSON on its standard input. Its exit code decides what happens:

  0      the item is completed, with the attributes of the JSON object that the program printed
  75     the item is released, and this attempt is not counted (EX_TEMPFAIL of sysexits.h)
  other  the item fails, with the printed attributes, or else those of --on-failure

The lease is renewed while the program runs. If it is lost nevertheless, because this machine slept
or the server was away for too long, the program is stopped: another worker has the item, and its
result would be refused. If the server is away when the program ends, the result is sent as soon as
it is back, as long as the lease lasts. After Ctrl-C and SIGTERM no more items are claimed; running
programs get SIGTERM, and their items are released.

Exit codes: 0 stopped, or no item left; 1 failure; 2 the command was not understood, 3 no such model
or claim.)";

}  // namespace

void WorkOptions::add_to(CLI::App& program) {
  work_ = program.add_subcommand("work", "Run a program for each item of a queue");
  work_->footer(kWorkFooter);
  work_->allow_extras();
  work_->add_option("MODEL", command_.model, "The model's name")->required();
  work_->add_option("CLAIM", command_.claim, "The claim's name")->required();
  work_->add_option("--exec", command_.program, "The command to run, with /bin/sh")
      ->type_name("COMMAND")
      ->required();
  work_->add_option("--parallel", command_.parallel, "How many items are processed at a time")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, kParallelMax));
  work_
      ->add_option("--worker", command_.worker,
                   "The name of the worker; default: machine and process")
      ->type_name("NAME");
  work_
      ->add_option("--on-failure", command_.on_failure,
                   "Attributes to set on an item that has failed")
      ->type_name("JSON");
  work_->add_flag("--until-empty", command_.ends_when_empty, "End when no item is waiting");
  target_.add_server_to(*work_);
}

Result<WorkCommand> WorkOptions::command() const {
  WorkCommand command = command_;
  command.arguments = TRY(parse_arguments(work_->remaining()));
  command.target = TRY(target_.target());
  return command;
}

}  // namespace partita::cli
