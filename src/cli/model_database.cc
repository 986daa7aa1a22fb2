#include "cli/model_database.h"

#include <fmt/format.h>

#include <utility>

#include "cli/model_answers.h"
#include "cli/model_client.h"
#include "cli/model_files.h"
#include "cli/model_progress.h"
#include "cli/model_samples.h"
#include "cli/own_facts.h"
#include "cli/server_progress.h"
#include "cli/terminal.h"
#include "database/store_server.h"
#include "modelled/registry/model_store.h"
#include "modelled/registry/plan_json.h"
#include "modelled/registry/plan_text.h"

namespace partita::cli {
namespace {

registry::TextStyle style() { return {.has_colours = output_has_colours()}; }

// A place without a store is as an empty database, and asking does not make one.
Result<database::Store> readable(const database::Store& store) {
  if (TRY(database::has_been_made(store))) return store;
  return database::Store(database::MemoryStore{});
}

// A model file as a server takes it.
client::RestRequest request_with(registry::ModelSource source, std::string_view action) {
  client::RestRequest request{.method = "POST",
                              .path = fmt::format("/api/models:{}", action),
                              .query = {{"file", std::move(source.file_name)}},
                              .body = std::move(source.text),
                              .body_type = "application/yaml"};
  for (const auto& [name, value] : source.params) {
    request.query.emplace_back("param." + name, value);
  }
  return request;
}

// The answer of the server to work that may take long; meanwhile it is asked how far it is.
Result<std::string> send_and_watch(const ModelTarget& target, const client::RestRequest& request) {
  const auto client = TRY(ModelClient::open(target));
  const auto watcher = TRY(ModelClient::open(target));
  ProgressLine line;
  const ServerProgress progress([&] { return watcher.send({.path = "/api/models:progress"}); },
                                line);
  return client.send(request);
}

Result<registry::ApplyPlan> plan_of(const ModelPlanCommand& command) {
  auto source = TRY(read_model_file(command.file));
  if (!command.target.store) {
    const auto request = request_with(std::move(source), "plan");
    return read_plan(TRY(send_and_watch(command.target, request)));
  }
  const auto opened = TRY(open_with_models(TRY(readable(*command.target.store))));
  ProgressLine line;
  const registry::PlanOptions options{.report = line.report()};
  return sync_wait(opened.models().plan(source, options));
}

Result<registry::Applied> apply_at_server(const ModelApplyCommand& command,
                                          registry::ModelSource source) {
  auto request = request_with(std::move(source), "apply");
  if (command.enforces) request.query.emplace_back("enforce", "1");
  if (command.loads) request.query.emplace_back("load", "1");
  if (command.allows_removals) request.query.emplace_back("allow_removals", "1");
  if (command.detaches_tables) request.query.emplace_back("detach", "1");
  if (command.forces_version) request.query.emplace_back("force", "1");
  return read_applied(TRY(send_and_watch(command.target, request)));
}

// A store that is not there yet is only made for a model that can be applied: one that cannot
// leaves nothing behind.
Status try_out(const database::Store& store, const registry::ModelSource& source) {
  if (TRY(database::has_been_made(store))) return {};
  const auto opened = TRY(open_with_models(database::MemoryStore{}));
  TRY(sync_wait(opened.models().apply(source)));
  return {};
}

Result<registry::Applied> apply(const ModelApplyCommand& command) {
  auto source = TRY(read_model_file(command.file));
  if (!command.target.store) return apply_at_server(command, std::move(source));
  TRY(try_out(*command.target.store, source));
  const auto opened = TRY(open_with_models(*command.target.store));
  ProgressLine line;
  const registry::ApplyOptions options{.enforces = command.enforces,
                                       .loads = command.loads,
                                       .allows_removals = command.allows_removals,
                                       .detaches_tables = command.detaches_tables,
                                       .forces_version = command.forces_version,
                                       .report = line.report()};
  return sync_wait(opened.models().apply(source, options));
}

Result<SampleLoad> fake(const ModelFakeCommand& command) {
  const auto source = TRY(read_model_file(command.file));
  // Items that can be made again need not wait for the disk one by one.
  auto store = command.store;
  store.durability = database::Durability::Relaxed;
  TRY(try_out(store, source));
  auto opened = TRY(open_with_models(store));
  const registry::ApplyOptions options{.keeps_held = true};
  const auto applied = TRY(sync_wait(opened.models().apply(source, options)));
  if (!applied.stayed.empty()) warn(applied.stayed);
  return load_samples(opened, *applied.held, {.seed = command.seed, .count = command.count});
}

}  // namespace

Result<ModelDatabase> open_with_models(const database::Store& store,
                                       const database::DatabaseOptions& options) {
  ModelDatabase opened;
  opened.database = TRY(database::Database::open(store, options));
  for (const std::string& warning : opened.models().warnings()) warn(warning);
  return opened;
}

Result<ModelDatabase> open_with_models(const database::Store& store) {
  database::DatabaseOptions options;
  options.makes_backups = false;
  options.facts = own_facts();
  return open_with_models(store, options);
}

ExitCode plan_model(const ModelPlanCommand& command) {
  const auto plan = plan_of(command);
  if (!plan.ok()) return failed(plan.error());
  print(command.prints_json ? registry::to_json(*plan) : registry::to_text(*plan, style()));
  return plan->obstacles.empty() ? ExitCode::Ok : ExitCode::Failed;
}

ExitCode apply_model(const ModelApplyCommand& command) {
  const auto applied = apply(command);
  if (!applied.ok()) return failed(applied.error());
  print(command.prints_json ? registry::to_json(*applied) : registry::to_text(*applied, style()));
  return ExitCode::Ok;
}

ExitCode fake_model(const ModelFakeCommand& command) {
  const auto load = fake(command);
  if (!load.ok()) return failed(load.error());
  say(to_text(*load));
  return ExitCode::Ok;
}

}  // namespace partita::cli
