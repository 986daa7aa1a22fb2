#include "model/rules/completion.h"

#include <algorithm>
#include <utility>

namespace partita::rules {
namespace {

using model::Attribute;
using model::AttributeKind;
using model::AttributeType;

bool has_completable(const std::vector<Attribute>& fields) {
  return std::ranges::any_of(fields, [](const Attribute& field) {
    return field.default_value || is_completable(*field.type);
  });
}

// The fields that a map has by its type, or null if it may have any.
const std::vector<Attribute>* fields_of(const AttributeType& type, Siblings siblings) {
  if (type.kind == AttributeKind::Map) return &type.fields;
  const model::UnionCase* chosen = find_case(type, siblings);
  return chosen == nullptr ? nullptr : &chosen->fields;
}

std::optional<Value> canonical_time(const AttributeType& type, const ValueView& value) {
  if (!type.accepts_rfc3339 || value.type() != ValueType::S) return std::nullopt;
  if (model::read_timestamp(value, type.encoding)) return std::nullopt;
  const auto instant = model::parse_rfc3339(value.string());
  if (!instant || !model::is_representable(*instant)) return std::nullopt;
  return model::timestamp_value(*instant, type.encoding);
}

// Keeps a copy of the whole from the first difference on.
Value& copy_of(const ValueView& original, std::optional<Value>& copy) {
  if (!copy) copy = original.to_value();
  return *copy;
}

std::optional<Value> completed_map(const std::vector<Attribute>& fields, const ValueView& value) {
  const MapView map = value.map();
  const auto beside = [&map](std::string_view name) { return map.find(name); };
  std::optional<Value> copy;
  for (const Attribute& field : fields) {
    const auto old = map.find(field.name);
    std::optional<Value> fresh = old ? completed(*field.type, *old, beside) : field.default_value;
    if (!old && check_only_when(field, beside) != nullptr) fresh = std::nullopt;
    if (fresh) copy_of(value, copy).map().set(field.name, *std::move(fresh));
  }
  return copy;
}

std::optional<Value> completed_list(const AttributeType& of, const ValueView& value,
                                    Siblings siblings) {
  std::optional<Value> copy;
  std::size_t index = 0;
  for (const ValueView& element : value.list()) {
    if (auto fresh = completed(of, element, siblings)) {
      copy_of(value, copy).list()[index] = *std::move(fresh);
    }
    ++index;
  }
  return copy;
}

}  // namespace

bool is_completable(const AttributeType& type) {
  switch (type.kind) {
    case AttributeKind::Timestamp:
      return type.accepts_rfc3339;
    case AttributeKind::Map:
      return has_completable(type.fields);
    case AttributeKind::List:
      return type.of != nullptr && is_completable(*type.of);
    case AttributeKind::Union:
      return std::ranges::any_of(
          type.cases, [](const model::UnionCase& one) { return has_completable(one.fields); });
    default:
      return false;
  }
}

std::optional<Value> completed(const AttributeType& type, const ValueView& value,
                               Siblings siblings) {
  switch (type.kind) {
    case AttributeKind::Timestamp:
      return canonical_time(type, value);
    case AttributeKind::Map:
    case AttributeKind::Union: {
      if (value.type() != ValueType::M) return std::nullopt;
      const auto* fields = fields_of(type, siblings);
      return fields == nullptr ? std::nullopt : completed_map(*fields, value);
    }
    case AttributeKind::List:
      if (value.type() != ValueType::L || type.of == nullptr) return std::nullopt;
      return completed_list(*type.of, value, siblings);
    default:
      return std::nullopt;
  }
}

}  // namespace partita::rules
