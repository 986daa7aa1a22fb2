#include "cli/migrate_options.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace partita::cli {
namespace {

constexpr const char* kMigrateFooter = R"(
Examples:
  partita model migrate status shop                     all migrations, and what they wait for
  partita model migrate advance shop 2026-02-mail       to the next step
  partita model migrate advance shop 2026-02-mail --forced-by NAME    although programs may still
                                                        use the old form
  partita model migrate pause shop 2026-02-mail         its walk over the items; resume goes on
  partita model migrate repeat shop 2026-02-mail        from verify back to backfill: items were
                                                        mended
  partita model migrate roll-back shop 2026-02-mail     to the old form; not once contract has begun

The steps: expand (with `model apply`), backfill, verify, switch, quiet, contract, done. A step that
has not done what it is for is not left: the answer tells why, and how many items are missing.
docs/MIGRATIONS.md has what each does.

Exit codes: 0 done, 1 refused, 2 the command was not understood, 3 no such model or migration.)";

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
  migrate_ = model.add_subcommand("migrate", "Show or move the migrations of a model");
  migrate_->footer(kMigrateFooter);
  migrate_->add_option("MOVE", move_, "status, advance, repeat, pause, resume or roll-back")
      ->required()
      ->check(one_of_moves());
  migrate_->add_option("MODEL", model_, "The model's name")->required();
  migrate_->add_option("ID", migration_, "The migration's id");
  migrate_->add_option("--forced-by", forced_by_, "Who goes on although the old form may be used")
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
