#include "cli/model_startup.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "cli/model_files.h"
#include "cli/model_progress.h"
#include "cli/model_samples.h"
#include "cli/terminal.h"
#include "models/model_store.h"

namespace partita::cli {
namespace {

bool is_model_file(const std::filesystem::path& path) {
  const auto extension = path.extension();
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

// "1 table", "2 tables"
std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

template <typename Elements>
std::size_t live_count(const Elements& elements) {
  return static_cast<std::size_t>(std::count_if(
      elements.begin(), elements.end(), [](const auto& element) { return element.notes.is_live; }));
}

void tell_what_was_kept(const models::Applied& applied) {
  for (const auto& step : applied.kept) {
    warn(fmt::format("model {}: {} {} stays; partita model apply --allow-removals removes it",
                     applied.plan.model, step.table, step.what));
  }
  for (const auto& table : applied.plan.observed) {
    warn(
        fmt::format("model {}: rules of {} are only observed, because stored items break them; "
                    "partita model plan shows which",
                    applied.plan.model, table));
  }
}

Status start_model(ModelDatabase& opened, const std::filesystem::path& path, bool makes_samples) {
  const auto source = TRY(read_model_file({path, {}}));
  ProgressLine line;
  const models::ApplyOptions options{.report = line.report()};
  const auto applied = TRY(sync_wait(opened.models().apply(source, options)));
  tell_what_was_kept(applied);
  if (!makes_samples) return {};
  const auto load = TRY(load_samples(opened, *applied.held, {}));
  if (load.refused > 0) warn(to_text(load));
  return {};
}

}  // namespace

Result<std::vector<std::filesystem::path>> model_files_of(const std::filesystem::path& directory) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  std::filesystem::directory_iterator entries(directory, error);
  const std::filesystem::directory_iterator end;
  for (; !error && entries != end; entries.increment(error)) {
    if (is_model_file(entries->path())) files.push_back(entries->path());
  }
  if (error) {
    return Error::not_found(fmt::format("cannot read {}: {}", directory.string(), error.message()));
  }
  if (files.empty()) {
    return Error::not_found(fmt::format("{} has no model files (*.yaml)", directory.string()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

Status try_models(const ModelStartup& startup) {
  if (startup.directory.empty()) return {};
  const auto opened = TRY(open_with_models(database::MemoryStore{}));
  for (const auto& path : TRY(model_files_of(startup.directory))) {
    const auto source = TRY(read_model_file({path, {}}));
    TRY(sync_wait(opened.models().apply(source)));
  }
  return {};
}

Status start_models(ModelDatabase& opened, const ModelStartup& startup) {
  if (startup.directory.empty()) return {};
  for (const auto& path : TRY(model_files_of(startup.directory))) {
    TRY(start_model(opened, path, startup.makes_samples));
  }
  return {};
}

ModelContent content_of(const model::Model& model) {
  return {.tables = live_count(model.tables),
          .entities = live_count(model.entities),
          .patterns = live_count(model.patterns)};
}

std::string to_text(const ModelContent& content) {
  return fmt::format("{}, {}, {}", counted(content.tables, "table", "tables"),
                     counted(content.entities, "entity", "entities"),
                     counted(content.patterns, "pattern", "patterns"));
}

std::vector<std::string> model_lines(const models::ModelStore& models, std::string_view address) {
  std::vector<std::string> lines;
  for (const auto& held : models.list()) {
    const model::Model& model = *held->model;
    lines.push_back(fmt::format("model {} v{}: {}, REST at {}{}", model.name, model.version,
                                to_text(content_of(model)), address, model.http_root));
  }
  return lines;
}

}  // namespace partita::cli
