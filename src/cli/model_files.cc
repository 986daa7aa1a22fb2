#include "cli/model_files.h"

#include <fmt/format.h>

#include <chrono>

#include "cli/model_document.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "model/definition/json_schema.h"
#include "model/lint/cost.h"
#include "model/lint/lint.h"
#include "model/lint/report.h"
#include "model/planning/explain.h"
#include "partita/base/clock.h"
#include "partita/base/file.h"

namespace partita::cli {
namespace {

using Format = ModelLintCommand::Format;

void print_lines(std::string_view text) {
  print(fmt::format("{}{}", text, text.ends_with('\n') ? "" : "\n"));
}

model::Day today() { return std::chrono::floor<std::chrono::days>(Clock::system().wall_now()); }

// What the reader says or, if it says nothing, what the rules say.
Result<lint::FileFindings> findings_of(const ModelFile& file) {
  const auto source = TRY(read_model_file(file));
  auto reading = model::read_model(source.text, source.params);
  lint::FileFindings found{.file_name = source.file_name, .findings = {}};
  found.findings = reading.model ? lint::lint(*reading.model, {.today = today()})
                                 : lint::from_reader(std::move(reading.findings));
  return found;
}

std::string report_of(const std::vector<lint::FileFindings>& files, Format format) {
  switch (format) {
    case Format::Text:
      return lint::to_text(files);
    case Format::Json:
      return lint::to_json(files);
    case Format::Sarif:
      return lint::to_sarif(files, version());
    case Format::Github:
      return lint::to_github(files);
  }
  return {};
}

std::string pattern_names(const model::Model& model) {
  std::string names;
  for (const auto& pattern : model.patterns) {
    names.append(names.empty() ? "" : ", ").append(pattern.name);
  }
  return names;
}

ExitCode explain_pattern(const model::Model& model, const std::string& name) {
  const auto* pattern = model.find_pattern(name);
  if (pattern == nullptr) {
    return failed(Error::not_found(fmt::format("model {} has no pattern {}; it has {}", model.name,
                                               name, pattern_names(model))));
  }
  const auto outcome = planning::plan_pattern(model, *pattern);
  print_lines(outcome.plan ? planning::explain(*outcome.plan)
                           : planning::explain(*pattern, outcome));
  return outcome.plan ? ExitCode::Ok : ExitCode::Failed;
}

}  // namespace

Result<registry::ModelSource> read_model_file(const ModelFile& file) {
  auto text = TRY(read_small_file(file.path, model::kModelBytesMax));
  return registry::ModelSource{
      .file_name = file.path.string(), .text = std::move(text), .params = file.params};
}

Result<std::shared_ptr<const model::Model>> load_model_file(const ModelFile& file) {
  const auto source = TRY(read_model_file(file));
  return model::load_model(source.text, source.file_name, source.params);
}

ExitCode lint_models(const ModelLintCommand& command) {
  std::vector<lint::FileFindings> files;
  bool has_errors = false;
  for (const auto& path : command.files) {
    auto found = findings_of({path, command.params});
    if (!found.ok()) return failed(found.error());
    has_errors = has_errors || lint::has_severity(found->findings, model::Severity::Error);
    files.push_back(std::move(*found));
  }
  print_lines(report_of(files, command.format));
  return has_errors ? ExitCode::Failed : ExitCode::Ok;
}

ExitCode explain_model(const ModelExplainCommand& command) {
  const auto model = load_model_file(command.file);
  if (!model.ok()) return failed(model.error());
  if (!command.pattern.empty()) return explain_pattern(**model, command.pattern);
  print_lines(planning::explain_all(**model));
  return ExitCode::Ok;
}

ExitCode estimate_model_cost(const ModelCostCommand& command) {
  const auto model = load_model_file(command.file);
  if (!model.ok()) return failed(model.error());
  const auto* book =
      command.prices.empty() ? &lint::newest_price_book() : lint::find_price_book(command.prices);
  if (book == nullptr) {
    return failed(Error::not_found(fmt::format("there is no price book {}; the newest is {}",
                                               command.prices, lint::newest_price_book().name)));
  }
  const auto cost = lint::estimate_cost(**model, *book);
  print_lines(command.prints_json ? lint::to_json(cost) : lint::to_text(cost));
  return ExitCode::Ok;
}

ExitCode export_model(const ModelExportCommand& command) {
  const auto model = load_model_file(command.file);
  if (!model.ok()) return failed(model.error());
  print_lines(document_of(**model, command.kind));
  return ExitCode::Ok;
}

ExitCode print_model_schema() {
  print_lines(model::json_schema());
  return ExitCode::Ok;
}

}  // namespace partita::cli
