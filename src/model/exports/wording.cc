#include "model/exports/wording.h"

#include <fmt/format.h>

#include "language/value/json_text.h"
#include "model/formula/slug.h"

namespace partita::exports {
namespace {

using model::Attribute;
using model::AttributeKind;
using model::AttributeType;
using model::Binding;
using model::Pattern;
using model::PatternKind;

std::string values_text(const std::vector<Value>& values) {
  std::string text;
  for (const Value& value : values) text.append(text.empty() ? "" : ", ").append(plain_text(value));
  return text;
}

std::string generator_text(const model::IdGenerator& generator) {
  std::string_view kind;
  switch (generator.kind) {
    case model::IdGenerator::Kind::Uuid4:
      kind = "uuid4";
      break;
    case model::IdGenerator::Kind::Uuid7:
      kind = "uuid7";
      break;
    case model::IdGenerator::Kind::Ulid:
      kind = "ulid";
      break;
    case model::IdGenerator::Kind::Ksuid:
      kind = "ksuid";
      break;
  }
  return fmt::format("{}{{{}}}{}", generator.prefix, kind, generator.suffix);
}

// The rules of one attribute, one after the other.
class Rules {
 public:
  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_.append(text_.empty() ? "" : "; ");
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }
  std::string take() && { return std::move(text_); }

 private:
  std::string text_;
};

std::string_view measure_of_bounds(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::String:
      return " characters";
    case AttributeKind::List:
    case AttributeKind::Set:
      return " elements";
    default:
      return "";
  }
}

void add_type_rules(Rules& rules, const AttributeType& type) {
  const std::string_view unit = measure_of_bounds(type.kind);
  if (!type.values.empty()) {
    rules.add("one of {}{}", joined(type.values), type.is_open ? ", or another" : "");
  }
  if (type.kind == AttributeKind::Const) rules.add("always {}", plain_text(type.constant));
  if (type.bounds.min) rules.add("min {}{}", type.bounds.min->to_string(), unit);
  if (type.bounds.max) rules.add("max {}{}", type.bounds.max->to_string(), unit);
  if (type.bounds.above) rules.add("above {}{}", type.bounds.above->to_string(), unit);
  if (type.bounds.below) rules.add("below {}{}", type.bounds.below->to_string(), unit);
  if (type.format != model::TextFormat::None) rules.add("{}", model::name_of(type.format));
  if (type.pattern) rules.add("matches {}", type.pattern->text());
  if (type.accepts_rfc3339) rules.add("any RFC 3339 form is accepted");
}

void add_fill_rules(Rules& rules, const Attribute& attribute) {
  if (attribute.default_value) rules.add("default {}", plain_text(*attribute.default_value));
  if (attribute.default_from) rules.add("default = {}", attribute.default_from->text());
  if (attribute.auto_stamp == model::AutoStamp::Create) rules.add("set on create");
  if (attribute.is_from_request) rules.add("id of the request");
  if (attribute.auto_stamp == model::AutoStamp::Update) rules.add("set on every write");
  if (attribute.generate) rules.add("generated as {}", generator_text(*attribute.generate));
  if (attribute.derived) rules.add("always = {}", attribute.derived->text());
  if (attribute.computed) rules.add("= {}", attribute.computed->text());
}

void add_use_rules(Rules& rules, const Attribute& attribute) {
  if (attribute.is_immutable) rules.add("immutable");
  if (attribute.is_nullable) rules.add("may be null");
  if (attribute.references != nullptr) rules.add("refers to {}", attribute.references->name);
  if (attribute.on_delete == model::OnDelete::Refuse) rules.add("which cannot be deleted then");
  if (attribute.on_delete == model::OnDelete::Cascade) rules.add("and is deleted with it");
  if (attribute.must_equal && attribute.must_equal->entity != nullptr) {
    rules.add("equals {}.{}", attribute.must_equal->entity->name, attribute.must_equal->attribute);
  }
  if (attribute.only_when && attribute.only_when->never) rules.add("not allowed here");
  if (attribute.only_when) {
    for (const auto& match : attribute.only_when->matches) {
      rules.add("only if {} is {}", match.attribute, values_text(match.values));
    }
  }
  if (attribute.is_sensitive) rules.add("sensitive");
  if (attribute.is_pii) rules.add("personal");
  if (attribute.is_hidden) rules.add("hidden");
  if (attribute.level == model::Enforcement::Observe) rules.add("observed only");
  if (!attribute.included_from.empty()) rules.add("from {}", attribute.included_from);
}

std::string binding_text(const Binding& binding) {
  switch (binding.kind) {
    case Binding::Kind::Parameter:
      return fmt::format("{} = ${}", binding.attribute, binding.parameter);
    case Binding::Kind::Constant:
      return fmt::format("{} = {}", binding.attribute, values_text(binding.values));
    case Binding::Kind::Any:
      return fmt::format("any {}", binding.attribute);
    case Binding::Kind::In:
      return fmt::format("{} in {}", binding.attribute, values_text(binding.values));
  }
  return {};
}

std::string order_text(const model::Order& order) {
  const bool descends = order.direction == model::Order::Direction::Descending;
  if (order.by.empty()) return descends ? ", newest first" : ", oldest first";
  return fmt::format(", by {}{}", joined(order.by), descends ? " descending" : "");
}

std::string with(std::string_view word, const std::vector<Binding>& bindings) {
  return bindings.empty() ? "" : fmt::format(" {} {}", word, bindings_text(bindings));
}

