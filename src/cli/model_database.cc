#include "cli/model_database.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdio>

#include "cli/model_files.h"
#include "cli/model_progress.h"
#include "cli/model_samples.h"
#include "cli/model_startup.h"
#include "cli/terminal.h"
#include "documents/json_text.h"
#include "models/plan_text.h"

namespace partita::cli {
namespace {

using database::RocksdbStore;
using models::HeldPointer;

ExitCode failed(const Error& error) {
  complain(error);
  return ExitCode::Failed;
}

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

std::string time_text(WallTime time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

std::string list_text(const std::vector<HeldPointer>& held) {
  if (held.empty()) return "no models; partita model apply FILE puts one in force\n";
  std::string text;
  for (const HeldPointer& each : held) {
    text +=
        fmt::format("{} version {}, applied {}: {}{}\n", each->record.name, each->record.version,
                    time_text(each->record.applied_at), content_text(*each->model),
                    each->record.observed.empty() ? "" : "; rules only observed");
  }
  return text;
}

void write_held(documents::JsonText& json, const models::HeldModel& held) {
  json.open_object();
  json.member("model", held.record.name);
  json.member("version", Number(held.record.version));
  json.member("incarnation", Number(static_cast<std::int64_t>(held.record.incarnation)));
  json.member("applied_at", time_text(held.record.applied_at));
  json.member("http_root", held.model->http_root);
  std::vector<std::string> tables;
  for (const auto& table : held.model->tables) tables.push_back(table.name);
  json.strings("tables", tables);
  json.strings("observed", {held.record.observed.begin(), held.record.observed.end()});
  json.close_object();
}

std::string list_json(const std::vector<HeldPointer>& held) {
  documents::JsonText json;
  json.open_array();
  for (const HeldPointer& each : held) write_held(json, *each);
  json.close_array();
  return std::move(json).take();
}

Result<models::Plan> plan_of(const ModelPlanCommand& command) {
  const auto source = TRY(read_model_file(command.file));
  const auto opened = TRY(open_with_models(readable(command.store)));
  ProgressLine line;
  const models::PlanOptions options{.report = line.report()};
  return sync_wait(opened.models().plan(source, options));
}

Result<models::Applied> apply(const ModelApplyCommand& command) {
  const auto source = TRY(read_model_file(command.file));
  const auto opened = TRY(open_with_models(command.store));
  ProgressLine line;
  const models::ApplyOptions options{.enforces = command.enforces,
                                     .allows_removals = command.allows_removals,
                                     .report = line.report()};
  return sync_wait(opened.models().apply(source, options));
}

Result<SampleLoad> fake(const ModelFakeCommand& command) {
  const auto source = TRY(read_model_file(command.file));
  // Items that can be made again need not wait for the disk one by one.
  auto store = command.store;
  store.durability = database::Durability::Relaxed;
  auto opened = TRY(open_with_models(store));
  const auto applied = TRY(sync_wait(opened.models().apply(source)));
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

ExitCode list_models(const ModelListCommand& command) {
  const auto opened = open_with_models(readable(command.store));
  if (!opened.ok()) return failed(opened.error());
  const auto held = opened->models().list();
  print(command.prints_json ? list_json(held) : list_text(held));
  return ExitCode::Ok;
}

ExitCode fake_model(const ModelFakeCommand& command) {
  const auto load = fake(command);
  if (!load.ok()) return failed(load.error());
  say(to_text(*load));
  return ExitCode::Ok;
}

}  // namespace partita::cli
