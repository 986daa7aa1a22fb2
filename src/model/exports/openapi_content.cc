#include "model/exports/openapi_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "model/definition/entity_attributes.h"

namespace partita::exports {
namespace {

using model::Attribute;
using model::Entity;
using model::Pattern;
using model::PatternKind;

constexpr std::string_view kInput = "Input";

void write_type(JsonText& json, std::string_view name, std::string_view type) {
  json.object(name);
  json.member("type", type);
  json.close_object();
}

// Whether two patterns of one operation answer in the same form.
bool answers_alike(const Pattern& left, const Pattern& right) {
  return left.entity == right.entity && left.shape_by == right.shape_by &&
         model::is_paged(left) == model::is_paged(right) && left.members.empty() &&
         right.members.empty() && left.kind != PatternKind::Search &&
         right.kind != PatternKind::Search;
}

bool has_body(const model::Operation& operation) {
  if (operation.is_read()) return false;
  const PatternKind kind = operation.patterns.front()->kind;
  return kind != PatternKind::Delete && kind != PatternKind::Erase && kind != PatternKind::Restore;
}

// With what it can be answered if all goes well.
std::vector<std::string_view> statuses_of(const model::Operation& operation) {
  if (operation.is_read()) return {"200"};
  const Pattern& pattern = *operation.patterns.front();
  if (pattern.kind == PatternKind::Delete || pattern.kind == PatternKind::Erase) return {"204"};
  if (pattern.kind == PatternKind::Transaction) return {"200", "201"};
  if (pattern.kind == PatternKind::Claim) return {"200", "204"};
  if (pattern.kind != PatternKind::Put) return {"200"};
  if (pattern.mode == model::PutExpectation::Create) return {"201"};
  if (pattern.mode == model::PutExpectation::Replace) return {"200"};
  return {"200", "201"};
}

std::string_view description_of(const model::Operation& operation, std::string_view status) {
  if (status == "201") return "Created";
  if (status != "204") return "Done";
  return operation.patterns.front()->kind == PatternKind::Claim ? "Nothing to take" : "Deleted";
}

// What a body must have: required, not filled by the server, not in the path.
std::vector<std::string> required_in_body(const Pattern& pattern) {
  std::vector<std::string> names;
  const auto& path = pattern.http->parameters;
  const auto add = [&](const std::string& name) {
    if (std::find(path.begin(), path.end(), name) == path.end()) names.push_back(name);
  };
  for (const std::string& id : model::implied_ids(*pattern.entity)) add(id);
  for (const Attribute* attribute : model::sent_attributes(*pattern.entity)) {
    if (attribute->is_required && !attribute->is_filled()) add(attribute->name);
  }
  return names;
}

}  // namespace

void OpenApiContent::write_reference(const Entity* entity, std::string_view suffix) const {
  json_.open_object();
  if (entity != nullptr) {
    json_.member("$ref", fmt::format("{}{}{}", kComponents, entity->name, suffix));
  }
  json_.close_object();
}

void OpenApiContent::write_page(const Entity* entity) const {
  json_.open_object();
  json_.member("type", "object");
  json_.object("properties");
  json_.object("items");
  json_.member("type", "array");
  json_.name("items");
  write_reference(entity);
  json_.close_object();
  write_type(json_, "count", "integer");
  write_type(json_, "has_more", "boolean");
  for (const std::string_view token : {"next", "prev"}) {
    json_.object(token);
    json_.strings("type", {"string", "null"});
    json_.close_object();
  }
  write_type(json_, "partial", "string");
  write_plan();
  json_.close_object();
  json_.strings("required", {"items", "count", "has_more", "next", "prev", "plan"});
  json_.close_object();
}

// How the page was read.
void OpenApiContent::write_plan() const {
  json_.object("plan");
  json_.member("type", "object");
  json_.object("properties");
  write_type(json_, "table", "string");
  json_.object("index");
  json_.strings("type", {"string", "null"});
  json_.close_object();
  write_type(json_, "legs", "integer");
  write_type(json_, "read_units", "number");
  write_type(json_, "scanned", "integer");
  json_.close_object();
  json_.close_object();
}

// One item, or null where there is none.
void OpenApiContent::write_optional(const Entity* entity) const {
  json_.open_object();
  json_.array("anyOf");
  write_reference(entity);
  json_.open_object();
  json_.member("type", "null");
  json_.close_object();
  json_.close_array();
  json_.close_object();
}

void OpenApiContent::write_members(const Pattern& pattern) const {
  json_.open_object();
  json_.member("type", "object");
  json_.object("properties");
  for (const model::CollectionMember& member : pattern.members) {
    json_.name(member.name);
    if (!member.is_many) {
      write_optional(member.entity);
      continue;
    }
    json_.open_object();
    json_.member("type", "array");
    json_.name("items");
    write_reference(member.entity);
    json_.close_object();
  }
  json_.close_object();
  json_.close_object();
}

void OpenApiContent::write_steps(const Pattern& pattern, std::string_view suffix) const {
  json_.open_object();
  json_.member("type", "object");
  json_.object("properties");
  for (const model::WriteStep& step : pattern.steps) {
    json_.name(step.name);
    if (suffix.empty() && step.kind == PatternKind::Delete) {
      write_optional(step.entity);
    } else {
      write_reference(step.entity, suffix);
    }
  }
  json_.close_object();
  json_.close_object();
}

void OpenApiContent::write_answer(const Pattern& pattern) const {
  if (pattern.kind == PatternKind::Collection) return write_members(pattern);
  if (pattern.kind == PatternKind::Transaction) return write_steps(pattern, "");
  if (model::is_paged(pattern)) return write_page(pattern.entity);
  if (pattern.shape_by.empty()) return write_reference(pattern.entity);
  json_.open_object();
  json_.member("description", fmt::format("By {}.", pattern.shape_by));
  json_.member("type", "object");
  json_.name("additionalProperties");
  write_reference(pattern.entity);
  json_.close_object();
}

void OpenApiContent::write_answers(const model::Operation& operation) const {
  std::vector<const Pattern*> different;
  for (const Pattern* pattern : operation.patterns) {
    const bool is_known =
        std::any_of(different.begin(), different.end(),
                    [&](const Pattern* known) { return answers_alike(*known, *pattern); });
    if (!is_known) different.push_back(pattern);
  }
  if (different.size() == 1) return write_answer(*different.front());
  json_.open_object();
  json_.array("anyOf");
  for (const Pattern* pattern : different) write_answer(*pattern);
  json_.close_array();
  json_.close_object();
}

void OpenApiContent::write_row(const model::Rollup& rollup) const {
  json_.open_object();
  json_.member("type", "object");
  json_.object("properties");
  for (const model::GroupKey& key : rollup.group_by) {
    const Attribute* attribute =
        rollup.of == nullptr ? nullptr : rollup.of->find_attribute(key.value.text());
    json_.name(key.name);
    if (attribute != nullptr) {
      types_.write(*attribute->type);
    } else {
      json_.open_object();
      json_.close_object();
    }
  }
  for (const model::Measure& measure : rollup.measures) {
    json_.object(measure.name);
    json_.strings("type", {"number", "null"});
    json_.close_object();
  }
  json_.close_object();
  json_.close_object();
}

void OpenApiContent::write_rollup(const model::Rollup& rollup) const {
  json_.open_object();
  json_.member("type", "object");
  json_.object("properties");
  json_.object("rows");
  json_.member("type", "array");
  json_.name("items");
  write_row(rollup);
  json_.close_object();
  write_type(json_, "has_more", "boolean");
  json_.object("window");
  json_.strings("type", {"object", "null"});
  json_.object("properties");
  for (const std::string_view bound : {"from", "until"}) {
    json_.object(bound);
    json_.member("type", "string");
    json_.member("format", "date-time");
    json_.close_object();
  }
  json_.close_object();
  json_.close_object();
  write_type(json_, "built", "number");
  json_.close_object();
  json_.strings("required", {"rows", "has_more", "window", "built"});
  json_.close_object();
}

void OpenApiContent::write_put_body(const Pattern& pattern) const {
  json_.open_object();
  json_.member("$ref", fmt::format("{}{}{}", kComponents, pattern.entity->name, kInput));
  if (const auto required = required_in_body(pattern); !required.empty()) {
    json_.strings("required", required);
  }
  json_.close_object();
}

void OpenApiContent::write_change_body(const Pattern& pattern) const {
  json_.open_object();
  json_.member("type", "object");
  json_.object("properties");
  const bool asks_for_state = pattern.to && pattern.to->kind == model::Binding::Kind::Parameter;
  if (asks_for_state) {
    json_.object(pattern.to->parameter);
    json_.member("type", "string");
    if (pattern.entity->lifecycle) json_.strings("enum", pattern.entity->lifecycle->states);
    json_.close_object();
  }
  for (const std::string& name : pattern.set) {
    const Attribute* attribute = pattern.entity->find_attribute(name);
    if (attribute == nullptr) continue;
    json_.name(name);
    types_.write(*attribute);
  }
  json_.close_object();
  if (asks_for_state) json_.strings("required", {pattern.to->parameter});
  json_.name("additionalProperties");
  json_.boolean(false);
  json_.close_object();
}

// Who takes it, for people.
void OpenApiContent::write_claim_body(const Pattern& pattern) const {
  const std::string& worker = pattern.entity->lifecycle->work->worker;
  json_.open_object();
  json_.member("type", "object");
  json_.object("properties");
  const Attribute* attribute = pattern.entity->find_attribute(worker);
  if (attribute != nullptr) {
    json_.name(worker);
    types_.write(*attribute);
  }
  json_.close_object();
  json_.name("additionalProperties");
  json_.boolean(false);
  json_.close_object();
}

void OpenApiContent::write_request(const model::Operation& operation) const {
  if (!has_body(operation)) return;
  const Pattern& pattern = *operation.patterns.front();
  json_.object("requestBody");
  if (pattern.kind != PatternKind::Claim) json_.flag("required");
  json_.object("content");
  json_.object("application/json");
  json_.name("schema");
  if (pattern.kind == PatternKind::Transaction) {
    write_steps(pattern, kInput);
  } else if (pattern.kind == PatternKind::Put) {
    write_put_body(pattern);
  } else if (pattern.kind == PatternKind::Claim) {
    write_claim_body(pattern);
  } else {
    write_change_body(pattern);
  }
  for (int i = 0; i < 3; ++i) json_.close_object();
}

void OpenApiContent::write_response(const model::Operation& operation,
                                    std::string_view status) const {
  json_.object(status);
  json_.member("description", description_of(operation, status));
  if (status != "204") {
    json_.object("content");
    json_.object("application/json");
    json_.name("schema");
    if (operation.rollup != nullptr) {
      write_rollup(*operation.rollup);
    } else {
      write_answers(operation);
    }
    json_.close_object();
    json_.close_object();
  }
  json_.close_object();
}

void OpenApiContent::write_responses(const model::Operation& operation) const {
  json_.object("responses");
  for (const std::string_view status : statuses_of(operation)) write_response(operation, status);
  for (const std::string_view status : {"4XX", "default"}) {
    json_.object(status);
    json_.member("$ref", "#/components/responses/Problem");
    json_.close_object();
  }
  json_.close_object();
}

void OpenApiContent::write_schema(const Entity& entity, std::string_view suffix,
                                  std::vector<const Attribute*> attributes) const {
  json_.object(fmt::format("{}{}", entity.name, suffix));
  if (!entity.notes.description.empty()) json_.member("description", entity.notes.description);
  types_.write_properties({.attributes = std::move(attributes), .ids = model::implied_ids(entity)});
  json_.close_object();
}

void OpenApiContent::write_entity(const Entity& entity) const {
  write_schema(entity, "", model::shown_attributes(entity));
}

void OpenApiContent::write_sent_entity(const Entity& entity) const {
  write_schema(entity, kInput, model::sent_attributes(entity));
}

}  // namespace partita::exports
