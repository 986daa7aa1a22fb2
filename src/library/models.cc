#include "partita/models.h"

#include <fmt/format.h>

#include <utility>

#include "library/open_database.h"
#include "model/definition/read_model.h"
#include "modelled/registry/model_store.h"
#include "modelled/registry/plan_json.h"
#include "modelled/registry/plan_text.h"
#include "partita/async_operations.h"
#include "partita/base/file.h"

namespace partita {
namespace {

using registry::ModelSource;

ModelSource source_of(const ModelFile& file) { return {file.name, file.text, file.params}; }

PatternInfo info_of(const model::Pattern& pattern) {
  PatternInfo info{.name = pattern.name,
                   .kind = std::string(model::name_of(pattern.kind)),
                   .parameters = {},
                   .writes = model::writes(pattern.kind)};
  for (const std::string_view parameter : pattern.parameters()) {
    info.parameters.emplace_back(parameter);
  }
  return info;
}

ModelInfo info_of(const registry::HeldModel& held) {
  ModelInfo info{.name = held.record.name,
                 .version = held.record.version,
                 .applied_at = held.record.applied_at,
                 .tables = {},
                 .patterns = {},
                 .rollups = {}};
  for (const auto& table : held.model->tables) info.tables.push_back(table.name);
  for (const auto& pattern : held.model->patterns) info.patterns.push_back(info_of(pattern));
  for (const auto& rollup : held.model->rollups) info.rollups.push_back(rollup.name);
  return info;
}

ModelPlan plan_of(const registry::ApplyPlan& plan) {
  ModelPlan result{.model = plan.model,
                   .version = plan.version,
                   .former_version = plan.former_version,
                   .changes_nothing = plan.is_empty(),
                   .obstacles = plan.obstacles,
                   .observed_tables = plan.observed,
                   .text = registry::to_text(plan),
                   .json = registry::to_json(plan)};
  if (!plan.needs_force.empty()) result.obstacles.push_back(plan.needs_force);
  return result;
}

registry::ApplyOptions options_of(const ApplyOptions& options) {
  return {.enforces = options.enforces,
          .loads = options.loads,
          .allows_removals = options.allows_removals,
          .detaches_tables = options.detaches_tables,
          .forces_version = options.forces_version};
}

}  // namespace

Result<ModelFile> ModelFile::read(const std::filesystem::path& path) {
  auto text = TRY(read_small_file(path, model::kModelBytesMax));
  return ModelFile{.name = path.string(), .text = std::move(text)};
}

Result<ModelPlan> Models::plan(const ModelFile& file) {
  if (open_ == nullptr) return library::closed();
  const auto plan = TRY(sync_wait(open_->database().models().plan(source_of(file))));
  return plan_of(plan);
}

Result<AppliedModel> Models::apply(const ModelFile& file, const ApplyOptions& options) {
  if (open_ == nullptr) return library::closed();
  const auto applied =
      TRY(sync_wait(open_->database().models().apply(source_of(file), options_of(options))));
  AppliedModel result{.model = info_of(*applied.held),
                      .has_changed = !applied.plan.is_empty() || applied.ends_observation,
                      .kept = {},
                      .text = registry::to_text(applied)};
  for (const registry::Step& step : applied.kept) {
    result.kept.push_back(fmt::format("{}: {} {}", step.table, step.what, step.detail));
  }
  return result;
}

Result<std::vector<std::string>> Models::remove(std::string_view name,
                                                const RemoveModelOptions& options) {
  if (open_ == nullptr) return library::closed();
  auto removed = TRY(
      sync_wait(open_->database().models().remove(name, {.drops_tables = options.drops_tables})));
  return std::move(removed.tables);
}

Result<std::vector<ModelInfo>> Models::list() {
  if (open_ == nullptr) return library::closed();
  std::vector<ModelInfo> models;
  for (const auto& held : open_->database().models().list()) models.push_back(info_of(*held));
  return models;
}

Status Models::catch_up() {
  if (open_ == nullptr) return library::closed();
  return sync_wait(open_->database().models().catch_up());
}

Result<PatternPage> Models::read_pattern(const PatternRead& request) {
  return sync_wait(AsyncOperations(open_).read_pattern(request));
}

Result<PatternWritten> Models::write_pattern(const PatternWrite& request) {
  return sync_wait(AsyncOperations(open_).write_pattern(request));
}

Result<RollupTable> Models::read_rollup(const RollupRead& request) {
  return sync_wait(AsyncOperations(open_).read_rollup(request));
}

}  // namespace partita
