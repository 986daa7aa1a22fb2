#include "cli/model_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace partita::cli {
namespace {

constexpr const char* kModelFooter = R"(
A model is a YAML file: which entities a table holds, by which keys they are found, and what must
always hold. The server keeps it, whichever client writes. docs/MODEL_FORMAT.md has the format.

Start here:
  partita model init shop.yaml         a first model, with a comment at each thing it shows
  partita model lint shop.yaml         what is wrong with a model, and what to do about it
  partita model explain shop.yaml      which index serves which pattern
  partita model check shop.yaml --table T    which items of a table, of AWS too, break it
  partita model plan shop.yaml         what would change at the server that runs on this machine
  partita model apply shop.yaml        change it
  partita serve --models DIR --fake    a server with all models of a directory and sample data
  partita model run shop get_user --id 7    ask that server; its routes: curl localhost:8000/api/

All of them act at the running server: 127.0.0.1:8000, or the one that --endpoint URL or the
variable PARTITA_ENDPOINT names. --data DIR opens data that no server has instead.)";

constexpr const char* kLintFooter = R"(
Examples:
  partita model lint models/*.yaml
  partita model lint shop.yaml --param stage=prod --format sarif > lint.sarif
  partita model lint shop.yaml --format github      beside the lines of a pull request

Exit codes: 0 no errors (warnings may be there), 1 errors, 2 the command was not understood.)";

constexpr const char* kExplainFooter = R"(
Examples:
  partita model explain shop.yaml                   all patterns, a line each
  partita model explain shop.yaml orders_of_user    one of them, with all it does

If nothing serves a pattern, this says why not, index by index, and what would.)";

constexpr const char* kCostFooter = R"(
Examples:
  partita model cost shop.yaml
  partita model cost shop.yaml --param stage=prod --json

What the section `workload` of the file would cost in a month on AWS.)";

constexpr const char* kExportFooter = R"(
Examples:
  partita model export markdown shop.yaml > SHOP.md
  partita model export mermaid shop.yaml            entities and lifecycles as diagrams
  partita model export terraform shop.yaml --param stage=prod > tables.tf
  partita model export openapi shop.yaml            the REST routes of the model
  partita model export jsonschema shop.yaml         the items of each entity)";

constexpr const char* kSchemaFooter = R"(
Example:
  partita model schema > model.schema.json
  and in a model file:  # yaml-language-server: $schema=model.schema.json)";

constexpr const char* kInitFooter = R"(
Examples:
  partita model init shop.yaml                        an example to change, called shop
  partita model init shop.yaml --from-table orders    guessed from a table and its items

The file must not be there yet. docs/TUTORIAL.md leads from here to a served model.)";

constexpr const char* kModelCheckFooter = R"(
Examples:
  partita model check shop.yaml --table shop-prod --endpoint-url aws:eu-central-1 --profile work
  partita model check shop.yaml --table orders --like Orders
  partita model check shop.yaml --table shop-prod --param stage=prod --json

Reads all items of a table of AWS, or of any server that speaks DynamoDB's API, and tells which
rules of the model they break, before the table is moved here or the model is applied. Nothing is
written. It costs what a Scan of the table costs.
Exit codes: 0 all items are as the model wants them, 1 some are not.)";

constexpr const char* kPlanFooter = R"(
Examples:
  partita model plan shop.yaml                        against the server on 127.0.0.1:8000
  partita model plan shop.yaml --endpoint https://db.example.com
  partita model plan shop.yaml --data /srv/partita --json    against data that no server has

+ is added, ~ changed, - removed. Stored items are judged by the rules as they will be; none is
changed. Requests to a server are signed if AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set.)";

constexpr const char* kApplyFooter = R"(
Examples:
  partita model apply shop.yaml                       at the server on 127.0.0.1:8000
  partita model apply shop.yaml --endpoint https://db.example.com
  partita model apply shop.yaml --data partita-data   in data that no server has
  partita model apply shop.yaml --enforce             although stored items break rules
  partita model apply shop.yaml --allow-removals      indexes and tables go that it has no more
  partita model apply shop.yaml --load                to bring items from elsewhere; then apply it
  partita model apply shop.yaml --param stage=prod    another environment, beside the others

A model whose tables are named with params, such as `shop-${stage}`, can be in one database in
several environments: shop@dev, shop@prod. The first one is the main one; params that are not given
are as there, and as the database remembers them.
Tables and indexes are made first, then the rules hold. If stored items break the rules of a new
model, nothing is refused at first: what would be is counted. Applying it again looks at the items
again: when all are as the rules want them, or with --enforce, the rules hold. Otherwise applying a
model twice does nothing; what was interrupted is finished by applying it again.
A server goes on answering while it applies a model, one at a time, and this waits until it is done.
Requests to a server are signed if AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set. `partita
serve --models DIR` applies all models of a directory when it starts.)";

constexpr const char* kRemoveFooter = R"(
Examples:
  partita model remove shop --keep-tables             tables and items stay, nothing is checked
  partita model remove shop@stage --drop-tables       one environment, with all of its items

This is the only way to take a model's rules off its tables as a whole: a file that is gone from
the directory of `partita serve --models`, or another environment, never does.)";

constexpr const char* kDiffFooter = R"(
Examples:
  partita model diff dev prod                 each model that is in both environments
  partita model diff shop@dev shop@prod       one model

Both as they are in force, with their params and overrides applied.)";

constexpr const char* kListFooter = R"(
Examples:
  partita model list                                of the server on 127.0.0.1:8000
  partita model list --endpoint https://db.example.com
  partita model list --data /srv/partita --json     of data that no server has)";

constexpr const char* kFakeFooter = R"(
Examples:
  partita model fake shop.yaml --data partita-data    as many items as its section `fake` says
  partita model fake shop.yaml --data partita-data --count 100 --seed 7

Applies the model and fills its tables, if they are empty, with items that walk their lifecycles
in simulated time up to now. One seed, one hour, one model: the same items.
No server may have the data meanwhile; one that starts with --models DIR --fake fills its own.)";

// CLI11 shows what its own checks allow in the midst of the help; this one stays silent.
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
constexpr std::array<std::string_view, 5> kKinds = {"markdown", "mermaid", "terraform", "openapi",
                                                    "jsonschema"};

template <typename Enum, std::size_t Size>
Enum chosen_of(const std::array<std::string_view, Size>& words, const std::string& word) {
  return static_cast<Enum>(std::find(words.begin(), words.end(), word) - words.begin());
}

}  // namespace

void ModelOptions::add_to(CLI::App& program) {
  model_ = program.add_subcommand("model", "Data models: check, explain, plan, apply and use them");
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
  cost_->add_option("--prices", prices_, "A price book; the newest if not given")
      ->type_name("NAME");
  cost_->add_flag("--json", prints_json_, "Print the answer as JSON");

  export_ = add_command("export", "Write documents and code from a model", kExportFooter);
  export_->add_option("KIND", kind_, "markdown, mermaid, terraform, openapi or jsonschema")
      ->required()
      ->check(one_of(kKinds));
  add_file(*export_);

  schema_ =
      add_command("schema", "Print the JSON Schema of model files, for editors", kSchemaFooter);
}

void ModelOptions::add_database_commands() {
  init_ = add_command("init", "Write a first model, or one guessed from a table", kInitFooter);
  init_->add_option("FILE", file_, "The new file")->required();
  init_->add_option("--from-table", table_, "Guess it from this table and its first items")
      ->type_name("NAME");
  init_target_.add_to(*init_);

  add_check();

  plan_ = add_command("plan", "Show what applying a model would change", kPlanFooter);
  add_file(*plan_);
  plan_target_.add_to(*plan_);

  apply_ = add_command("apply", "Make tables, indexes and rules as a model says", kApplyFooter);
  add_file(*apply_);
  apply_target_.add_to(*apply_);
  apply_->add_flag("--enforce", enforces_, "Rules hold at once, even if stored items break them");
  apply_->add_flag("--load", loads_,
                   "Only observe the rules until the model is applied again, to load items as they "
                   "are elsewhere");
  apply_->add_flag("--allow-removals", allows_removals_,
                   "Remove indexes and tables that the model does not have any more");
  apply_->add_flag("--detach", detaches_tables_,
                   "Keep tables that the model does not have any more, without rules");
  apply_->add_flag("--force", forces_version_,
                   "Take a file that has changed although its version has not gone up");

  list_ = add_command("list", "Show the models that a database holds", kListFooter);
  list_target_.add_to(*list_);
  for (auto* command : {plan_, apply_, list_}) {
    command->add_flag("--json", prints_json_, "Print the answer as JSON");
  }

  fake_ = add_command("fake", "Apply a model and fill its tables with sample data", kFakeFooter);
  add_file(*fake_);
  fake_store_.add_location(*fake_);
  fake_->get_option("--data")
      ->description("Fill this data; no server may have it open")
      ->default_str("");
  fake_->add_option("--count", count_, "About so many items that do not belong to others")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000));
  fake_->add_option("--seed", seed_, "Other items with another one")
      ->type_name("N")
      ->capture_default_str();
}

void ModelOptions::add_check() {
  check_ = add_command("check", "Find the items of a table of any server that break a model",
                       kModelCheckFooter);
  add_file(*check_);
  check_->add_option("--table", table_, "The table there")->type_name("NAME")->required();
  check_->add_option("--like", like_, "The model's table that it is, if its name does not tell")
      ->type_name("NAME");
  check_->add_option("--threads", threads_, "How many requests are under way at a time; 8")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  check_endpoint_.add_to(*check_);
  check_->add_flag("--json", prints_json_, "Print the answer as JSON");
}

void ModelOptions::add_environment_commands() {
  remove_ =
      add_command("remove", "Forget a model, and take its rules off its tables", kRemoveFooter);
  remove_->add_option("MODEL", model_name_, "Its name, with its environment: partita model list")
      ->required();
  remove_->add_flag("--keep-tables", keeps_tables_, "Its tables stay with their items");
  remove_->add_flag("--drop-tables", drops_tables_, "Its tables are deleted with their items");
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
