#include "model/planning/key_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/planning/template_text.h"

namespace partita::planning {
namespace {

using model::AttributeKind;
using Form = KeyPart::Form;

// One key attribute at a time, with all that is needed to judge it.
class Walker {
 public:
  Walker(const Demand& demand, const Location& location, KeyWalk& walk)
      : demand_(demand), location_(location), walk_(walk) {}

  std::optional<Rejection> partition_attribute(const std::string& name);
  // Whether the walk goes on behind this attribute.
  bool sort_attribute(const std::string& name);
  void add_remaining(const std::string& name, std::size_t first_part);

 private:
  const model::Pattern& pattern() const { return *demand_.pattern; }
  std::optional<Rejection> partition_template(const KeyPart& part);
  bool sort_native(const std::string& name);
  bool sort_template(const KeyPart& part);
  bool take_range(const KeyPart& part, std::size_t fixed);
  bool is_asked_range(const std::optional<model::RangeBinding>& range, std::string_view name) const;
  bool needs_legs(std::string_view attribute) const;
  const Equality* fixed(std::string_view attribute) const;
  std::size_t fixed_parts(const KeyPart& part) const;
  KeyValueSource native_value(const Equality& equality);
  KeyValueSource rendered_value(const KeyPart& part, std::size_t count);
  void use(const Equality& equality);
  void add_step(std::string_view attribute, bool is_sorted);
  Rejection rejection(Rejection::Reason reason, std::string_view attribute, std::string text) const;

