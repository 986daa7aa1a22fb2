#include "cli/model_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace partita::cli {
namespace {

constexpr const char* kModelFooter = R"(
A model is a YAML file that describes the entities of a table, their keys, and the rules that items
must follow. The server enforces the rules on every write. docs/MODEL_FORMAT.md is the reference.

Start here:
  partita model init shop.yaml         write a first model with comments
  partita model lint shop.yaml         find problems in a model, with suggestions
  partita model explain shop.yaml      show which index serves which pattern
  partita model check shop.yaml --table T    find items of a table, also on AWS, that break it
  partita model plan shop.yaml         show what it would change on the server of this machine
  partita model apply shop.yaml        apply it
  partita serve --models DIR --fake    start a server with the models of a directory and sample data
  partita model run shop get_user --id 7    run a pattern; for its routes: curl localhost:8000/api/

Commands that need data use the running server: 127.0.0.1:8000, or the one of --endpoint URL or of
the variable PARTITA_ENDPOINT. With --data DIR they open data that no server has open.)";

constexpr const char* kLintFooter = R"(
Examples:
  partita model lint models/*.yaml
  partita model lint shop.yaml --param stage=prod --format sarif > lint.sarif
  partita model lint shop.yaml --format github      as annotations of a pull request

Exit codes: 0 no errors (but possibly warnings), 1 errors, 2 the command was not understood.)";

constexpr const char* kExplainFooter = R"(
Examples:
  partita model explain shop.yaml                   all patterns, one line each
  partita model explain shop.yaml orders_of_user    one pattern in detail

If no index can serve a pattern, it gives the reason for each index, and suggests one that could.)";

constexpr const char* kCostFooter = R"(
Examples:
  partita model cost shop.yaml
  partita model cost shop.yaml --param stage=prod --json

Estimates what the load in the section `workload` of the file would cost per month on AWS.)";

constexpr const char* kExportFooter = R"(
Examples:
  partita model export markdown shop.yaml > SHOP.md
  partita model export mermaid shop.yaml            entities and lifecycles as diagrams in Markdown
  partita model export mmd shop.yaml > shop.mmd     the diagram of the entities alone
  partita model export terraform shop.yaml --param stage=prod > tables.tf
  partita model export openapi shop.yaml            the REST routes of the model
  partita model export jsonschema shop.yaml         the items of each entity)";

constexpr const char* kSchemaFooter = R"(
Example:
  partita model schema > model.schema.json
  and in a model file:  # yaml-language-server: $schema=model.schema.json)";

constexpr const char* kInitFooter = R"(
Examples:
  partita model init shop.yaml                        an example named shop, to be changed
  partita model init shop.yaml --from-table orders    a draft from a table and its items

The file must not exist. docs/TUTORIAL.md shows how to go on.)";

constexpr const char* kModelCheckFooter = R"(
Examples:
  partita model check shop.yaml --table shop-prod --endpoint-url aws:eu-central-1 --profile work
  partita model check shop.yaml --table orders --like Orders
  partita model check shop.yaml --table shop-prod --param stage=prod --json

Reads all items of a table on AWS, or on any server with the DynamoDB API, and reports which rules
of the model they break. Use it before moving a table or applying a model. Nothing is written. It
costs as much as a Scan of the table.
Exit codes: 0 all items follow the rules, 1 some do not.)";

constexpr const char* kPlanFooter = R"(
Examples:
  partita model plan shop.yaml                        on the server on 127.0.0.1:8000
  partita model plan shop.yaml --endpoint https://db.example.com
  partita model plan shop.yaml --data /srv/partita --json    on data that no server has open

+ means added, ~ changed, - removed. Stored items are checked against the new rules; none is
changed. Requests to a server are signed if AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set.)";

constexpr const char* kApplyFooter = R"(
Examples:
  partita model apply shop.yaml                       on the server on 127.0.0.1:8000
  partita model apply shop.yaml --endpoint https://db.example.com
  partita model apply shop.yaml --data partita-data   on data that no server has open
  partita model apply shop.yaml --enforce             even if stored items break rules
  partita model apply shop.yaml --allow-removals      delete indexes and tables it no longer has
  partita model apply shop.yaml --load                to load existing items; then apply it again
  partita model apply shop.yaml --param stage=prod    another environment of the model

If table names of a model contain params, such as `shop-${stage}`, one database can have several
environments of it: shop@dev, shop@prod. The first one is the main one. Params that are not given
are those of the main environment, or as the database remembers them.
Tables and indexes are created first, then the rules come into force. If stored items break the
rules of a new model, violations are at first only counted, not refused. Applying it again checks
the items again: if all follow the rules, or with --enforce, the rules are enforced. Otherwise,
applying a model twice does nothing; applying it again finishes an interrupted apply.
The server answers other requests meanwhile. It applies one model at a time.
Requests to a server are signed if AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set. `partita
serve --models DIR` applies all models of a directory when it starts.)";

constexpr const char* kRemoveFooter = R"(
Examples:
  partita model remove shop --keep-tables             keep tables and items, without rules
  partita model remove shop@stage --drop-tables       delete one environment with all its items

This is the only way to remove all rules of a model. A file that is missing in the directory of
`partita serve --models`, or another environment, does not remove them.)";

constexpr const char* kDiffFooter = R"(
Examples:
  partita model diff dev prod                 all models that have both environments
  partita model diff shop@dev shop@prod       one model

Compares the models in force, with their params and overrides applied.)";

constexpr const char* kListFooter = R"(
Examples:
  partita model list                                on the server on 127.0.0.1:8000
  partita model list --endpoint https://db.example.com
  partita model list --data /srv/partita --json     in data that no server has open)";

constexpr const char* kFakeFooter = R"(
Examples:
  partita model fake shop.yaml --data partita-data    as its section `fake` says
  partita model fake shop.yaml --data partita-data --count 100 --seed 7

Applies the model and fills its tables, if they are empty, with items that move through their
lifecycles in simulated time up to now. The same seed, hour and model give the same items.
No server may have the data open; `partita serve --models DIR --fake` fills its own data.)";

// CLI11 adds the allowed values of its own checks to the help; this one does not.
template <std::size_t Size>
CLI::Validator one_of(const std::array<std::string_view, Size>& words) {
  const auto check = [words](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    return fmt::format("{} is none of {}", text, fmt::join(words, ", "));
  };
  return {check, ""};
}

// In the order of the enumerations.
constexpr std::array<std::string_view, 4> kFormats = {"text", "json", "sarif", "github"};
constexpr std::array<std::string_view, 6> kKinds = {"markdown",  "mermaid", "mmd",
                                                    "terraform", "openapi", "jsonschema"};

template <typename Enum, std::size_t Size>
Enum chosen_of(const std::array<std::string_view, Size>& words, const std::string& word) {
  return static_cast<Enum>(std::find(words.begin(), words.end(), word) - words.begin());
}

}  // namespace

void ModelOptions::add_to(CLI::App& program) {
  model_ = program.add_subcommand("model", "Data models: check, explain, apply and use them");
  model_->require_subcommand(1);
  model_->footer(kModelFooter);
  add_offline_commands();
  add_database_commands();
  add_environment_commands();
  run_.add_to(*model_);
  migrate_.add_to(*model_);
  work_.add_to(program);
}

CLI::App* ModelOptions::add_command(std::string name, std::string purpose, const char* examples) {
  auto* command = model_->add_subcommand(std::move(name), std::move(purpose));
  command->footer(examples);
  return command;
}

void ModelOptions::add_params(CLI::App& command) {
  command.add_option("--param", params_, "A value for a param of the model; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void ModelOptions::add_file(CLI::App& command) {
  command.add_option("FILE", file_, "The model, YAML or JSON")->required();
  add_params(command);
}

void ModelOptions::add_offline_commands() {
  lint_ = add_command("lint", "Find mistakes in model files", kLintFooter);
  lint_->add_option("FILE", files_, "The models, YAML or JSON")->required();
  add_params(*lint_);
  lint_->add_option("--format", format_, "How findings are printed")
      ->type_name("text|json|sarif|github")
      ->capture_default_str()
      ->check(one_of(kFormats));

  explain_ = add_command("explain", "Show how access patterns are served", kExplainFooter);
  add_file(*explain_);
  explain_->add_option("PATTERN", pattern_, "Only this one");

  cost_ = add_command("cost", "Estimate what a model costs in a month on AWS", kCostFooter);
  add_file(*cost_);
  cost_->add_option("--prices", prices_, "A price book; default: the newest")->type_name("NAME");
  cost_->add_flag("--json", prints_json_, "Print the answer as JSON");

  export_ = add_command("export", "Write documents and code from a model", kExportFooter);
  export_->add_option("KIND", kind_, "markdown, mermaid, mmd, terraform, openapi or jsonschema")
      ->required()
      ->check(one_of(kKinds));
  add_file(*export_);

  schema_ =
      add_command("schema", "Print the JSON Schema of model files, for editors", kSchemaFooter);
}

void ModelOptions::add_database_commands() {
  init_ =
      add_command("init", "Write a first model, or a draft from an existing table", kInitFooter);
  init_->add_option("FILE", file_, "The new file")->required();
  init_->add_option("--from-table", table_, "Derive a draft from this table and its first items")
      ->type_name("NAME");
  init_target_.add_to(*init_);

  add_check();

  plan_ = add_command("plan", "Show what applying a model would change", kPlanFooter);
  add_file(*plan_);
  plan_target_.add_to(*plan_);

  apply_ = add_command("apply", "Apply a model: its tables, indexes and rules", kApplyFooter);
  add_file(*apply_);
  apply_target_.add_to(*apply_);
  apply_->add_flag("--enforce", enforces_,
                   "Enforce rules at once, even if stored items break them");
  apply_->add_flag(
      "--load", loads_,
      "Only observe the rules until the model is applied again, so that existing items "
      "can be loaded");
  apply_->add_flag("--allow-removals", allows_removals_,
                   "Remove indexes and tables that the model no longer has");
  apply_->add_flag("--detach", detaches_tables_,
                   "Keep tables that the model no longer has, without rules");
  apply_->add_flag("--force", forces_version_,
                   "Accept a changed file although its version has not been increased");

  list_ = add_command("list", "List the applied models", kListFooter);
  list_target_.add_to(*list_);
  for (auto* command : {plan_, apply_, list_}) {
    command->add_flag("--json", prints_json_, "Print the answer as JSON");
  }

  fake_ = add_command("fake", "Apply a model and fill its tables with sample data", kFakeFooter);
  add_file(*fake_);
  fake_store_.add_location(*fake_);
  fake_->get_option("--data")
      ->description("The data directory to fill; no server may have it open")
      ->default_str("");
  fake_
      ->add_option("--count", count_,
                   "The approximate number of items that do not belong to others")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000));
  fake_->add_option("--seed", seed_, "The random seed: another seed gives other items")
      ->type_name("N")
      ->capture_default_str();
}

void ModelOptions::add_check() {
  check_ = add_command("check", "Find items of a table, on any server, that break a model",
                       kModelCheckFooter);
  add_file(*check_);
  check_->add_option("--table", table_, "The table to check")->type_name("NAME")->required();
  check_->add_option("--like", like_, "The table of the model, if it has another name there")
      ->type_name("NAME");
  check_->add_option("--threads", threads_, "How many requests are made at a time; default 8")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  check_endpoint_.add_to(*check_);
  check_->add_flag("--json", prints_json_, "Print the answer as JSON");
}

void ModelOptions::add_environment_commands() {
  remove_ = add_command("remove", "Remove a model and the rules of its tables", kRemoveFooter);
  remove_->add_option("MODEL", model_name_, "The name, with its environment (partita model list)")
      ->required();
  remove_->add_flag("--keep-tables", keeps_tables_, "Keep its tables with their items");
  remove_->add_flag("--drop-tables", drops_tables_, "Delete its tables with their items");
  remove_target_.add_to(*remove_);

  diff_ = add_command("diff", "Show how two environments of a model differ", kDiffFooter);
  diff_->add_option("LEFT", left_, "A model or an environment: shop@dev, dev")->required();
  diff_->add_option("RIGHT", right_, "Another one")->required();
  diff_target_.add_to(*diff_);
  for (auto* command : {remove_, diff_}) {
    command->add_flag("--json", prints_json_, "Print the answer as JSON");
  }
}

Result<ModelCommand> ModelOptions::removal() const {
  if (keeps_tables_ == drops_tables_) {
    return Error::invalid_argument(
        "say what becomes of the model's tables: --keep-tables or --drop-tables");
  }
  return ModelCommand(
      ModelRemoveCommand{TRY(remove_target_.target()), model_name_, drops_tables_, prints_json_});
}

ModelCheckCommand ModelOptions::check(model::ParamValues params) const {
  return {.file = {file_, std::move(params)},
          .target = check_endpoint_.target(),
          .table = table_,
          .like = like_,
          .threads = threads_,
          .prints_json = prints_json_};
}

Result<model::ParamValues> parse_params(const std::vector<std::string>& words) {
  model::ParamValues values;
  for (const std::string& given : words) {
    const auto equals = given.find('=');
    if (equals == 0 || equals == std::string::npos) {
      return Error::invalid_argument(
          fmt::format("--param {} is not of the form NAME=VALUE", given));
    }
    values.insert_or_assign(given.substr(0, equals), given.substr(equals + 1));
  }
  return values;
}

Result<ModelCommand> ModelOptions::command() const {
  if (run_.is_chosen()) return run_.command();
  if (migrate_.is_chosen()) return migrate_.command();
  if (work_.is_chosen()) return ModelCommand(TRY(work_.command()));
  if (remove_->parsed()) return removal();
  if (diff_->parsed()) {
    return ModelCommand(ModelDiffCommand{TRY(diff_target_.target()), left_, right_, prints_json_});
  }
  auto values = TRY(parse_params(params_));
  for (const auto* command : {init_, check_, plan_, apply_, list_, fake_}) {
    if (command->parsed()) return database_command(std::move(values));
  }
  return offline_command(std::move(values));
}

Result<ModelCommand> ModelOptions::offline_command(model::ParamValues params) const {
  if (schema_->parsed()) return ModelCommand(ModelSchemaCommand{});
  if (lint_->parsed()) {
    return ModelCommand(
        ModelLintCommand{.files = {files_.begin(), files_.end()},
                         .params = std::move(params),
                         .format = chosen_of<ModelLintCommand::Format>(kFormats, format_)});
  }
  ModelFile file{file_, std::move(params)};
  if (explain_->parsed()) return ModelCommand(ModelExplainCommand{std::move(file), pattern_});
  if (cost_->parsed()) {
    return ModelCommand(ModelCostCommand{std::move(file), prices_, prints_json_});
  }
  const auto kind = chosen_of<ModelExportCommand::Kind>(kKinds, kind_);
  return ModelCommand(ModelExportCommand{kind, std::move(file)});
}

Result<ModelCommand> ModelOptions::database_command(model::ParamValues params) const {
  if (list_->parsed()) {
    return ModelCommand(ModelListCommand{TRY(list_target_.target()), prints_json_});
  }
  if (init_->parsed()) {
    return ModelCommand(ModelInitCommand{file_, table_, TRY(init_target_.target())});
  }
  if (check_->parsed()) return ModelCommand(check(std::move(params)));
  ModelFile file{file_, std::move(params)};
  if (plan_->parsed()) {
    return ModelCommand(
        ModelPlanCommand{TRY(plan_target_.target()), std::move(file), prints_json_});
  }
  if (apply_->parsed()) {
    if (enforces_ && loads_) {
      return Error::invalid_argument("--load holds rules back and --enforce does not: one of them");
    }
    return ModelCommand(ModelApplyCommand{.target = TRY(apply_target_.target()),
                                          .file = std::move(file),
                                          .enforces = enforces_,
                                          .loads = loads_,
                                          .allows_removals = allows_removals_,
                                          .detaches_tables = detaches_tables_,
                                          .forces_version = forces_version_,
                                          .prints_json = prints_json_});
  }
  if (fake_->get_option("--data")->count() == 0) {
    return Error::invalid_argument(
        "model fake fills data that no server has open: say which with --data DIR (a server fills "
        "its own: partita serve --models DIR --fake)");
  }
  TRY(fake_store_.check());
  return ModelCommand(ModelFakeCommand{.store = fake_store_.rocksdb_store(),
                                       .file = std::move(file),
                                       .count = count_,
                                       .seed = seed_});
}

}  // namespace partita::cli
