#include "model/exports/openapi.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/definition/operation.h"
#include "model/exports/openapi_content.h"
#include "model/exports/openapi_security.h"
#include "model/exports/wording.h"

namespace partita::exports {
namespace {

using model::Model;

class OpenApiWriter {
 public:
  explicit OpenApiWriter(const Model& model)
      : model_(model),
        operations_(model::operations_of(model)),
        types_(json_, model, kComponents),
        content_(json_, types_) {}

  std::string write() && {
    json_.open_object();
    json_.member("openapi", "3.1.0");
    write_info();
    write_security(json_);
    write_paths();
    write_components();
    json_.close_object();
    return std::move(json_).take();
  }

 private:
  void write_info() {
    json_.object("info");
    json_.member("title", model_.name);
    json_.member("version", std::to_string(model_.version));
    if (!model_.notes.description.empty()) {
      json_.member("description", model_.notes.description);
    }
    json_.close_object();
    json_.array("servers");
    json_.open_object();
    json_.member("url", model_.http_root);
    json_.close_object();
    json_.close_array();
  }

  void write_paths() {
    std::string_view path;
    json_.object("paths");
    for (const model::Operation& operation : operations_) {
      if (operation.path != path) {
        if (!path.empty()) json_.close_object();
        path = operation.path;
        json_.object(path);
      }
      write_operation(operation);
    }
    if (!path.empty()) json_.close_object();
    json_.close_object();
  }

  void write_operation(const model::Operation& operation) {
    json_.object(operation.method);
    json_.member("operationId", operation.name());
    write_summary(operation);
    write_parameters(operation);
    content_.write_request(operation);
    content_.write_responses(operation);
    json_.close_object();
  }

  void write_summary(const model::Operation& operation) {
    if (operation.rollup != nullptr) {
      const std::string& description = operation.notes().description;
      return json_.member("summary", description.empty()
                                         ? fmt::format("Totals {}", operation.rollup->name)
                                         : description);
    }
    if (operation.patterns.size() == 1) {
      return json_.member("summary", pattern_text(*operation.patterns.front()));
    }
    std::string text = "Which pattern answers depends on the parameters that are given:";
    std::vector<std::string> names;
    for (const model::Pattern* pattern : operation.patterns) {
      names.push_back(pattern->name);
      const std::string given =
          pattern->select_when.empty() ? "otherwise" : joined(pattern->select_when);
      text.append(fmt::format("\n- {}: {} ({})", given, pattern->name, pattern_text(*pattern)));
    }
    json_.member("summary", fmt::format("One of {}", joined(names)));
    json_.member("description", text);
    json_.strings("x-patterns", names);
  }

  void write_parameter(const model::OperationParameter& parameter) {
    json_.open_object();
    json_.member("name", parameter.name);
    json_.member("in", parameter.is_in_path ? "path" : parameter.is_in_header ? "header" : "query");
    if (parameter.is_required) json_.flag("required");
    if (!parameter.description.empty()) json_.member("description", parameter.description);
    json_.name("schema");
    if (parameter.type != nullptr) {
      types_.write(*parameter.type);
    } else {
      json_.open_object();
      json_.member("type", "string");
      json_.close_object();
    }
    json_.close_object();
  }

  void write_page_parameters(const model::Pattern& pattern) {
    const model::PageSize page = pattern.page.value_or(model::PageSize{});
    json_.open_object();
    json_.member("name", "limit");
    json_.member("in", "query");
    json_.object("schema");
    json_.member("type", "integer");
    json_.member("minimum", Number(1));
    json_.member("maximum", Number(page.items_max));
    json_.member("default", Number(page.default_items));
    json_.close_object();
    json_.close_object();
    write_parameter({.name = "page",
                     .is_in_path = false,
                     .is_required = false,
                     .type = nullptr,
                     .description = "The token `next` or `prev` of another page."});
  }

  void write_window_parameter(const model::Rollup& rollup) {
    std::vector<std::string> windows;
    for (const model::Duration window : rollup.windows) {
      windows.push_back(model::duration_text(window));
    }
    json_.open_object();
    json_.member("name", "window");
    json_.member("in", "query");
    json_.object("schema");
    json_.member("type", "string");
    json_.strings("enum", windows);
    json_.close_object();
    json_.close_object();
  }

  void write_parameters(const model::Operation& operation) {
    const std::vector<model::OperationParameter> parameters = model::parameters_of(operation);
    const bool has_window = operation.rollup != nullptr && !operation.rollup->windows.empty();
    const auto paged =
        std::find_if(operation.patterns.begin(), operation.patterns.end(),
                     [](const model::Pattern* pattern) { return model::is_paged(*pattern); });
    const bool has_pages = paged != operation.patterns.end();
    if (parameters.empty() && !has_window && !has_pages) return;
    json_.array("parameters");
    for (const model::OperationParameter& parameter : parameters) write_parameter(parameter);
    if (has_pages) write_page_parameters(**paged);
    if (has_window) write_window_parameter(*operation.rollup);
    json_.close_array();
  }

  void write_problem_schema() {
    json_.object("Problem");
    json_.member("type", "object");
    json_.object("properties");
    for (const std::string_view text : {"type", "title", "code", "detail", "model", "entity", "id",
                                        "attribute", "rule", "value", "current", "requested"}) {
      json_.object(text);
      json_.member("type", "string");
      json_.close_object();
    }
    json_.object("status");
    json_.member("type", "integer");
    json_.close_object();
    json_.object("errors");
    json_.member("type", "array");
    json_.object("items");
    json_.member("type", "object");
    json_.close_object();
    json_.close_object();
    for (const std::string_view list : {"allowed", "patterns", "routes"}) {
      json_.object(list);
      json_.member("type", "array");
      json_.object("items");
      json_.member("type", "string");
      json_.close_object();
      json_.close_object();
    }
    json_.close_object();
    json_.strings("required", {"type", "title", "status", "code", "detail"});
    json_.close_object();
  }

  void write_components() {
    json_.object("components");
    json_.object("schemas");
    for (const model::Entity& entity : model_.entities) {
      if (!entity.notes.is_live) continue;
      content_.write_entity(entity);
      if (is_sent(entity)) content_.write_sent_entity(entity);
    }
    types_.write_named_types();
    write_problem_schema();
    json_.close_object();
    json_.object("responses");
    json_.object("Problem");
    json_.member("description", "Refused; the body says why.");
    json_.object("content");
    json_.object("application/problem+json");
    json_.object("schema");
    json_.member("$ref", "#/components/schemas/Problem");
    for (int i = 0; i < 5; ++i) json_.close_object();
    write_security_schemes(json_);
    json_.close_object();
  }

  // Whether the body of an operation has this entity as its schema.
  bool is_sent(const model::Entity& entity) const {
    const auto sends = [&](const model::Operation& operation) {
      return !operation.is_read() && is_put_by(*operation.patterns.front(), entity);
    };
    return std::ranges::any_of(operations_, sends);
  }

  static bool is_put_by(const model::Pattern& pattern, const model::Entity& entity) {
    if (pattern.kind == model::PatternKind::Put) return pattern.entity == &entity;
    return std::ranges::any_of(
        pattern.steps, [&](const model::WriteStep& step) { return step.entity == &entity; });
  }

  const Model& model_;
  const std::vector<model::Operation> operations_;
  JsonText json_;
  TypeSchema types_;
  OpenApiContent content_;
};

}  // namespace

std::string openapi(const Model& model) { return OpenApiWriter(model).write(); }

}  // namespace partita::exports