std::string query_text(const Pattern& pattern) {
  std::string text = pattern.entity == nullptr ? "" : pattern.entity->name;
  text.append(with("with", pattern.where));
  if (pattern.range) text.append(fmt::format(", range of {}", pattern.range->attribute));
  if (pattern.prefix) text.append(fmt::format(", {} begins with", pattern.prefix->attribute));
  if (pattern.filter) text.append(fmt::format(", if {}", pattern.filter->text()));
  if (pattern.order) text.append(order_text(*pattern.order));
  if (!pattern.shape_by.empty()) text.append(fmt::format(", as a map by {}", pattern.shape_by));
  return text;
}

std::string members_text(const Pattern& pattern) {
  std::string text;
  for (const model::CollectionMember& member : pattern.members) {
    text.append(text.empty() ? "" : ", ").append(member.is_many ? "all " : "the ");
    text.append(member.entity == nullptr ? member.name : member.entity->name);
  }
  return text.append(with("with", pattern.where));
}

std::string steps_text(const Pattern& pattern) {
  std::string text;
  for (const model::WriteStep& step : pattern.steps) {
    text.append(text.empty() ? "in one transaction: " : ", ").append(model::name_of(step.kind));
    if (step.entity != nullptr) text.append(" ").append(step.entity->name);
  }
  return text;
}

std::string transition_text(const Pattern& pattern) {
  std::string target = "the given state";
  if (pattern.to && pattern.to->kind == Binding::Kind::Constant) {
    target = values_text(pattern.to->values);
  }
  const std::string set =
      pattern.set.empty() ? "" : fmt::format(", may set {}", joined(pattern.set));
  return fmt::format("move {} to {}{}", pattern.entity == nullptr ? "" : pattern.entity->name,
                     target, set);
}

std::string_view put_verb(const Pattern& pattern) {
  switch (pattern.mode) {
    case model::PutExpectation::Create:
      return "create";
    case model::PutExpectation::Replace:
      return "replace";
    case model::PutExpectation::Upsert:
      return "create or replace";
  }
  return "put";
}

}  // namespace

std::string lower(std::string_view text) {
  std::string result;
  model::append_lower(result, text);
  return result;
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  return fmt::format("{}", fmt::join(texts, separator));
}

std::string plain_text(const Value& value) {
  switch (value.type()) {
    case ValueType::S:
      return value.string();
    case ValueType::N:
      return value.number().to_string();
    case ValueType::Bool:
      return value.boolean() ? "true" : "false";
    default: {
      std::string json = to_json(value);
      json.pop_back();
      return json;
    }
  }
}

std::string type_text(const AttributeType& type) {
  switch (type.kind) {
    case AttributeKind::Timestamp:
      return fmt::format("timestamp ({})", model::name_of(type.encoding));
    case AttributeKind::List:
    case AttributeKind::Set:
      if (type.of == nullptr) return std::string(model::name_of(type.kind));
      return fmt::format("{} of {}", model::name_of(type.kind),
                         type.of->name.empty() ? type_text(*type.of) : type.of->name);
    case AttributeKind::Union:
      return fmt::format("union on {}", type.on);
    default:
      break;
  }
  if (type.name.empty()) return std::string(model::name_of(type.kind));
  return fmt::format("{} ({})", type.name, model::name_of(type.kind));
}

std::string rules_text(const Attribute& attribute) {
  Rules rules;
  add_type_rules(rules, *attribute.type);
  add_fill_rules(rules, attribute);
  add_use_rules(rules, attribute);
  return std::move(rules).take();
}

std::string_view requirement_text(const Attribute& attribute) {
  if (attribute.is_required) return "yes";
  const bool is_const = attribute.type->kind == AttributeKind::Const;
  return attribute.is_filled() || is_const ? "server" : "no";
}

std::string bindings_text(const std::vector<Binding>& bindings) {
  std::string text;
  for (const Binding& binding : bindings) {
    text.append(text.empty() ? "" : ", ").append(binding_text(binding));
  }
  return text;
}

std::string pattern_text(const Pattern& pattern) {
  if (!pattern.notes.description.empty()) return pattern.notes.description;
  const std::string entity = pattern.entity == nullptr ? "" : pattern.entity->name;
  switch (pattern.kind) {
    case PatternKind::Get:
      return fmt::format("{}{}{}", entity, with("by", pattern.by),
                         pattern.version_parameter.empty() ? "" : ", one version");
    case PatternKind::Query:
      return query_text(pattern);
    case PatternKind::Collection:
      return members_text(pattern);
    case PatternKind::History:
      return fmt::format("versions of {}{}", entity, with("by", pattern.by));
    case PatternKind::Transition:
      return transition_text(pattern);
    case PatternKind::Put:
      return fmt::format("{} {}", put_verb(pattern), entity);
    case PatternKind::Update:
      return fmt::format("set {} of {}", joined(pattern.set), entity);
    case PatternKind::Delete:
      return fmt::format("delete {}{}", entity, with("by", pattern.by));
    case PatternKind::Erase:
      return fmt::format("erase {}{} with its versions and edges", entity, with("by", pattern.by));
    case PatternKind::Restore:
      return fmt::format("make an old version of {} the newest", entity);
    case PatternKind::Search:
      return fmt::format("search {}", pattern.search);
    case PatternKind::Transaction:
      return steps_text(pattern);
    case PatternKind::Claim:
      return fmt::format("take the next {}{} for a worker", entity, with("where", pattern.where));
  }
  return {};
}

std::string measure_text(const model::Measure& measure) {
  if (!measure.value) return std::string(model::name_of(measure.kind));
  if (measure.kind == model::MeasureKind::Formula) return measure.value->text();
  return fmt::format("{}({})", model::name_of(measure.kind), measure.value->text());
}

std::string route_text(const model::Model& model, const std::optional<model::HttpRoute>& route) {
  if (!route) return {};
  return fmt::format("{} {}{}", route->method, model.http_root, route->path);
}

}  // namespace partita::exports
