#include "model/definition/read_types.h"

#include <algorithm>
#include <span>
#include <utility>

#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"
#include "partita/base/check.h"

namespace partita::model {
namespace {

constexpr int kKinds = 14;
constexpr std::string_view kMixin = "mixin";

std::optional<AttributeKind> kind_named(std::string_view name) {
  for (int i = 0; i < kKinds; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    if (name_of(kind) == name) return kind;
  }
  return std::nullopt;
}

// What other systems call our types.
struct ForeignType {
  std::string_view name;
  AttributeKind kind;
};
constexpr ForeignType kForeignTypes[] = {
    {"integer", AttributeKind::Int},    {"long", AttributeKind::Int},
    {"float", AttributeKind::Number},   {"double", AttributeKind::Number},
    {"decimal", AttributeKind::Number}, {"boolean", AttributeKind::Bool},
    {"text", AttributeKind::String},    {"str", AttributeKind::String},
    {"varchar", AttributeKind::String}, {"uuid", AttributeKind::String},
    {"email", AttributeKind::String},   {"datetime", AttributeKind::Timestamp},
    {"time", AttributeKind::Timestamp}, {"object", AttributeKind::Map},
    {"json", AttributeKind::Map},       {"dict", AttributeKind::Map},
    {"struct", AttributeKind::Map},     {"array", AttributeKind::List},
    {"bytes", AttributeKind::Binary},   {"blob", AttributeKind::Binary},
    {"S", AttributeKind::String},       {"N", AttributeKind::Number},
    {"BOOL", AttributeKind::Bool},      {"M", AttributeKind::Map},
    {"L", AttributeKind::List},         {"SS", AttributeKind::Set},
};

std::optional<AttributeKind> kind_of_foreign(std::string_view name) {
  for (const ForeignType& type : kForeignTypes) {
    if (type.name == name) return type.kind;
  }
  return std::nullopt;
}

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (int i = 0; i < kKinds; ++i) names.push_back(name_of(static_cast<AttributeKind>(i)));
  return names;
}

constexpr unsigned bit(AttributeKind kind) { return 1U << static_cast<unsigned>(kind); }

// Options that say which values are allowed, and the kinds that have them.
struct TypeOption {
  std::string_view name;
  unsigned kinds;
  bool is_required = false;  // By those kinds.
};

std::span<const TypeOption> type_options() {
  using enum AttributeKind;
  constexpr unsigned kCounted =
      bit(String) | bit(Int) | bit(Number) | bit(List) | bit(Set) | bit(Binary);
  static constexpr TypeOption kOptions[] = {
      {"min", kCounted},
      {"max", kCounted},
      {"above", bit(Int) | bit(Number)},
      {"below", bit(Int) | bit(Number)},
      {"pattern", bit(String)},
      {"format", bit(String)},
      {"values", bit(Enum), true},
      {"open", bit(Enum) | bit(Map)},
      {"value", bit(Const), true},
      {"encode", bit(Timestamp), true},
      {"accept", bit(Timestamp)},
      {"fields", bit(Map)},
      {"of", bit(List) | bit(Set)},
      {"on", bit(Union), true},
      {"cases", bit(Union), true},
      {"otherwise", bit(Union)},
  };
  return kOptions;
}

TextFormat format_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(TextFormat::Arn); ++i) {
    if (name_of(static_cast<TextFormat>(i)) == name) return static_cast<TextFormat>(i);
  }
  return TextFormat::None;
}

TimestampEncoding encoding_named(std::string_view name) {
  for (const auto encoding :
       {TimestampEncoding::Rfc3339, TimestampEncoding::EpochS, TimestampEncoding::EpochMs}) {
    if (name_of(encoding) == name) return encoding;
  }
  return TimestampEncoding::Rfc3339Ms;
}

}  // namespace

void TypeReader::read_all() {
  for (const Node::Member& member : members_at(context_.file, "types")) {
    if (kind_named(member.name) || member.name == kMixin) {
      context_.refuse(kSameName, member.place,
                      fmt::format("`{}` is the name of a built-in type", member.name));
    } else if (context_.model.find_type(member.name) == nullptr) {
      read_named(member);
    }
  }
}

