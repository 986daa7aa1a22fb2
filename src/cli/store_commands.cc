#include "cli/store_commands.h"

#include "cli/settings.h"

namespace partita::cli {
namespace {

constexpr const char* kStoreFooter = R"(
Examples:
  partita store init --store postgresql://partita@db.example.com/partita
  PARTITA_STORE=postgresql://partita@db.example.com/partita partita store check
  partita store vacuum-advice --store postgresql://partita@db.example.com/partita --json

A store that is a database of PostgreSQL is shared by any number of servers: partita serve --store.
The password is best in PGPASSWORD, in the file that PGPASSFILE names, or in that of
--store-password-file, because others on the machine can read the words of a command. Over a
network the server's certificate is verified unless the URL says otherwise (sslmode, sslrootcert).

Exit codes: 0 all is well, 1 it cannot be done, there is no store, or something should be done about
it, 2 the command was not understood.)";

}  // namespace

void StoreCommands::add_to(CLI::App& program) {
  store_ = program.add_subcommand("store", "Look after a store in PostgreSQL");
  store_->require_subcommand(1);
  store_->footer(kStoreFooter);
  init_ = store_->add_subcommand("init", "Make the tables; nothing happens if they are there");
  check_ = store_->add_subcommand("check", "Show whether servers can use it, and how safe it is");
  vacuum_ = store_->add_subcommand("vacuum-advice",
                                   "Show how much is left of rows that were changed, and why");
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
