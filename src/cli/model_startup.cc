#include "cli/model_startup.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "cli/model_files.h"
#include "cli/model_progress.h"
#include "cli/model_samples.h"
#include "cli/terminal.h"
#include "model/definition/model_head.h"
#include "model/definition/unserved.h"
#include "modelled/registry/model_store.h"

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

void tell_what_was_kept(const registry::Applied& applied) {
  if (!applied.stayed.empty()) {
    warn(fmt::format("{}. What is in force stays", applied.stayed));
    return;
  }
  for (const auto& step : applied.kept) {
    warn(fmt::format("model {}: {} {} stays; partita model apply --allow-removals removes it",
                     applied.held->record.name, step.table, step.what));
  }
  for (const auto& id : applied.held->record.observed) {
    warn(
        fmt::format("model {}: rules of {} are only observed, because stored items broke them or "
                    "were to be loaded; partita model plan shows what is wrong, apply ends it",
                    applied.held->record.name, applied.held->model->find_table(id)->name));
  }
}

// Of all params that were given, those that the model has.
model::ParamValues params_for(const model::ModelHead& head, const model::ParamValues& given) {
  model::ParamValues params;
  for (const auto& [name, value] : given) {
    if (head.find(name) != nullptr) params.emplace(name, value);
  }
  return params;
}

// The models of a directory, with the params that they are started with.
// ERRORS: those of reading a file; InvalidArgument if no model has a param that was given.
Result<std::vector<registry::ModelSource>> sources_of(const ModelStartup& startup) {
  std::vector<registry::ModelSource> sources;
  std::set<std::string, std::less<>> used;
  for (const auto& path : TRY(model_files_of(startup.directory))) {
    auto source = TRY(read_model_file({path, {}}));
    // What is wrong with a file that has no head is told when it is applied.
    if (const auto head = model::read_head(source.text)) {
      source.params = params_for(*head, startup.params);
    }
    for (const auto& [name, value] : source.params) used.insert(name);
    sources.push_back(std::move(source));
  }
  for (const auto& [name, value] : startup.params) {
    if (used.contains(name)) continue;
    return Error::invalid_argument(
        fmt::format("no model in {} has a param {}", startup.directory.string(), name));
  }
  return sources;
}

// A model whose file is gone stays in force, and so do environments that were not asked for.
void tell_what_stays(const registry::ModelStore& models,
                     const std::vector<registry::ModelSource>& sources,
                     const std::filesystem::path& directory) {
  std::set<std::string, std::less<>> names;
  for (const auto& source : sources) {
    if (const auto head = model::read_head(source.text)) names.insert(head->name);
  }
  for (const auto& held : models.list()) {
    if (names.contains(held->model->name)) continue;
    warn(
        fmt::format("model {} stays in force, although {} has no file for it; partita model "
                    "remove {} takes it away",
                    held->record.name, directory.string(), held->record.name));
  }
}

Status start_model(ModelDatabase& opened, const registry::ModelSource& source, bool makes_samples) {
  ProgressLine line;
  const registry::ApplyOptions options{.keeps_held = true, .report = line.report()};
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
  for (const auto& source : TRY(sources_of(startup))) {
    TRY(sync_wait(opened.models().apply(source)));
  }
  return {};
}

Status start_models(ModelDatabase& opened, const ModelStartup& startup) {
  if (startup.directory.empty()) return {};
  const auto sources = TRY(sources_of(startup));
  for (const auto& source : sources) {
    TRY(start_model(opened, source, startup.makes_samples));
  }
  tell_what_stays(opened.models(), sources, startup.directory);
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

std::vector<std::string> unserved_lines(const registry::ModelStore& models) {
  std::vector<std::string> lines;
  for (const auto& held : models.list()) {
    for (const auto& declared : model::unserved(*held->model)) {
      auto line = fmt::format("model {}: `{}` is declared, but not served yet: {}",
                              held->record.name, declared.section, declared.effect);
      if (lines.empty() || lines.back() != line) lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::vector<std::string> model_lines(const registry::ModelStore& models, std::string_view address) {
  std::vector<std::string> lines;
  for (const auto& held : models.list()) {
    const model::Model& model = *held->model;
    lines.push_back(fmt::format("model {} v{}: {}, REST at {}{}", held->record.name, model.version,
                                to_text(content_of(model)), address, model.http_root));
  }
  return lines;
}

}  // namespace partita::cli