std::shared_ptr<const AttributeType> TypeReader::type_of(const Node& node) {
  const std::string name = text_at(node, "type");
  if (const auto kind = kind_named(name)) {
    refuse_misplaced_options(node, *kind);
    return own(*kind, node);
  }
  // Of a type that nothing has, that alone is told.
  for (const TypeOption& option : type_options()) {
    if (node.find(option.name) == nullptr || !is_named(name)) continue;
    context_.refuse(
        kWrongForm, place_at(node, option.name),
        fmt::format("`{}` belongs into the type `{}`, not where it is used", option.name, name));
  }
  return named(name, place_at(node, "type"));
}

bool TypeReader::is_named(std::string_view name) const {
  const Node* types = context_.file.find("types");
  return types != nullptr && types->find(name) != nullptr;
}

const Node* TypeReader::fields_of(std::string_view type_name, Place place) {
  const Node* types = context_.file.find("types");
  const Node* type = types == nullptr ? nullptr : types->find(type_name);
  const Node* fields = type == nullptr ? nullptr : type->find("fields");
  if (fields != nullptr) return fields;
  std::vector<std::string_view> known;
  for (const Node::Member& member : members_at(context_.file, "types")) {
    if (member.value.find("fields") != nullptr) known.push_back(member.name);
  }
  context_.refuse_name("mixin or map type", type_name, place, known);
  return nullptr;
}

std::shared_ptr<const AttributeType> TypeReader::named(std::string_view name, Place place) {
  const auto any = std::make_shared<const AttributeType>();
  if (const NamedType* known = context_.model.find_type(name)) {
    if (!known->is_mixin) return known->type;
    context_.refuse(kWrongForm, place,
                    fmt::format("`{}` is a mixin; it is used with `include`", name));
    return any;
  }
  if (std::find(open_.begin(), open_.end(), name) != open_.end() ||
      open_.size() >= kTypesNestedMax) {
    context_.refuse(kWrongForm, place,
                    fmt::format("the type `{}` contains itself, or types are nested deeper than {}",
                                name, kTypesNestedMax));
    return any;
  }
  for (const Node::Member& member : members_at(context_.file, "types")) {
    if (member.name != name) continue;
    const auto type = read_named(member);
    return text_at(member.value, "type") == kMixin ? named(name, place) : type;
  }
  if (const auto kind = kind_of_foreign(name)) {
    context_.refuse(
        kUnknownName, place,
        fmt::format("there is no type called `{}`; did you mean `{}`?", name, name_of(*kind)));
    return any;
  }
  std::vector<std::string_view> known = kind_names();
  for (const Node::Member& member : members_at(context_.file, "types")) {
    known.push_back(member.name);
  }
  context_.refuse_name("type", name, place, known);
  return any;
}

std::shared_ptr<const AttributeType> TypeReader::read_named(const Node::Member& member) {
  open_.push_back(member.name);
  NamedType type;
  type.name = member.name;
  type.notes = context_.notes_of(member.value, member.place);
  type.is_mixin = text_at(member.value, "type") == kMixin;
  if (type.is_mixin) {
    auto mixin = std::make_shared<AttributeType>();
    mixin->kind = AttributeKind::Map;
    mixin->place = member.value.place;
    mixin->name = member.name;
    // Its formulas are read where it is included: they may name attributes of the entity.
    if (const Node* map = member.value.find("fields")) {
      read_attributes(*map, {}, *this, context_, mixin->fields);
    }
    type.type = std::move(mixin);
  } else if (const auto kind = kind_named(text_at(member.value, "type"))) {
    refuse_misplaced_options(member.value, *kind);
    auto own_type = own(*kind, member.value);
    own_type->name = member.name;
    type.type = std::move(own_type);
  } else {
    type.type = type_of(member.value);
  }
  open_.pop_back();
  context_.model.types.push_back(type);
  return type.type;
}

