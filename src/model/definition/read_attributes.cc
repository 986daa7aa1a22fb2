#include <algorithm>
#include <utility>

#include "model/definition/attribute_scope.h"
#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"
#include "model/definition/read_types.h"

namespace partita::model {
namespace {

void read_flags(const Node& node, Attribute& attribute) {
  attribute.is_required = flag_at(node, "required");
  attribute.is_nullable = flag_at(node, "nullable");
  attribute.is_immutable = flag_at(node, "immutable");
  attribute.is_sensitive = flag_at(node, "sensitive");
  attribute.is_pii = flag_at(node, "pii");
  attribute.is_hidden = flag_at(node, "hidden");
  attribute.level = level_at(node);
}

std::optional<IdGenerator> generator_of(const std::string& text) {
  struct Known {
    std::string_view name;
    IdGenerator::Kind kind;
  };
  constexpr Known kKnown[] = {{"uuid4", IdGenerator::Kind::Uuid4},
                              {"uuid7", IdGenerator::Kind::Uuid7},
                              {"ulid", IdGenerator::Kind::Ulid},
                              {"ksuid", IdGenerator::Kind::Ksuid}};
  const std::size_t open = text.find('{');
  const std::size_t close = text.find('}');
  const bool is_bare = open == std::string::npos && close == std::string::npos;
  if (!is_bare && (open == std::string::npos || close == std::string::npos || close < open)) {
    return std::nullopt;
  }
  const std::string name = is_bare ? text : text.substr(open + 1, close - open - 1);
  for (const Known& known : kKnown) {
    if (known.name != name) continue;
    if (is_bare) return IdGenerator{known.kind, {}, {}};
    return IdGenerator{known.kind, text.substr(0, open), text.substr(close + 1)};
  }
  return std::nullopt;
}

// What the server fills by itself, without a formula.
void read_fills(const Node& node, SectionContext& context, Attribute& attribute) {
  const AttributeType& type = *attribute.type;
  const Node* stamp = node.find("auto");
  if (stamp != nullptr && stamp->text == "request") {
    attribute.is_from_request = true;
    if (type.kind != AttributeKind::String && type.kind != AttributeKind::Any) {
      context.refuse(kWrongForm, stamp->place, "`auto: request` is for attributes of type string");
    }
  } else if (stamp != nullptr) {
    attribute.auto_stamp = stamp->text == "create" ? AutoStamp::Create : AutoStamp::Update;
    if (type.kind != AttributeKind::Timestamp && type.kind != AttributeKind::Any) {
      context.refuse(kWrongForm, stamp->place, "`auto` is for attributes of type timestamp");
    }
  }
  if (const Node* generate = node.find("generate")) {
    attribute.generate = generator_of(generate->text);
    if (!attribute.generate) {
      context.refuse(kWrongForm, generate->place,
                     fmt::format("`{}` generates nothing; write uuid4, uuid7, ulid or ksuid, or a "
                                 "text around one like task-{{ulid}}",
                                 generate->text));
    } else if (type.kind != AttributeKind::String && type.kind != AttributeKind::Any) {
      context.refuse(kWrongForm, generate->place, "`generate` is for attributes of type string");
    }
  }
}

void read_default(const Node& node, SectionContext& context, Attribute& attribute) {
  const Node* fallback = node.find("default");
  if (fallback == nullptr) return;
  auto value = plain_value(*fallback, *attribute.type);
  if (!value.ok()) {
    context.refuse(kWrongForm, fallback->place, "`default`: " + value.error().message());
    return;
  }
  const auto stored = stored_type(*attribute.type);
  if (stored && value->type() != *stored && value->type() != ValueType::Null) {
    context.refuse(kWrongForm, fallback->place,
                   fmt::format("`default` must be a value of the type {}, not {}; a formula is "
                               "written as `default_from`",
                               name_of(attribute.type->kind), describe(*fallback)));
    return;
  }
  attribute.default_value = *std::move(value);
}

std::vector<Value> values_of(const Node& node) {
  std::vector<Value> values;
  if (node.is_scalar()) values.push_back(plain_value(node));
  for (const Node& element : node.elements) values.push_back(plain_value(element));
  return values;
}

// Whether the condition on a param holds, which is known now.
bool param_matches(const Node::Member& member, std::string_view name, SectionContext& context) {
  const Param* param = context.model.find_param(name);
  if (param == nullptr) {
    context.refuse_name("param", name, member.place, names_of(context.model.params));
    return true;
  }
  for (const Value& value : values_of(member.value)) {
    if (value.type() == ValueType::S && value.string() == param->value) return true;
  }
  return false;
}

void read_only_when(const Node& node, SectionContext& context, Attribute& attribute) {
  if (node.find("only_when") == nullptr) return;
  constexpr std::string_view kParam = "param.";
  OnlyWhen only_when;
  for (const Node::Member& member : members_at(node, "only_when")) {
    if (member.name.starts_with(kParam)) {
      if (!param_matches(member, std::string_view(member.name).substr(kParam.size()), context)) {
        only_when.never = true;
      }
      continue;
    }
    only_when.matches.push_back({member.name, member.place, values_of(member.value)});
  }
  attribute.only_when = std::move(only_when);
}

void read_references(const Node& node, SectionContext& context, Attribute& attribute) {
  if (const Node* references = node.find("references")) {
    attribute.references = context.entity(references->text, references->place);
  }
  if (const Node* on_delete = node.find("on_delete")) {
    for (const OnDelete each : {OnDelete::Allow, OnDelete::Refuse, OnDelete::Cascade}) {
      if (on_delete->text == name_of(each)) attribute.on_delete = each;
    }
    if (node.find("references") == nullptr) {
      context.refuse(kWrongForm, on_delete->place, "`on_delete` needs `references`");
    }
  }
  const Node* must_equal = node.find("must_equal");
  if (must_equal == nullptr) return;
  const std::size_t dot = must_equal->text.find('.');
  if (dot == std::string::npos) {
    context.refuse(kWrongForm, must_equal->place, "`must_equal` is written Entity.attribute");
    return;
  }
  attribute.must_equal = MustEqual{
      must_equal->place, context.entity(must_equal->text.substr(0, dot), must_equal->place),
      must_equal->text.substr(dot + 1)};
}

bool can_hold(const AttributeType& type, FormulaType formula) {
  const FormulaType held = formula_name_of(type).type;
  return held == FormulaType::Other || formula == FormulaType::Other || held == formula;
}

std::optional<Formula> read_formula(const Node& node, std::string_view key,
                                    const FormulaScope& scope, SectionContext& context,
                                    const Attribute& attribute) {
  const Node* text = node.find(key);
  if (text == nullptr) return std::nullopt;
  auto formula = context.formula(*text, scope);
  if (!formula || can_hold(*attribute.type, formula->type())) return formula;
  context.refuse(kBadFormula, text->place,
                 fmt::format("`{}` is {}, which an attribute of type {} cannot hold{}", text->text,
                             describe(formula->type()), name_of(attribute.type->kind),
                             formula->type() == FormulaType::Span
                                 ? "; ms(..) and s(..) make numbers of durations"
                                 : ""));
  return std::nullopt;
}

void check_sibling(std::string_view name, Place place, const std::vector<Attribute>& attributes,
                   SectionContext& context) {
  if (find_attribute(attributes, name) != nullptr) return;
  context.refuse_name("attribute beside it", name, place, names_of(attributes));
}

// A union is decided by an attribute beside it; its cases are values of that one.
void check_union(const AttributeType& type, const std::vector<Attribute>& attributes,
                 SectionContext& context) {
  check_sibling(type.on, type.place, attributes, context);
  const Attribute* decider = find_attribute(attributes, type.on);
  if (decider == nullptr || decider->type->kind != AttributeKind::Enum || decider->type->is_open) {
    return;
  }
  const auto& values = decider->type->values;
  for (const UnionCase& known : type.cases) {
    if (std::find(values.begin(), values.end(), known.value) != values.end()) continue;
    context.refuse_name(fmt::format("value of {}", type.on), known.value, known.place,
                        {values.begin(), values.end()});
  }
}

}  // namespace

void read_attributes(const Node& map, std::string_view included_from, TypeReader& types,
                     SectionContext& context, std::vector<Attribute>& attributes) {
  for (const Node::Member& member : map.members) {
    Attribute attribute;
    attribute.name = member.name;
    attribute.notes = context.notes_of(member.value, member.place);
    attribute.included_from = included_from;
    attribute.type = types.type_of(member.value);
    read_flags(member.value, attribute);
    read_fills(member.value, context, attribute);
    read_default(member.value, context, attribute);
    read_only_when(member.value, context, attribute);
    read_references(member.value, context, attribute);
    attributes.push_back(std::move(attribute));
  }
}

void finish_attribute(const Node& node, const std::vector<Attribute>& attributes,
                      SectionContext& context, Attribute& attribute) {
  const AttributeScope scope(context.model, attributes);
  attribute.default_from = read_formula(node, "default_from", scope, context, attribute);
  attribute.derived = read_formula(node, "derived", scope, context, attribute);
  attribute.computed = read_formula(node, "computed", scope, context, attribute);
  if (attribute.only_when) {
    for (const AttributeMatch& match : attribute.only_when->matches) {
      check_sibling(match.attribute, match.place, attributes, context);
    }
  }
  if (attribute.type->kind == AttributeKind::Union) {
    check_union(*attribute.type, attributes, context);
  }
}

}  // namespace partita::model