  const Demand& demand_;
  const Location& location_;
  KeyWalk& walk_;
};

Rejection Walker::rejection(Rejection::Reason reason, std::string_view attribute,
                            std::string text) const {
  return {.index = location_.index,
          .reason = reason,
          .attribute = std::string(attribute),
          .entity = demand_.entity,
          .text = std::move(text)};
}

void Walker::use(const Equality& equality) {
  const bool is_new = walk_.used.insert(equality.attribute).second;
  if (is_new && equality.has_choice()) walk_.choices.push_back(equality.attribute);
}

KeyValueSource Walker::native_value(const Equality& equality) {
  use(equality);
  KeyValueSource value;
  value.attribute = equality.attribute;
  if (!equality.values.empty()) value.source = equality.values.front();
  return value;
}

KeyValueSource Walker::rendered_value(const KeyPart& part, std::size_t count) {
  const std::span parts = std::span(part.key->parts()).first(count);
  KeyValueSource value;
  if (part.is_bare() && count == 1) {
    return native_value(*demand_.equalities->find(part.attribute_of(*parts.front().variable)));
  }
  value.rendered = make_template(parts);
  for (const auto& piece : parts) {
    if (!piece.variable) continue;
    const Equality* equality = demand_.equalities->find(part.attribute_of(*piece.variable));
    if (equality == nullptr || equality->values.empty()) continue;
    use(*equality);
    value.variables.push_back(
        {piece.variable->name, equality->attribute, equality->values.front()});
  }
  return value;
}

bool Walker::needs_legs(std::string_view attribute) const {
  if (pattern().range && pattern().range->attribute != attribute) return true;
  if (!pattern().order) return false;
  const auto& by = pattern().order->by;
  return by.empty() || by.front() != attribute;
}

const Equality* Walker::fixed(std::string_view attribute) const {
  const Equality* equality = demand_.equalities->find(attribute);
  if (equality == nullptr || equality->values.empty()) return nullptr;
  return equality->is_any && !needs_legs(attribute) ? nullptr : equality;
}

std::size_t Walker::fixed_parts(const KeyPart& part) const {
  std::size_t count = 0;
  for (const auto& piece : part.key->parts()) {
    if (piece.variable && fixed(part.attribute_of(*piece.variable)) == nullptr) break;
    ++count;
  }
  return count;
}

std::optional<Rejection> Walker::partition_attribute(const std::string& name) {
  const KeyPart part = key_part(*demand_.entity, *location_.row, name);
  if (part.form == Form::Absent || part.form == Form::Tuple) {
    return rejection(Rejection::Reason::NotInIndex, name,
                     fmt::format("{} has no {}", demand_.entity->name, name));
  }
  if (part.form == Form::Template) return partition_template(part);
  const Equality* equality = demand_.equalities->find(name);
  if (equality == nullptr || equality->values.empty()) {
    const bool is_open = equality != nullptr;
    return rejection(is_open ? Rejection::Reason::OpenValues : Rejection::Reason::PartitionNotGiven,
                     name,
                     is_open ? fmt::format("not all values of {} are known", name)
                             : fmt::format("{} is not given", name));
  }
  walk_.conditions.push_back({name, KeyMatch::Operator::Equal, native_value(*equality), {}});
  return std::nullopt;
}

std::optional<Rejection> Walker::partition_template(const KeyPart& part) {
  for (const auto& piece : part.key->parts()) {
    if (!piece.variable) continue;
    const std::string_view attribute = part.attribute_of(*piece.variable);
    const Equality* equality = demand_.equalities->find(attribute);
    if (equality != nullptr && !equality->values.empty()) continue;
    if (piece.variable->shards == 0) {
      return rejection(Rejection::Reason::PartitionNotGiven, attribute,
                       fmt::format("{} is not given", attribute));
    }
    walk_.shards = piece.variable->shards;
  }
  KeyValueSource value = rendered_value(part, part.key->parts().size());
  walk_.conditions.push_back({part.name, KeyMatch::Operator::Equal, std::move(value), {}});
  return std::nullopt;
}

bool Walker::is_asked_range(const std::optional<model::RangeBinding>& range,
                            std::string_view name) const {
  return range && (range->attribute == name || range->attribute == twin_of(*demand_.entity, name));
}

bool Walker::sort_attribute(const std::string& name) {
  const KeyPart part = key_part(*demand_.entity, *location_.row, name);
  return part.form == Form::Template ? sort_template(part) : sort_native(name);
}

bool Walker::sort_native(const std::string& name) {
  const bool is_range = is_asked_range(pattern().range, name);
  if (is_range || is_asked_range(pattern().prefix, name)) {
    const auto& asked = is_range ? *pattern().range : *pattern().prefix;
    KeyMatch condition{name, KeyMatch::Operator::BeginsWith, {}, {}};
    condition.value.attribute = name;
    condition.value.source = {ValueSource::Kind::Parameter, asked.parameter, {}};
    if (is_range) {
      const model::Attribute* attribute = demand_.entity->find_attribute(name);
      condition.op = KeyMatch::Operator::Between;
      condition.range = ParameterRange{name, asked.parameter, attribute->type.get(), false, 0, {}};
    }
    walk_.conditions.push_back(std::move(condition));
    walk_.is_range_met = true;
    add_remaining(name, 0);
    return false;
  }
  const Equality* equality = fixed(name);
  if (equality == nullptr) {
    add_remaining(name, 0);
    return false;
  }
  walk_.conditions.push_back({name, KeyMatch::Operator::Equal, native_value(*equality), {}});
  return true;
}

bool Walker::take_range(const KeyPart& part, std::size_t fixed) {
  const model::TemplateVariable& variable = *part.key->parts()[fixed].variable;
  const bool is_range = is_asked_range(pattern().range, variable.name);
  if (!is_range && !is_asked_range(pattern().prefix, variable.name)) return false;
  const auto& asked = is_range ? *pattern().range : *pattern().prefix;
  KeyMatch condition{part.name, KeyMatch::Operator::BeginsWith, {}, {}};
  if (!is_range) {
    condition.value.rendered = make_template(std::span(part.key->parts()).first(fixed + 1));
    condition.value.variables = rendered_value(part, fixed).variables;
    condition.value.variables.push_back(
        {variable.name, variable.name, {ValueSource::Kind::Parameter, asked.parameter, {}}});
  } else {
    if (fixed > 0) condition.value = rendered_value(part, fixed);
    const model::Attribute* attribute = demand_.entity->find_attribute(variable.name);
    condition.op = KeyMatch::Operator::Between;
    condition.range = ParameterRange{
        variable.name,   asked.parameter, attribute == nullptr ? nullptr : attribute->type.get(),
        !part.is_bare(), variable.width,  fixed + 1 < part.key->parts().size() ? "~" : ""};
  }
  walk_.conditions.push_back(std::move(condition));
  walk_.is_range_met = true;
  return true;
}

bool Walker::sort_template(const KeyPart& part) {
  const std::size_t count = fixed_parts(part);
  if (count == part.key->parts().size()) {
    walk_.conditions.push_back(
        {part.name, KeyMatch::Operator::Equal, rendered_value(part, count), {}});
    return true;
  }
  if (!take_range(part, count) && count > 0) {
    walk_.conditions.push_back(
        {part.name, KeyMatch::Operator::BeginsWith, rendered_value(part, count), {}});
  }
  add_remaining(part.name, count);
  return false;
}

void Walker::add_step(std::string_view attribute, bool is_sorted) {
  const model::Attribute* found = demand_.entity->find_attribute(attribute);
  const bool is_moment = found != nullptr && (found->type->kind == AttributeKind::Timestamp ||
                                              found->type->kind == AttributeKind::Date);
  // Version numbers are given out in the order of time.
  const auto& versioned = demand_.entity->versioned;
  const bool is_time = is_moment || (is_sorted && versioned && versioned->number == attribute);
  walk_.remaining.push_back({std::string(attribute), is_time, is_sorted});
}

void Walker::add_remaining(const std::string& name, std::size_t first_part) {
  const KeyPart part = key_part(*demand_.entity, *location_.row, name);
  if (part.form != Form::Template) return add_step(name, true);
  for (const auto& piece : std::span(part.key->parts()).subspan(first_part)) {
    if (!piece.variable) continue;
    const std::string_view attribute = part.attribute_of(*piece.variable);
    const model::Attribute* found = demand_.entity->find_attribute(attribute);
    const bool is_number = found != nullptr && (found->type->kind == AttributeKind::Int ||
                                                found->type->kind == AttributeKind::Number);
    const bool is_text_number = is_number && piece.variable->width == 0 && !part.is_bare();
    add_step(attribute, piece.variable->shards == 0 && !is_text_number);
  }
}

void choose(KeyValueSource& value, std::string_view attribute, const ValueSource& source) {
  if (!value.rendered && value.attribute == attribute) value.source = source;
  for (auto& variable : value.variables) {
    if (variable.attribute == attribute) variable.source = source;
  }
}

void choose(std::vector<Leg>& legs, const Equality& equality) {
  std::vector<Leg> chosen;
  for (const auto& leg : legs) {
    for (const auto& source : equality.values) {
      chosen.push_back(leg);
      for (auto& condition : chosen.back().conditions) {
        choose(condition.value, equality.attribute, source);
      }
    }
  }
  legs = std::move(chosen);
}

Leg with_shard(Leg leg, int shard) {
  for (auto& condition : leg.conditions) {
    auto& rendered = condition.value.rendered;
    if (rendered) rendered = make_template(rendered->parts(), shard);
  }
  return leg;
}

void choose_shards(std::vector<Leg>& legs, int shards) {
  std::vector<Leg> chosen;
  for (const auto& leg : legs) {
    for (int shard = 0; shard < shards; ++shard) chosen.push_back(with_shard(leg, shard));
  }
  legs = std::move(chosen);
}

}  // namespace

std::optional<Rejection> walk_partition(const Demand& demand, const Location& location,
                                        KeyWalk& walk) {
  Walker walker(demand, location, walk);
  for (const auto& name : partition_names(*location.table, location.index)) {
    if (auto rejection = walker.partition_attribute(name)) return rejection;
  }
  return std::nullopt;
}

std::optional<Rejection> walk_sort(const Demand& demand, const Location& location, KeyWalk& walk) {
  Walker walker(demand, location, walk);
  bool goes_on = true;
  for (const auto& name : sort_names(*location.table, location.index)) {
    if (goes_on) {
      goes_on = walker.sort_attribute(name);
    } else {
      walker.add_remaining(name, 0);
    }
  }
  const auto& pattern = *demand.pattern;
  if (walk.is_range_met || (!pattern.range && !pattern.prefix)) return std::nullopt;
  const std::string& asked = pattern.range ? pattern.range->attribute : pattern.prefix->attribute;
  const std::string blocking = walk.remaining.empty() ? "" : walk.remaining.front().attribute;
  return Rejection{.index = location.index,
                   .reason = Rejection::Reason::RangeNotNext,
                   .attribute = blocking,
                   .entity = demand.entity,
                   .text = blocking.empty() ? fmt::format("{} is not in its sort key", asked)
                                            : fmt::format("a range on {} needs \"=\" on {} first",
                                                          asked, blocking)};
}

std::size_t leg_count(const Demand& demand, const KeyWalk& walk) {
  std::size_t count = walk.shards == 0 ? 1 : static_cast<std::size_t>(walk.shards);
  for (const auto& attribute : walk.choices) {
    count *= std::max<std::size_t>(demand.equalities->find(attribute)->values.size(), 1);
    if (count > 1'000'000) break;
  }
  return count;
}

std::vector<Leg> make_legs(const Demand& demand, const KeyWalk& walk) {
  std::vector<Leg> legs{{walk.conditions}};
  for (const auto& attribute : walk.choices) choose(legs, *demand.equalities->find(attribute));
  if (walk.shards > 0) choose_shards(legs, walk.shards);
  return legs;
}

}  // namespace partita::planning