void TypeReader::refuse_misplaced_options(const Node& node, AttributeKind kind) {
  for (const TypeOption& option : type_options()) {
    const bool belongs = (option.kinds & bit(kind)) != 0;
    const bool is_there = node.find(option.name) != nullptr;
    if (is_there && !belongs) {
      context_.refuse(
          kWrongForm, place_at(node, option.name),
          fmt::format("`{}` has no meaning for the type {}", option.name, name_of(kind)));
    }
    if (!is_there && belongs && option.is_required) {
      context_.refuse(kMissing, node.place,
                      fmt::format("the type {} needs the key `{}`", name_of(kind), option.name));
    }
  }
}

std::shared_ptr<AttributeType> TypeReader::own(AttributeKind kind, const Node& node) {
  auto type = std::make_shared<AttributeType>();
  type->kind = kind;
  type->place = node.place;
  type->bounds = {number_at(node, "min"), number_at(node, "max"), number_at(node, "above"),
                  number_at(node, "below")};
  type->values = texts_at(node, "values");
  type->is_open =
      flag_at(node, "open") || (kind == AttributeKind::Map && node.find("fields") == nullptr);
  type->encoding = encoding_named(text_at(node, "encode"));
  type->accepts_rfc3339 = node.find("accept") != nullptr;
  if (const Node* value = node.find("value")) type->constant = plain_value(*value);
  if (const Node* of = node.find("of")) type->of = type_of(*of);
  if (const Node* map = node.find("fields")) type->fields = fields(*map);
  refuse_empty_range(node, type->bounds);
  read_text_rules(node, *type);
  if (kind == AttributeKind::Union) read_union(node, *type);
  return type;
}

void TypeReader::refuse_empty_range(const Node& node, const Bounds& bounds) {
  struct Pair {
    std::string_view low_name;
    const std::optional<partita::Number>& low;
    std::string_view high_name;
    const std::optional<partita::Number>& high;
    bool may_be_equal;
  };
  const Pair pairs[] = {{"min", bounds.min, "max", bounds.max, true},
                        {"min", bounds.min, "below", bounds.below, false},
                        {"above", bounds.above, "max", bounds.max, false},
                        {"above", bounds.above, "below", bounds.below, false}};
  for (const Pair& pair : pairs) {
    if (!pair.low || !pair.high || *pair.low < *pair.high) continue;
    if (pair.may_be_equal && *pair.low == *pair.high) continue;
    context_.refuse(kWrongForm, place_at(node, pair.low_name),
                    fmt::format("no value fits between `{}` {} and `{}` {}", pair.low_name,
                                pair.low->to_string(), pair.high_name, pair.high->to_string()));
  }
}

void TypeReader::read_text_rules(const Node& node, AttributeType& type) {
  type.format = format_named(text_at(node, "format"));
  const Node* pattern = node.find("pattern");
  if (pattern == nullptr) return;
  auto parsed = TextPattern::parse(pattern->text);
  if (parsed.ok()) {
    type.pattern = *std::move(parsed);
  } else {
    context_.refuse(kBadFormula, pattern->place,
                    fmt::format("pattern `{}`: {}", pattern->text, parsed.error().message()));
  }
}

void TypeReader::read_union(const Node& node, AttributeType& type) {
  type.on = text_at(node, "on");
  type.accepts_other_cases = text_at(node, "otherwise") == "any";
  for (const Node::Member& member : members_at(node, "cases")) {
    type.cases.push_back({member.name, member.place, fields(member.value)});
  }
}

std::vector<Attribute> TypeReader::fields(const Node& map) {
  std::vector<Attribute> attributes;
  read_attributes(map, {}, *this, context_, attributes);
  for (std::size_t i = 0; i < map.members.size(); ++i) {
    finish_attribute(map.members[i].value, attributes, context_, attributes[i]);
  }
  refuse_circles(attributes, context_);
  return attributes;
}

}  // namespace partita::model
