#include "cli/migrate_options.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace partita::cli {
namespace {

constexpr const char* kMigrateFooter = R"(
Examples:
  partita model migrate status shop                     show all migrations, and what they wait for
  partita model migrate advance shop 2026-02-mail       go to the next step
  partita model migrate advance shop 2026-02-mail --forced-by NAME    even if programs may still
                                                        use the old form
  partita model migrate pause shop 2026-02-mail         pause its walk over the items; see resume
  partita model migrate repeat shop 2026-02-mail        go from verify back to backfill, after
                                                        correcting items
  partita model migrate roll-back shop 2026-02-mail     back to the old form, before contract

The steps are expand (with `model apply`), backfill, verify, switch, quiet, contract, done. A step
cannot be left before its work is done; the answer gives the reason and the number of missing items.
docs/MIGRATIONS.md describes the steps.

Exit codes: 0 success, 1 refused, 2 the command was not understood, 3 no such model or migration.)";

constexpr std::array<std::string_view, 6> kWords = {"status", "advance", "repeat",
                                                    "pause",  "resume",  "roll-back"};

CLI::Validator one_of_moves() {
  const auto check = [](const std::string& text) -> std::string {
    if (std::ranges::find(kWords, text) != kWords.end()) return {};
    return text + " is none of status, advance, repeat, pause, resume, roll-back";
  };
  return {check, ""};
}

}  // namespace

void MigrateOptions::add_to(CLI::App& model) {
  migrate_ =
      model.add_subcommand("migrate", "Show the migrations of a model, or change their steps");
  migrate_->footer(kMigrateFooter);
  migrate_->add_option("MOVE", move_, "status, advance, repeat, pause, resume or roll-back")
      ->required()
      ->check(one_of_moves());
  migrate_->add_option("MODEL", model_, "The model's name")->required();
  migrate_->add_option("ID", migration_, "The migration's id");
  migrate_
      ->add_option("--forced-by", forced_by_, "Who goes on although the old form may still be used")
      ->type_name("NAME");
  target_.add_to(*migrate_);
  migrate_->add_flag("--json", prints_json_, "Print the answer as JSON");
}

Result<ModelCommand> MigrateOptions::command() const {
  if ((move_ == "status") != migration_.empty()) {
    return Error::invalid_argument(move_ == "status"
                                       ? "status shows all migrations of a model: leave the id out"
                                       : "which migration? name it behind the model");
  }
  return ModelCommand(ModelMigrateCommand{.target = TRY(target_.target()),
                                          .model = model_,
                                          .migration = migration_,
                                          .move = move_,
                                          .forced_by = forced_by_,
                                          .prints_json = prints_json_});
}

}  // namespace partita::cli
