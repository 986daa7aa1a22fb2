#include "wire/rest/documents.h"

#include <fmt/format.h>

#include <utility>

#include "language/value/json_text.h"
#include "model/definition/entity_attributes.h"
#include "model/definition/operation.h"
#include "model/exports/wording.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/serving/failure.h"
#include "store/catalog/catalog.h"
#include "store/items/table_extension.h"

namespace partita::rest {
namespace {

using model::Model;

void write_route(JsonText& json, const Model& model, const std::optional<model::HttpRoute>& route) {
  if (!route) return;
  json.member("method", route->method);
  json.member("path", model.http_root + route->path);
}

void write_environment(JsonText& json, const RestModel& rest) {
  if (rest.model().environment.empty()) return;
  json.member("environment", rest.model().environment);
  json.name("main");
  json.boolean(rest.served().held().record.is_main);
}

void write_entity(JsonText& json, const model::Entity& entity) {
  std::vector<std::string> attributes = model::implied_ids(entity);
  for (const auto* attribute : model::shown_attributes(entity)) {
    attributes.push_back(attribute->name);
  }
  json.open_object();
  json.member("name", entity.name);
  if (entity.table != nullptr) json.member("table", entity.table->name);
  json.strings("attributes", attributes);
  json.close_object();
}

// What a worker needs to know of the lease that it gets.
void write_work(JsonText& json, const model::Pattern& claim) {
  const model::WorkLease& work = *claim.entity->lifecycle->work;
  json.object("work");
  json.member("token", work.token);
  if (!work.worker.empty()) json.member("worker", work.worker);
  json.member("lease_seconds",
              Number(std::chrono::duration_cast<std::chrono::seconds>(work.time).count()));
  json.close_object();
}

void write_pattern(JsonText& json, const RestModel& rest, const model::Pattern& pattern) {
  const Model& model = rest.model();
  std::vector<std::string> parameters;
  for (const auto name : pattern.parameters()) parameters.emplace_back(name);
  json.open_object();
  json.member("name", pattern.name);
  json.member("kind", model::name_of(pattern.kind));
  json.member("does", exports::pattern_text(pattern));
  if (pattern.entity != nullptr) json.member("entity", pattern.entity->name);
  json.strings("parameters", parameters);
  if (pattern.kind == model::PatternKind::Claim) write_work(json, pattern);
  if (!pattern.claim.empty()) json.member("claim", pattern.claim);
  write_route(json, model, pattern.http);
  json.member("by_name", fmt::format("/api/models/{}/patterns/{}", rest.name(), pattern.name));
  json.close_object();
}

void write_rollup(JsonText& json, const RestModel& rest, const model::Rollup& rollup) {
  const Model& model = rest.model();
  std::vector<std::string> columns;
  for (const auto& key : rollup.group_by) columns.push_back(key.name);
  std::vector<std::string> measures;
  for (const auto& measure : rollup.measures) measures.push_back(measure.name);
  std::vector<std::string> windows;
  for (const auto window : rollup.windows) windows.push_back(model::duration_text(window));
  json.open_object();
  json.member("name", rollup.name);
  json.strings("columns", columns);
  json.strings("measures", measures);
  json.strings("windows", windows);
  write_route(json, model, rollup.http);
  json.member("by_name", fmt::format("/api/models/{}/rollups/{}", rest.name(), rollup.name));
  json.close_object();
}

template <typename Elements, typename Write>
void write_live(JsonText& json, std::string_view name, const Elements& elements, Write write) {
  json.array(name);
  for (const auto& element : elements) {
    if (element.notes.is_live) write(element);
  }
  json.close_array();
}

void write_model(JsonText& json, const RestModel& rest) {
  const Model& model = rest.model();
  json.open_object();
  json.member("name", rest.served().held().record.is_main ? model.name : rest.name());
  write_environment(json, rest);
  json.member("version", Number(model.version));
  if (!model.notes.description.empty()) json.member("description", model.notes.description);
  json.member("root", model.http_root);
  json.member("openapi", model.http_root + "/openapi.json");
  write_live(json, "tables", model.tables, [&](const auto& table) { json.string(table.name); });
  write_live(json, "entities", model.entities,
             [&](const auto& entity) { write_entity(json, entity); });
  write_live(json, "patterns", model.patterns,
             [&](const auto& pattern) { write_pattern(json, rest, pattern); });
  write_live(json, "rollups", model.rollups,
             [&](const auto& rollup) { write_rollup(json, rest, rollup); });
  json.close_object();
}

std::string_view level_text(model::Enforcement level) {
  switch (level) {
    case model::Enforcement::Off:
      return "off";
    case model::Enforcement::Observe:
      return "observe";
    case model::Enforcement::Enforce:
      return "enforce";
  }
  return "off";
}

std::string instant_text(model::Instant instant) {
  std::string text;
  model::append_timestamp(text, instant, model::TimestampEncoding::Rfc3339Ms);
  return text;
}

void write_violation(JsonText& json, const enforcement::Violation& violation) {
  json.open_object();
  json.member("code", violation.last.code);
  json.member("entity", violation.last.entity);
  json.member("attribute", violation.last.attribute);
  json.member("rule", violation.last.rule);
  json.member("count", Number(static_cast<std::int64_t>(violation.count)));
  json.member("first_seen", instant_text(violation.first_seen));
  json.member("last_seen", instant_text(violation.last_seen));
  json.member("example", violation.last.text);
  json.close_object();
}

// What observed rules have found, and the writes that came too late.
void write_violations(JsonText& json, const catalog::Table& table) {
  const auto* rules = enforcement::model_rules_of(table);
  json.array("violations");
  if (rules != nullptr) {
    for (const auto& violation : rules->violations().list()) write_violation(json, violation);
  }
  json.close_array();
  json.array("late_writes");
  if (rules != nullptr) {
    for (const auto& late : rules->late_writes().list()) write_violation(json, late);
  }
  json.close_array();
}

void write_table(JsonText& json, const RestModel& rest, std::string_view name) {
  const Model& model = rest.model();
  const model::Table& table = *model.find_table_named(name);
  json.member("model", model.name);
  write_environment(json, rest);
  json.member("version", Number(model.version));
  json.member("enforcement", level_text(table.enforcement));
  json.array("entities");
  for (const model::Entity& entity : model.entities) {
    if (entity.table == &table && entity.notes.is_live) write_entity(json, entity);
  }
  json.close_array();
}

}  // namespace

std::string index_document(const RestRoutes& routes) {
  JsonText json;
  json.open_object();
  json.array("models");
  for (const auto& each : routes.models()) write_model(json, *each);
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

Result<std::string> table_document(const operations::Context& context, const RestRoutes& routes,
                                   std::string_view table_name) {
  const auto table = context.catalog.find(table_name);
  if (table == nullptr) {
    return serving::failure(serving::FailureKind::NotFound,
                            fmt::format("there is no table `{}`", table_name));
  }
  JsonText json;
  json.open_object();
  json.member("table", table_name);
  if (const RestModel* model = routes.find_model_of_table(table_name)) {
    write_table(json, *model, table_name);
    write_violations(json, *table);
  } else {
    json.name("model");
    json.null();
  }
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::rest
