#include "cli/store_commands.h"

#include "cli/settings.h"

namespace partita::cli {
namespace {

constexpr const char* kStoreFooter = R"(
Examples:
  partita store init --store postgresql://partita@db.example.com/partita
  PARTITA_STORE=postgresql://partita@db.example.com/partita partita store check
  partita store vacuum-advice --store postgresql://partita@db.example.com/partita --json

Several servers can share a store in a PostgreSQL database: partita serve --store. Give the password
in PGPASSWORD, in the file of PGPASSFILE, or in that of --store-password-file, because others on the
machine can read the arguments of a command. Over a network the certificate of the PostgreSQL server
is verified, unless the URL says otherwise (sslmode, sslrootcert).

Exit codes: 0 no problems, 1 failure, no store, or a problem that needs attention, 2 the command was
not understood.)";

}  // namespace

void StoreCommands::add_to(CLI::App& program) {
  store_ = program.add_subcommand("store", "Commands for a store in PostgreSQL");
  store_->require_subcommand(1);
  store_->footer(kStoreFooter);
  init_ = store_->add_subcommand("init", "Create the tables, if they do not exist");
  check_ = store_->add_subcommand("check",
                                  "Check whether servers can use the store, and how safe it is");
  vacuum_ = store_->add_subcommand("vacuum-advice",
                                   "Show dead rows, and what keeps PostgreSQL from removing them");
  const auto add = [this](CLI::App& command, StoreOptions& options) {
    options.add_server(command);
    for (const char* name : {"store", "store-password-file"}) {
      command.get_option(std::string("--") + name)->envname(variable_of(name));
    }
    command.add_flag("--json", prints_json_, "Print the answer as JSON");
    command.footer(kStoreFooter);
  };
  add(*init_, init_options_);
  add(*check_, check_options_);
  add(*vacuum_, vacuum_options_);
}

Result<StoreCommand> StoreCommands::command() const {
  StoreCommand command;
  command.prints_json = prints_json_;
  const StoreOptions* options = &check_options_;
  if (init_->parsed()) {
    command.kind = StoreCommand::Kind::Init;
    options = &init_options_;
  } else if (vacuum_->parsed()) {
    command.kind = StoreCommand::Kind::VacuumAdvice;
    options = &vacuum_options_;
  }
  TRY(options->check());
  if (!options->is_at_server()) {
    return Error::invalid_argument("--store or PARTITA_STORE says which store");
  }
  command.store = options->postgres_store();
  return command;
}

}  // namespace partita::cli
