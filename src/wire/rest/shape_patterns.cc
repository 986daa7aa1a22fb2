#include <fmt/format.h>

#include <algorithm>

#include "model/definition/operation.h"
#include "model/definition/search.h"
#include "model/exports/wording.h"
#include "model/planning/explain.h"
#include "wire/rest/shape_parts.h"

namespace partita::rest {
namespace {

using model::Binding;
using model::Pattern;

// The type of the attribute that a parameter is compared with or becomes; null if none says.
const model::AttributeType* type_of_parameter(const Pattern& pattern, std::string_view name) {
  std::string_view attribute = name;
  for (const auto* bindings : {&pattern.by, &pattern.where}) {
    for (const Binding& binding : *bindings) {
      if (binding.kind == Binding::Kind::Parameter && binding.parameter == name) {
        attribute = binding.attribute;
      }
    }
  }
  if (pattern.range && pattern.range->parameter == name) attribute = pattern.range->attribute;
  const model::Attribute* found =
      pattern.entity == nullptr ? nullptr : pattern.entity->find_attribute(attribute);
  for (const auto& member : pattern.members) {
    if (found == nullptr) found = member.entity->find_attribute(attribute);
  }
  if (found == nullptr) return nullptr;
  return found->type->of != nullptr ? found->type->of.get() : found->type.get();
}

std::string_view attribute_of_parameter(const Pattern& pattern, std::string_view name) {
  for (const auto* bindings : {&pattern.by, &pattern.where}) {
    for (const Binding& binding : *bindings) {
      if (binding.kind == Binding::Kind::Parameter && binding.parameter == name) {
        return binding.attribute;
      }
    }
  }
  return name;
}

void write_parameter_shape(JsonText& json, const Pattern& pattern, std::string_view name) {
  json.open_object();
  json.member("name", name);
  json.member("attribute", attribute_of_parameter(pattern, name));
  if (const auto* type = type_of_parameter(pattern, name)) write_type_members(json, *type);
  json.close_object();
}

bool is_in_body(const Pattern& pattern, std::string_view name) {
  return pattern.to && pattern.to->kind == Binding::Kind::Parameter &&
         pattern.to->parameter == name;
}

void write_parameters(JsonText& json, const Pattern& pattern) {
  json.array("parameters");
  for (const auto name : pattern.parameters()) {
    const bool is_range = pattern.range && pattern.range->parameter == name;
    if (!is_range && !is_in_body(pattern, name)) write_parameter_shape(json, pattern, name);
  }
  json.close_array();
  if (!pattern.range) return;
  json.object("range");
  json.member("attribute", pattern.range->attribute);
  if (const auto* type = type_of_parameter(pattern, pattern.range->parameter)) {
    write_type_members(json, *type);
  }
  json.close_object();
}

std::string_view mode_text(model::PutExpectation mode) {
  switch (mode) {
    case model::PutExpectation::Create:
      return "create";
    case model::PutExpectation::Replace:
      return "replace";
    case model::PutExpectation::Upsert:
      return "upsert";
  }
  return "upsert";
}

void write_write(JsonText& json, const Pattern& pattern) {
  if (pattern.kind == model::PatternKind::Put) json.member("mode", mode_text(pattern.mode));
  if (pattern.kind == model::PatternKind::Claim) {
    // What its body may have; the rest is for those who have taken an item.
    const std::string& worker = pattern.entity->lifecycle->work->worker;
    if (!worker.empty()) json.strings("set", {worker});
  } else if (!pattern.set.empty()) {
    json.strings("set", pattern.set);
  }
  if (!pattern.claim.empty()) json.member("claim", pattern.claim);
  if (pattern.to && pattern.to->kind == Binding::Kind::Parameter) {
    json.member("to_parameter", pattern.to->parameter);
  } else if (pattern.to && !pattern.to->values.empty()) {
    json.name("to");
    json.value(pattern.to->values.front());
  }
  if (pattern.steps.empty()) return;
  json.array("steps");
  for (const auto& step : pattern.steps) {
    json.open_object();
    json.member("name", step.name);
    json.member("kind", model::name_of(step.kind));
    if (step.entity != nullptr) json.member("entity", step.entity->name);
    json.strings("set", step.set);
    json.close_object();
  }
  json.close_array();
}

void write_plan(JsonText& json, const planning::PatternPlan* plan) {
  json.name("plan");
  if (plan == nullptr) return json.null();
  json.open_object();
  json.member("place", planning::place_text(*plan));
  json.member("conditions", planning::condition_text(*plan));
  if (const auto* read = plan->read()) {
    json.member("legs", read->legs.size());
    json.flag("one", read->shape == planning::PatternReadPlan::Shape::One);
    json.flag("collection", read->shape == planning::PatternReadPlan::Shape::Collection);
    json.flag("scan", read->access == planning::PatternReadPlan::Access::Scan);
    if (read->table != nullptr) json.member("table", read->table->name);
    write_text(json, "index", read->index == nullptr ? "" : read->index->name);
  }
  json.close_object();
}

void write_members(JsonText& json, const Pattern& pattern) {
  if (pattern.members.empty()) return;
  json.array("members");
  for (const auto& member : pattern.members) {
    json.open_object();
    json.member("name", member.name);
    json.member("entity", member.entity->name);
    json.flag("many", member.is_many);
    json.close_object();
  }
  json.close_array();
}

// What can be asked of a search beside its words.
void write_search(JsonText& json, const model::Model& model, const Pattern& pattern) {
  const auto* element =
      pattern.search.empty() ? nullptr : model::find_search(model, pattern.search);
  if (element == nullptr) return;
  const model::Search search = model::search_of(model, *element);
  json.object("search");
  if (search.of != nullptr) json.member("entity", search.of->name);
  json.array("fields");
  for (const auto& field : search.fields) json.string(field.attribute);
  json.close_array();
  json.strings("filters", search.filters);
  json.strings("facets", search.facets);
  json.close_object();
}

void write_load(JsonText& json, const model::Model& model, const Pattern& pattern) {
  for (const auto& load : model.pattern_loads) {
    if (load.pattern == &pattern) json.member("per_day", load.per_day);
  }
}

void write_names(JsonText& json, std::string_view name, const auto& elements) {
  if (elements.empty()) return;
  json.array(name);
  for (const auto* element : elements) json.string(element->name);
  json.close_array();
}

void write_widget_shape(JsonText& json, const model::Widget& widget) {
  json.open_object();
  json.member("kind", model::name_of(widget.kind));
  write_text(json, "title", widget.title);
  if (widget.pattern != nullptr) json.member("pattern", widget.pattern->name);
  if (widget.rollup != nullptr) json.member("rollup", widget.rollup->name);
  if (widget.measure != nullptr) json.member("measure", widget.measure->name);
  if (widget.window) json.member("window", model::duration_text(*widget.window));
  write_text(json, "x", widget.x);
  write_text(json, "split", widget.split);
  write_text(json, "by", widget.by);
  write_text(json, "as", widget.as);
  if (widget.limit) json.member("limit", *widget.limit);
  json.object("params");
  for (const auto& [name, value] : widget.params) json.member(name, exports::plain_text(value));
  json.close_object();
  write_names(json, "actions", widget.actions);
  write_names(json, "measures", widget.measures);
  json.close_object();
}

}  // namespace

void write_pattern_shape(JsonText& json, const RestModel& rest, const Pattern& pattern) {
  json.open_object();
  json.member("name", pattern.name);
  write_notes(json, pattern.notes);
  json.member("kind", model::name_of(pattern.kind));
  json.member("does", exports::pattern_text(pattern));
  if (pattern.entity != nullptr) json.member("entity", pattern.entity->name);
  if (pattern.table != nullptr) json.member("table", pattern.table->name);
  write_parameters(json, pattern);
  write_members(json, pattern);
  write_search(json, rest.model(), pattern);
  write_write(json, pattern);
  if (pattern.http) json.member("route", exports::route_text(rest.model(), pattern.http));
  json.flag("paged", model::is_paged(pattern));
  if (pattern.page) json.member("page_default", pattern.page->default_items);
  write_load(json, rest.model(), pattern);
  write_plan(json, rest.plan_of(pattern));
  json.member("by_name", fmt::format("/api/models/{}/patterns/{}", rest.name(), pattern.name));
  json.close_object();
}

void write_page_shape(JsonText& json, const model::DashboardPage& page) {
  json.open_object();
  json.member("name", page.name);
  json.member("title", page.title.empty() ? page.name : page.title);
  json.array("rows");
  for (const auto& row : page.rows) {
    json.open_array();
    for (const auto& widget : row) write_widget_shape(json, widget);
    json.close_array();
  }
  json.close_array();
  json.close_object();
}

}  // namespace partita::rest
