#include "model/samples/item_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/samples/ids.h"
#include "model/samples/number_range.h"
#include "model/samples/text_values.h"
#include "model/samples/words.h"

namespace partita::samples {
namespace {

using model::Attribute;
using model::AttributeKind;
using model::AttributeType;

constexpr int kOptionalPercent = 60;
constexpr std::uint64_t kElementsUsual = 3;
constexpr std::uint64_t kDaysAhead = 60;

// Attributes of the key take their values in turn; of several, the first turns fastest.
std::uint64_t turn_of(const ItemId& item, std::string_view attribute) {
  std::uint64_t place = item.place();
  for (const std::string_view variable : key_variables(item.plan->entity())) {
    if (variable == attribute) break;
    if (const auto* choices = item.plan->choices(variable)) place /= choices->size();
  }
  return place;
}

std::string_view last_step(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

// What the rules fill in themselves.
bool is_left_out(const Attribute& field) {
  return field.derived || field.computed || field.default_from ||
         (field.only_when && (field.only_when->never || !field.only_when->matches.empty()));
}

template <typename Element, typename Get>
std::vector<Element> sorted_once(const List& list, Get get) {
  std::vector<Element> elements;
  for (const Value& value : list) elements.push_back(get(value));
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

}  // namespace

std::optional<Value> collected(AttributeKind kind, List list) {
  if (kind == AttributeKind::List) return Value(std::move(list));
  if (list.empty()) return std::nullopt;
  if (list.front().type() == ValueType::N) {
    auto numbers = sorted_once<Number>(list, [](const Value& value) { return value.number(); });
    return Value(NumberSet::from_sorted(std::move(numbers)));
  }
  if (list.front().type() != ValueType::S) return std::nullopt;
  auto texts = sorted_once<std::string>(list, [](const Value& value) { return value.string(); });
  return Value(StringSet::from_sorted(std::move(texts)));
}

std::optional<Value> ItemValues::value(const Attribute& attribute, const Item& beside,
                                       model::Instant instant) {
  instant_ = instant;
  if (const auto* choices = item_.plan->choices(attribute.name)) {
    return chosen(*choices, *attribute.type, attribute.name);
  }
  if (referenced(item_.plan->entity(), attribute.name) != nullptr) {
    return reference(attribute.name);
  }
  if (attribute.must_equal) return equal_to(*attribute.must_equal);
  if (attribute.generate) {
    Dice chance = dice(attribute.name);
    return Value(generated_id(*attribute.generate, chance, population_.created_at(item_)));
  }
  return of_type(*attribute.type, attribute.name, beside);
}

std::optional<Value> ItemValues::reference(std::string_view attribute) {
  const auto target = population_.named_by(item_, attribute);
  if (!target || steps_left_ == 0) return std::nullopt;
  ItemValues other(population_, *target);
  other.steps_left_ = steps_left_ - 1;
  return other.id();
}

std::optional<Value> ItemValues::id() {
  const model::Entity& entity = item_.plan->entity();
  const Attribute* attribute = entity.find_attribute(entity.id_attribute());
  if (attribute == nullptr) return std::nullopt;
  return value(*attribute, {}, population_.created_at(item_));
}

std::optional<Value> ItemValues::equal_to(const model::MustEqual& rule) {
  if (rule.entity == nullptr || steps_left_ == 0) return std::nullopt;
  const model::Entity& entity = item_.plan->entity();
  for (const std::string_view name : reference_names(entity)) {
    if (referenced(entity, name) != rule.entity) continue;
    const auto target = population_.named_by(item_, name);
    const Attribute* same = rule.entity->find_attribute(rule.attribute);
    if (!target || same == nullptr) return std::nullopt;
    ItemValues other(population_, *target);
    other.steps_left_ = steps_left_ - 1;
    return other.value(*same, {}, population_.created_at(*target));
  }
  return std::nullopt;
}

std::optional<Value> ItemValues::chosen(const std::vector<Value>& choices,
                                        const AttributeType& type, const std::string& path) {
  if (item_.plan->is_in_rows(path)) return choices[item_.place() % choices.size()];
  Dice chance = dice(path);
  if (type.kind == AttributeKind::List || type.kind == AttributeKind::Set) {
    const std::uint64_t usual = 1 + chance.below(std::min(kElementsUsual, choices.size()));
    const std::size_t count = std::min(count_within(type.bounds, usual), choices.size());
    const std::uint64_t first = chance.below(choices.size());
    List list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(choices[(first + i) % choices.size()]);
    return collected(type.kind, std::move(list));
  }
  if (is_in_key(item_.plan->entity(), path)) {
    return choices[turn_of(item_, path) % choices.size()];
  }
  return chance.pick(choices);
}

std::optional<Value> ItemValues::of_type(const AttributeType& type, const std::string& path,
                                         const Item& beside) {
  if (const auto* choices = item_.plan->choices(path)) return chosen(*choices, type, path);
  Dice chance = dice(path);
  switch (type.kind) {
    case AttributeKind::String:
      return text(type, path);
    case AttributeKind::Int:
      // A number in the key counts, so that each item has its own.
      if (is_in_key(item_.plan->entity(), path)) {
        const std::size_t first = count_within(type.bounds, 1);
        return Value(static_cast<std::int64_t>(first + item_.place()));
      }
      [[fallthrough]];
    case AttributeKind::Number:
      if (auto number = number_for(type, last_step(path), chance)) return Value(*number);
      return std::nullopt;
    case AttributeKind::Bool:
      return Value(chance.happens(50));
    case AttributeKind::Binary:
      return Value(Binary{std::string(word(chance))});
    case AttributeKind::Enum:
      if (type.values.empty()) return std::nullopt;
      return Value(chance.pick(type.values));
    case AttributeKind::Const:
      return type.constant;
    case AttributeKind::Timestamp:
      return model::timestamp_value(instant_, type.encoding);
    case AttributeKind::Date: {
      const auto ahead = std::chrono::days(static_cast<int>(chance.below(kDaysAhead)));
      return Value(model::day_text(std::chrono::floor<std::chrono::days>(instant_) + ahead));
    }
    case AttributeKind::Map:
      return fields(type.fields, path);
    case AttributeKind::List:
    case AttributeKind::Set:
      return elements(type, path);
    case AttributeKind::Union:
      return union_value(type, path, beside);
    case AttributeKind::Any:
      return Value(text_for(last_step(path), chance));
  }
  return std::nullopt;
}

std::optional<Value> ItemValues::text(const AttributeType& type, const std::string& path) {
  Dice chance = dice(path);
  const std::string resource =
      type.format == model::TextFormat::Arn ? resource_name() : std::string();
  TextWish wish{.attribute = last_step(path),
                .distinct = {},
                .resource = resource,
                .instant = population_.created_at(item_)};
  if (is_unique(path)) wish.distinct = item_.ordinal;
  auto made = text_value(type, wish, chance);
  return made ? std::optional<Value>(std::move(*made)) : std::nullopt;
}

// The name that the server would read out of an ARN of this item, so that both agree.
std::string ItemValues::resource_name() {
  for (const Attribute& attribute : item_.plan->entity().attributes) {
    const auto* choices = item_.plan->choices(attribute.name);
    if (!attribute.default_from || choices == nullptr) continue;
    const auto name = chosen(*choices, *attribute.type, attribute.name);
    if (name && name->type() == ValueType::S) return name->string();
  }
  return {};
}

bool ItemValues::is_unique(std::string_view attribute) const {
  const model::Entity& entity = item_.plan->entity();
  if (is_in_key(entity, attribute)) return true;
  return std::any_of(entity.unique.begin(), entity.unique.end(), [&](const auto& constraint) {
    return std::find(constraint.on.begin(), constraint.on.end(), attribute) != constraint.on.end();
  });
}

std::optional<Value> ItemValues::elements(const AttributeType& type, const std::string& path) {
  if (type.of == nullptr) return std::nullopt;
  Dice chance = dice(path);
  const std::size_t count = count_within(type.bounds, 1 + chance.below(kElementsUsual));
  List list;
  for (std::size_t i = 0; i < count; ++i) {
    // The number of the element is part of its path, or all of them would be alike.
    auto element = of_type(*type.of, fmt::format("{}.{}", path, i), {});
    if (element) list.push_back(std::move(*element));
  }
  return collected(type.kind, std::move(list));
}

std::optional<Value> ItemValues::fields(const std::vector<Attribute>& fields,
                                        const std::string& path) {
  Map map;
  for (const Attribute& field : fields) {
    if (is_left_out(field)) continue;
    const std::string field_path = path + "." + field.name;
    const bool is_wanted = field.is_required || item_.plan->choices(field_path) != nullptr ||
                           dice(field_path + "?").happens(kOptionalPercent);
    if (!is_wanted) continue;
    auto value = of_type(*field.type, field_path, map);
    if (value) map.set(field.name, std::move(*value));
    if (!value && field.is_required) return std::nullopt;
  }
  return Value(std::move(map));
}

std::optional<Value> ItemValues::union_value(const AttributeType& type, const std::string& path,
                                             const Item& beside) {
  const Value* on = beside.find(type.on);
  for (const model::UnionCase& union_case : type.cases) {
    if (on == nullptr || on->type() != ValueType::S || on->string() != union_case.value) continue;
    return fields(union_case.fields, path);
  }
  if (!type.accepts_other_cases) return std::nullopt;
  Dice chance = dice(path);
  return Value(Map{{"text", text_for("text", chance)}});
}

}  // namespace partita::samples
