#include "model/definition/read_model.h"

#include <fmt/format.h>

#include <utility>

#include "model/definition/model_head.h"
#include "model/definition/model_params.h"
#include "model/definition/node_access.h"
#include "model/definition/sections.h"
#include "model/definition/shape.h"
#include "model/definition/shape_check.h"
#include "model/definition/tree_difference.h"
#include "model/definition/yaml_reader.h"

namespace partita::model {
namespace {

void read_head(SectionContext& context) {
  const Node& file = context.file;
  Model& model = context.model;
  model.name = text_at(file, "model");
  model.notes = context.notes_of(file, place_at(file, "model"));
  model.version = count_at(file, "version").value_or(0);
  model.updated = text_at(file, "updated");
  model.links = text_map_at(file, "links");
  model.http_root = text_at(file, "http_root");
  if (model.http_root.empty()) model.http_root = "/api/" + model.name;
  if (count_at(file, "format") != Model::kFormat) {
    context.refuse(kWrongForm, place_at(file, "format"),
                   fmt::format("this program reads format {}", Model::kFormat));
  }
  if (!model.updated.empty() && !parse_day(model.updated)) {
    context.refuse(kWrongForm, place_at(file, "updated"), "`updated` is a day like 2025-10-21");
  }
  if (model.name.empty() || model.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                         "0123456789_") != std::string::npos) {
    context.refuse(kWrongForm, place_at(file, "model"), "a model's name has letters, digits and _");
  }
}

void read_sections(SectionContext& context) {
  read_tables(context);
  read_deployed(context);
  declare_names(context);
  TypeReader types(context);
  types.read_all();
  read_entities(types, context);
  read_patterns(context);
  read_rollups(context);
  read_pages(context);
  read_workload(context);
  read_fakes(context);
  read_samples(context);
  read_raw_sections(context);
}

// The file with its params and overrides applied, if it has the shape of a model.
std::optional<Node> read_tree(std::string_view text, const ParamValues& given, Model& model,
                              FindingList& findings) {
  auto file = read_yaml(text, findings);
  if (!file || !findings.is_empty()) return std::nullopt;
  check_shape(*file, kModelShape, findings);
  if (!findings.is_empty()) return std::nullopt;
  model.params = read_params(*file, given, findings);
  for (const std::string& name : naming_params(*file)) {
    append_environment(model.environment, model.find_param(name)->value);
  }
  substitute_params(*file, model.params, findings);
  apply_overrides(*file, model.params, findings);
  // Once more: values that came from params or overrides may not fit where they are now.
  if (findings.is_empty()) check_shape(*file, kModelShape, findings);
  return findings.is_empty() ? std::move(file) : std::nullopt;
}

}  // namespace

Reading read_model(std::string_view text, const ParamValues& params) {
  FindingList findings;
  auto model = std::make_shared<Model>();
  if (const auto file = read_tree(text, params, *model, findings)) {
    SectionContext context{*file, *model, findings};
    context.live_phase = count_at(*file, "live_phase").value_or(context.live_phase);
    read_head(context);
    read_sections(context);
  }
  if (!findings.is_empty()) return {nullptr, std::move(findings).take()};
  return {std::move(model), {}};
}

std::optional<Node> resolved_tree(std::string_view text, const ParamValues& params) {
  FindingList findings;
  Model unused;
  return read_tree(text, params, unused, findings);
}

Result<std::shared_ptr<const Model>> load_model(std::string_view text, std::string_view file_name,
                                                const ParamValues& params) {
  Reading reading = read_model(text, params);
  if (reading.model != nullptr) return std::move(reading.model);
  std::string message;
  for (const Finding& finding : reading.findings) {
    message.append(message.empty() ? "" : "\n").append(to_text(finding, file_name));
  }
  return Error::invalid_argument(std::move(message));
}

}  // namespace partita::model
