#include "cli/model_database.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "cli/model_answers.h"
#include "cli/model_client.h"
#include "cli/model_files.h"
#include "cli/model_progress.h"
#include "cli/model_samples.h"
#include "cli/terminal.h"
#include "models/model_store.h"
#include "models/plan_text.h"

namespace partita::cli {
namespace {

using database::RocksdbStore;

void print(std::string_view text) {
  fmt::print("{}", text);
  std::fflush(stdout);
}

models::TextStyle style() { return {.has_colours = output_has_colours()}; }

// A directory without a store is as an empty database, and asking does not make one.
database::Store readable(const RocksdbStore& store) {
  if (database::exists(store)) return store;
  return database::MemoryStore{};
}

// A model file as a server takes it.
server::RestRequest request_with(models::ModelSource source, std::string_view action) {
  server::RestRequest request{.method = "POST",
                              .path = fmt::format("/api/models:{}", action),
                              .query = {{"file", std::move(source.file_name)}},
                              .body = std::move(source.text),
                              .body_type = "application/yaml"};
  for (const auto& [name, value] : source.params) {
    request.query.emplace_back("param." + name, value);
  }
  return request;
}

Result<models::Plan> plan_of(const ModelPlanCommand& command) {
  auto source = TRY(read_model_file(command.file));
  if (!command.target.store) {
    const auto client = TRY(ModelClient::open(command.target));
    return read_plan(TRY(client.send(request_with(std::move(source), "plan"))));
  }
  const auto opened = TRY(open_with_models(readable(*command.target.store)));
  ProgressLine line;
  const models::PlanOptions options{.report = line.report()};
  return sync_wait(opened.models().plan(source, options));
}

Result<models::Applied> apply_at_server(const ModelApplyCommand& command,
                                        models::ModelSource source) {
  const auto client = TRY(ModelClient::open(command.target));
  auto request = request_with(std::move(source), "apply");
  if (command.enforces) request.query.emplace_back("enforce", "1");
  if (command.loads) request.query.emplace_back("load", "1");
  if (command.allows_removals) request.query.emplace_back("allow_removals", "1");
  if (command.detaches_tables) request.query.emplace_back("detach", "1");
  if (command.forces_version) request.query.emplace_back("force", "1");
  return read_applied(TRY(client.send(request)));
}

// A store that is not there yet is only made for a model that can be applied: one that cannot
// leaves nothing behind.
Status try_out(const RocksdbStore& store, const models::ModelSource& source) {
  if (database::exists(store)) return {};
  const auto opened = TRY(open_with_models(database::MemoryStore{}));
  TRY(sync_wait(opened.models().apply(source)));
  return {};
}

Result<models::Applied> apply(const ModelApplyCommand& command) {
  auto source = TRY(read_model_file(command.file));
  if (!command.target.store) return apply_at_server(command, std::move(source));
  TRY(try_out(*command.target.store, source));
  const auto opened = TRY(open_with_models(*command.target.store));
  ProgressLine line;
  const models::ApplyOptions options{.enforces = command.enforces,
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
  const models::ApplyOptions options{.keeps_held = true};
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

ExitCode plan_model(const ModelPlanCommand& command) {
  const auto plan = plan_of(command);
  if (!plan.ok()) return failed(plan.error());
  print(command.prints_json ? models::to_json(*plan) : models::to_text(*plan, style()));
  return plan->obstacles.empty() ? ExitCode::Ok : ExitCode::Failed;
}

ExitCode apply_model(const ModelApplyCommand& command) {
  const auto applied = apply(command);
  if (!applied.ok()) return failed(applied.error());
  print(command.prints_json ? models::to_json(*applied) : models::to_text(*applied, style()));
  return ExitCode::Ok;
}

ExitCode fake_model(const ModelFakeCommand& command) {
  const auto load = fake(command);
  if (!load.ok()) return failed(load.error());
  say(to_text(*load));
  return ExitCode::Ok;
}

}  // namespace partita::cli
