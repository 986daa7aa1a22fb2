#include "model/rules/value_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/formula/code_points.h"
#include "model/formula/decimal.h"
#include "model/rules/bounds_check.h"
#include "model/rules/refusal.h"
#include "partita/value/encoded_item.h"

namespace partita::rules {
namespace {

using model::Attribute;
using model::AttributeKind;
using model::AttributeType;

FaultPointer check_type(const AttributeType& type, const ValueView& value, Siblings siblings);

bool equals(const ValueView& view, const Value& value) {
  if (view.type() != value.type()) return false;
  switch (view.type()) {
    case ValueType::S:
      return view.string() == value.string();
    case ValueType::N:
      return view.number() == value.number();
    case ValueType::Bool:
      return view.boolean() == value.boolean();
    default:
      return view.to_value() == value;
  }
}

FaultPointer invalid(std::string_view rule, const ValueView& value, std::string detail) {
  auto fault = std::make_unique<Fault>();
  fault->code = kInvalid;
  fault->rule = rule;
  fault->value = shown(value);
  fault->detail = std::move(detail);
  return fault;
}

// The same fault as it looks from one level above.
FaultPointer within(std::string_view step, FaultPointer fault) {
  if (fault != nullptr) fault->path.insert(0, step);
  return fault;
}

FaultPointer within_field(std::string_view name, FaultPointer fault) {
  return fault == nullptr ? nullptr : within(fmt::format(".{}", name), std::move(fault));
}

FaultPointer wrong_type(const AttributeType& type, const ValueView& value, ValueType expected) {
  return invalid("type", value,
                 fmt::format("{} (type {}) is not of type {} (type {})", shown(value),
                             name_of(value.type()), name_of(type.kind), name_of(expected)));
}

FaultPointer check_string(const AttributeType& type, const ValueView& value) {
  const std::string_view text = value.string();
  if (has_bounds(type.bounds)) {
    auto fault = check_count(type.bounds, model::count_code_points(text), "characters", value);
    if (fault != nullptr) return fault;
  }
  if (type.format != model::TextFormat::None && !model::has_format(text, type.format)) {
    return invalid("format", value,
                   fmt::format("{} is not of format {}", shown(text), name_of(type.format)));
  }
  if (type.pattern && !type.pattern->is_found_in(text)) {
    return invalid("pattern", value,
                   fmt::format("{} does not match pattern {}", shown(text), type.pattern->text()));
  }
  return nullptr;
}

FaultPointer check_number(const AttributeType& type, const ValueView& value) {
  const Number number = value.number();
  // Numbers are in normal form: only one with a fraction has a negative exponent.
  if (type.kind == AttributeKind::Int && number.exponent() < 0) {
    return invalid("type", value, fmt::format("{} is not a whole number", number.to_string()));
  }
  return check_bounds(type.bounds, value);
}

FaultPointer check_enum(const AttributeType& type, const ValueView& value) {
  const std::string_view text = value.string();
  if (type.is_open || std::ranges::find(type.values, text) != type.values.end()) return nullptr;
  auto fault = invalid("values", value,
                       fmt::format("{} is not one of {}", shown(text), joined(type.values)));
  fault->allowed = type.values;
  return fault;
}

FaultPointer check_timestamp(const AttributeType& type, const ValueView& value) {
  if (type.encoding == model::TimestampEncoding::EpochS && value.type() == ValueType::N &&
      looks_like_milliseconds(value.number())) {
    const auto seconds = model::divide(value.number(), 1000);
    const auto whole = seconds ? model::to_nearest_integer(*seconds) : std::nullopt;
    return invalid("encode", value,
                   fmt::format("{} looks like milliseconds; epoch_s expected{}", shown(value),
                               whole ? fmt::format(", did you mean {}?", *whole) : ""));
  }
  if (model::read_timestamp(value, type.encoding)) return nullptr;
  auto fault =
      invalid("encode", value,
              fmt::format("{} is not a timestamp of encoding {}{}; expected e.g. {}", shown(value),
                          name_of(type.encoding), type.accepts_rfc3339 ? " (or RFC 3339)" : "",
                          model::example_of(type.encoding)));
  fault->code = kNotCanonical;
  return fault;
}

FaultPointer check_date(const ValueView& value) {
  if (model::parse_day(value.string())) return nullptr;
  return invalid("type", value,
                 fmt::format("{} is not a date; expected e.g. 2025-10-21", shown(value)));
}

FaultPointer check_constant(const AttributeType& type, const ValueView& value) {
  const Value& constant = type.constant;
  if (equals(value, constant)) return nullptr;
  const std::string only = constant.type() == ValueType::S   ? shown(constant.string())
                           : constant.type() == ValueType::N ? constant.number().to_string()
                                                             : "another value";
  return invalid("value", value, fmt::format("{} is not {}, its only value", shown(value), only));
}

FaultPointer check_list(const AttributeType& type, const ValueView& value, Siblings siblings) {
  if (has_bounds(type.bounds)) {
    auto fault = check_count(type.bounds, value.list().size(), "elements", value);
    if (fault != nullptr) return fault;
  }
  if (type.of == nullptr) return nullptr;
  std::size_t index = 0;
  for (const ValueView& element : value.list()) {
    auto fault = check_type(*type.of, element, siblings);
    if (fault != nullptr) return within(fmt::format("[{}]", index), std::move(fault));
    ++index;
  }
  return nullptr;
}

template <typename Set>
FaultPointer check_elements(const AttributeType& type, const ValueView& value, const Set& set) {
  std::size_t count = 0;
  for (const auto& element : set) {
    ++count;
    if (type.of == nullptr || type.of->kind == AttributeKind::Any) continue;
    // Elements of sets are stored without their tags, so each is checked as a value of its own.
    const EncodedValue encoded{Value(element)};
    const auto none = [](std::string_view) { return std::optional<ValueView>(); };
    auto fault = check_type(*type.of, encoded.view(), none);
    if (fault != nullptr) return fault;
  }
  return has_bounds(type.bounds) ? check_count(type.bounds, count, "elements", value) : nullptr;
}

FaultPointer check_set(const AttributeType& type, const ValueView& value) {
  switch (value.type()) {
    case ValueType::SS:
      return check_elements(type, value, value.string_set());
    case ValueType::NS:
      return check_elements(type, value, value.number_set());
    case ValueType::BS:
      return has_bounds(type.bounds)
                 ? check_count(type.bounds, value.binary_set().size(), "elements", value)
                 : nullptr;
    default:
      return invalid("type", value, fmt::format("{} is not a set", shown(value)));
  }
}

FaultPointer check_field(const Attribute& field, const MapView& map) {
  const auto value = map.find(field.name);
  const auto beside = [&map](std::string_view name) { return map.find(name); };
  if (!value) {
    if (!field.is_required) return nullptr;
    auto fault = std::make_unique<Fault>();
    fault->code = kInvalid;
    fault->rule = "required";
    fault->detail = "a value is required";
    return fault;
  }
  auto fault = check_only_when(field, beside);
  return fault != nullptr ? std::move(fault) : check_value(field, *value, beside);
}

FaultPointer check_fields(const std::vector<Attribute>& fields, const MapView& map, bool is_open) {
  for (const Attribute& field : fields) {
    auto fault = check_field(field, map);
    if (fault != nullptr) return within_field(field.name, std::move(fault));
  }
  if (is_open) return nullptr;
  for (const MemberView& member : map) {
    if (model::find_attribute(fields, member.name) != nullptr) continue;
    auto fault = invalid("fields", member.value, "is no field here; the fields are ");
    for (const Attribute& field : fields) fault->allowed.push_back(field.name);
    fault->detail += joined(fault->allowed);
    return within_field(member.name, std::move(fault));
  }
  return nullptr;
}

FaultPointer check_union(const AttributeType& type, const ValueView& value, Siblings siblings) {
  if (const model::UnionCase* chosen = find_case(type, siblings)) {
    return check_fields(chosen->fields, value.map(), false);
  }
  if (type.accepts_other_cases) return nullptr;
  const auto on = siblings(type.on);
  auto fault = invalid("cases", value, "");
  for (const model::UnionCase& known : type.cases) fault->allowed.push_back(known.value);
  fault->detail = fmt::format("there is no case for {} {}; cases: {}", type.on,
                              on ? shown(*on) : "(absent)", joined(fault->allowed));
  return fault;
}

// REQUIRES: the value is stored as the type wants it.
FaultPointer check_content(const AttributeType& type, const ValueView& value, Siblings siblings) {
  switch (type.kind) {
    case AttributeKind::String:
      return check_string(type, value);
    case AttributeKind::Int:
    case AttributeKind::Number:
      return check_number(type, value);
    case AttributeKind::Binary:
      return has_bounds(type.bounds)
                 ? check_count(type.bounds, value.binary().size(), "bytes", value)
                 : nullptr;
    case AttributeKind::Enum:
      return check_enum(type, value);
    case AttributeKind::Date:
      return check_date(value);
    case AttributeKind::Map:
      return type.fields.empty() ? nullptr : check_fields(type.fields, value.map(), type.is_open);
    case AttributeKind::List:
      return check_list(type, value, siblings);
    case AttributeKind::Union:
      return check_union(type, value, siblings);
    case AttributeKind::Set:
      return check_set(type, value);
    default:
      return nullptr;
  }
}

FaultPointer check_type(const AttributeType& type, const ValueView& value, Siblings siblings) {
  if (type.kind == AttributeKind::Timestamp) return check_timestamp(type, value);
  if (type.kind == AttributeKind::Const) return check_constant(type, value);
  const auto stored = model::stored_type(type);
  if (stored && value.type() != *stored) return wrong_type(type, value, *stored);
  return check_content(type, value, siblings);
}

FaultPointer misplaced(std::string detail) {
  auto fault = std::make_unique<Fault>();
  fault->code = kInvalid;
  fault->rule = "only_when";
  fault->detail = std::move(detail);
  return fault;
}

FaultPointer misplaced(const model::AttributeMatch& match) {
  std::vector<std::string> allowed;
  for (const Value& value : match.values) {
    allowed.push_back(value.type() == ValueType::S ? value.string()
                                                   : shown(EncodedValue(value).view()));
  }
  auto fault = misplaced(fmt::format("is only allowed when {} is {}{}", match.attribute,
                                     allowed.size() > 1 ? "one of " : "", joined(allowed)));
  fault->allowed = std::move(allowed);
  return fault;
}

}  // namespace

bool is_one_of(const std::optional<ValueView>& value, const std::vector<Value>& values) {
  return value && std::ranges::any_of(values, [&](const Value& v) { return equals(*value, v); });
}

bool looks_like_milliseconds(const Number& epoch_seconds) {
  constexpr std::int64_t kFirstMilliseconds = 100'000'000'000;
  return epoch_seconds >= Number(kFirstMilliseconds);
}

const model::UnionCase* find_case(const AttributeType& type, Siblings siblings) {
  const auto on = siblings(type.on);
  if (!on || on->type() != ValueType::S) return nullptr;
  const auto found = std::ranges::find(type.cases, on->string(), &model::UnionCase::value);
  return found == type.cases.end() ? nullptr : &*found;
}

FaultPointer check_value(const Attribute& attribute, const ValueView& value, Siblings siblings) {
  if (value.type() == ValueType::Null && attribute.type->kind != AttributeKind::Any) {
    if (attribute.is_nullable) return nullptr;
    return invalid("nullable", value, "NULL is not allowed; leave the attribute out");
  }
  return check_type(*attribute.type, value, siblings);
}

FaultPointer check_only_when(const Attribute& attribute, Siblings siblings) {
  if (!attribute.only_when) return nullptr;
  if (attribute.only_when->never) {
    return misplaced("is not allowed with the parameters of this model");
  }
  for (const model::AttributeMatch& match : attribute.only_when->matches) {
    if (!is_one_of(siblings(match.attribute), match.values)) return misplaced(match);
  }
  return nullptr;
}

}  // namespace partita::rules
