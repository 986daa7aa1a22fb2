#include "unit/model/samples/item_checker.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::samples {
namespace {

using model::Attribute;
using model::AttributeKind;
using model::AttributeType;

std::string check_value(const AttributeType& type, const Value& value, const Item& beside);

std::string check_bounds(const model::Bounds& bounds, const Number& number) {
  if (bounds.min && number < *bounds.min) return "below min";
  if (bounds.max && number > *bounds.max) return "above max";
  if (bounds.above && number <= *bounds.above) return "not above";
  if (bounds.below && number >= *bounds.below) return "not below";
  return {};
}

std::string check_text(const AttributeType& type, const std::string& text) {
  if (type.pattern && !type.pattern->is_found_in(text)) return text + " does not match";
  if (type.format != model::TextFormat::None && !model::has_format(text, type.format)) {
    return fmt::format("{} is no {}", text, model::name_of(type.format));
  }
  // Sample texts are ASCII, so bytes are characters.
  return check_bounds(type.bounds, Number(static_cast<std::int64_t>(text.size())));
}

std::string check_fields(const std::vector<Attribute>& fields, const Map& map, bool is_open) {
  for (const Attribute& field : fields) {
    const Value* value = map.find(field.name);
    if (value == nullptr) {
      if (field.is_required) return field.name + " is missing";
      continue;
    }
    const std::string wrong = check_value(*field.type, *value, map);
    if (!wrong.empty()) return field.name + ": " + wrong;
  }
  for (const auto& [name, value] : map) {
    if (!is_open && model::find_attribute(fields, name) == nullptr) return name + " is unknown";
  }
  return {};
}

std::string check_elements(const AttributeType& type, const List& list) {
  const std::string wrong =
      check_bounds(type.bounds, Number(static_cast<std::int64_t>(list.size())));
  if (!wrong.empty()) return wrong;
  for (const Value& element : list) {
    std::string bad = check_value(*type.of, element, {});
    if (!bad.empty()) return bad;
  }
  return {};
}

std::string check_set(const AttributeType& type, const Value& value) {
  List list;
  if (value.type() == ValueType::SS) {
    for (const std::string& text : value.string_set().elements()) list.emplace_back(text);
  } else if (value.type() == ValueType::NS) {
    for (const Number& number : value.number_set().elements()) list.emplace_back(number);
  } else {
    return "is no set";
  }
  return check_elements(type, list);
}

std::string check_union(const AttributeType& type, const Map& map, const Item& beside) {
  const Value* on = beside.find(type.on);
  for (const model::UnionCase& union_case : type.cases) {
    if (on != nullptr && *on == Value(union_case.value)) {
      return check_fields(union_case.fields, map, false);
    }
  }
  return type.accepts_other_cases ? "" : "no case fits";
}

std::string check_value(const AttributeType& type, const Value& value, const Item& beside) {
  const auto stored = model::stored_type(type);
  if (stored && type.kind != AttributeKind::Set && value.type() != *stored)
    return "has a wrong type";
  switch (type.kind) {
    case AttributeKind::String:
      return check_text(type, value.string());
    case AttributeKind::Int:
      if (value.number().exponent() < 0) return "has a fraction";
      return check_bounds(type.bounds, value.number());
    case AttributeKind::Number:
      return check_bounds(type.bounds, value.number());
    case AttributeKind::Enum: {
      const bool is_listed =
          std::find(type.values.begin(), type.values.end(), value.string()) != type.values.end();
      return is_listed || type.is_open ? "" : value.string() + " is not listed";
    }
    case AttributeKind::Const:
      return value == type.constant ? "" : "is not the constant";
    case AttributeKind::Timestamp:
      return model::read_timestamp(value, type.encoding) ? "" : "is no timestamp";
    case AttributeKind::Date:
      return model::parse_day(value.string()) ? "" : "is no day";
    case AttributeKind::Map:
      return check_fields(type.fields, value.map(), type.is_open || type.fields.empty());
    case AttributeKind::List:
      return check_elements(type, value.list());
    case AttributeKind::Set:
      return check_set(type, value);
    case AttributeKind::Union:
      return check_union(type, value.map(), beside);
    default:
      return {};
  }
}

bool is_allowed(const Attribute& attribute, const model::Entity& entity, const Item& item) {
  if (!attribute.only_when) return true;
  if (attribute.only_when->never) return false;
  const auto& matches = attribute.only_when->matches;
  return std::all_of(matches.begin(), matches.end(), [&](const model::AttributeMatch& match) {
    const Value* value = item.find(match.attribute);
    const Attribute* other = entity.find_attribute(match.attribute);
    if (value == nullptr && other != nullptr && other->default_value) {
      value = &*other->default_value;
    }
    return value != nullptr &&
           std::find(match.values.begin(), match.values.end(), *value) != match.values.end();
  });
}

}  // namespace

std::string complaint_about_changes(const model::Entity& entity, const Item& changes,
                                    const Item& whole) {
  for (const auto& [name, value] : changes) {
    const Attribute* attribute = entity.find_attribute(name);
    const bool is_end =
        entity.edge && (entity.edge->from.attribute == name || entity.edge->to.attribute == name);
    if (attribute == nullptr) {
      if (!is_end) return entity.name + "." + name + " is unknown";
      continue;
    }
    if (!is_allowed(*attribute, entity, whole)) return name + " is not allowed here";
    if (attribute->derived || attribute->computed) return name + " is the server's";
    std::string wrong = check_value(*attribute->type, value, whole);
    if (!wrong.empty()) return fmt::format("{}.{} {}", entity.name, name, wrong);
  }
  return {};
}

std::string complaint(const model::Entity& entity, const Item& item) {
  for (const Attribute& attribute : entity.attributes) {
    if (attribute.is_required && !attribute.is_filled() && item.find(attribute.name) == nullptr) {
      return entity.name + "." + attribute.name + " is missing";
    }
  }
  return complaint_about_changes(entity, item, item);
}

}  // namespace partita::samples
