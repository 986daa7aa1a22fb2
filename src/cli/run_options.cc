#include "cli/run_options.h"

#include <fmt/format.h>

#include <utility>

namespace partita::cli {
namespace {

constexpr const char* kRunFooter = R"(
Examples:
  partita model run rez_agent list_by_status --status failed --limit 10
  partita model run rez_agent list_by_stage --stage dev --from 2025-10-01 --to 2025-10-31 --all
  partita model run rez_agent get_message --id 2eb97609-5147-4a38-829a-11a03e9a09e2 -o json
  partita model run rez_agent set_status --id 2eb9... --body '{"status":"queued"}'
  partita model run music create_artist --body @artist.json
  partita model run shop orders_of_user --user_id 7 --all -o csv > orders.csv
  partita model run shop orders_of_user --user_id 7 --data ./partita-data

Every --name value that is not listed above is a parameter of the pattern; an unknown one is refused
with a list of the known ones. If there are more pages, standard error shows how to get the next.
Requests are signed if AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set.

Exit codes: 0 success, 1 refused, 2 the command was not understood, 3 no such model, pattern or
item.)";

constexpr const char* kStatsFooter = R"(
Examples:
  partita model stats rez_agent status_counts --window 24h
  partita model stats rez_agent outcome --stage prod -o json
  partita model stats rez_agent outcome --window 7d --plot
  partita model stats album_workflow daily --data ./partita-data
  partita model stats rez_agent             items that have been in a state too long

Rollups are updated with every write, so this reads no items. Every --name value that is not listed
above selects the rows with that value in a column. Without a rollup, it shows for each lease of the
model how many items have exceeded it, when the longest of these leases began, and when the server
last finished checking the table.

Exit codes: 0 success, 1 refused, 2 the command was not understood, 3 no such model or rollup.)";

CLI::Validator one_of_outputs() {
  const auto check = [](const std::string& text) -> std::string {
    const bool is_known = text == "table" || text == "json" || text == "csv";
    return is_known ? "" : text + " is none of table, json, csv";
  };
  return {check, ""};
}

}  // namespace

void RunOptions::add_to(CLI::App& model) {
  add_run(model);
  add_stats(model);
}

void RunOptions::add_run(CLI::App& model) {
  run_ = model.add_subcommand("run", "Run an access pattern of a model");
  run_->footer(kRunFooter);
  run_->add_option("MODEL", model_, "The model's name")->required();
  run_->add_option("PATTERN", element_, "The pattern's name")->required();
  add_shared(*run_, run_target_);
  run_->add_option("--limit", limit_, "How many items a page has")->type_name("N");
  run_->add_option("--page", page_, "Read on from here: what a page before has told")
      ->type_name("TOKEN");
  run_->add_flag("--all", reads_all_, "Read all pages");
  run_->add_option("--body", body_, "What to write: JSON, or @FILE")->type_name("JSON");
  run_->add_option("--role", role_, "Act in this role, if a transition asks for one")
      ->type_name("NAME");
}

void RunOptions::add_stats(CLI::App& model) {
  stats_ = model.add_subcommand("stats", "Show a rollup of a model, or items that are stuck");
  stats_->footer(kStatsFooter);
  stats_->add_option("MODEL", model_, "The model's name")->required();
  stats_->add_option("ROLLUP", element_, "The rollup's name; items that are stuck if not given");
  add_shared(*stats_, stats_target_);
  stats_->add_option("--window", window_, "Only of the last while, such as 24h or 7d")
      ->type_name("TIME");
  stats_->add_flag("--plot", plots_, "Draw a bar for each row");
}

void RunOptions::add_shared(CLI::App& command, TargetOptions& target) {
  command.allow_extras();
  command.add_option("-o,--output", output_, "How the answer is printed")
      ->type_name("table|json|csv")
      ->capture_default_str()
      ->check(one_of_outputs());
  target.add_to(command);
}

OutputForm RunOptions::output() const {
  if (output_ == "json") return OutputForm::Json;
  return output_ == "csv" ? OutputForm::Csv : OutputForm::Table;
}

Result<ModelCommand> RunOptions::stats_command() const {
  auto arguments = TRY(parse_arguments(stats_->remaining()));
  if (element_.empty() && (!arguments.empty() || !window_.empty())) {
    return Error::invalid_argument(
        "--window and columns are of rollups: name one behind the model");
  }
  if (plots_ && (element_.empty() || output_ != "table")) {
    return Error::invalid_argument("--plot draws a rollup: name one, and no other output");
  }
  return ModelCommand(ModelStatsCommand{.target = TRY(stats_target_.target()),
                                        .model = model_,
                                        .rollup = element_,
                                        .arguments = std::move(arguments),
                                        .window = window_,
                                        .output = plots_ ? OutputForm::Plot : output()});
}

Result<ModelCommand> RunOptions::command() const {
  if (stats_->parsed()) return stats_command();
  auto arguments = TRY(parse_arguments(run_->remaining()));
  return ModelCommand(ModelRunCommand{.target = TRY(run_target_.target()),
                                      .model = model_,
                                      .pattern = element_,
                                      .arguments = std::move(arguments),
                                      .limit = limit_,
                                      .page = page_,
                                      .reads_all = reads_all_,
                                      .body = body_,
                                      .role = role_,
                                      .output = output()});
}

Result<std::vector<std::pair<std::string, std::string>>> parse_arguments(
    const std::vector<std::string>& words) {
  std::vector<std::pair<std::string, std::string>> arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with("--") || word.size() < 3) {
      return Error::invalid_argument(
          fmt::format("{} is no parameter; parameters are given as --name value", word));
    }
    const auto equals = word.find('=');
    if (equals != std::string::npos) {
      arguments.emplace_back(word.substr(2, equals - 2), word.substr(equals + 1));
    } else if (i + 1 == words.size()) {
      return Error::invalid_argument(fmt::format("{} has no value", word));
    } else {
      arguments.emplace_back(word.substr(2), words[i + 1]);
      ++i;
    }
  }
  return arguments;
}

}  // namespace partita::cli
