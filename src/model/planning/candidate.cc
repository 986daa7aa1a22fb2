#include "model/planning/candidate.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/planning/key_walk.h"
#include "model/planning/presence.h"

namespace partita::planning {
namespace {

using Reason = Rejection::Reason;

Rejection reject(const Demand& demand, const Location& location, Reason reason,
                 std::string_view attribute) {
  return {.index = location.index,
          .reason = reason,
          .attribute = std::string(attribute),
          .entity = demand.entity,
          .text = {}};
}

// A sort attribute that rows of the entity never have keeps them out of the index. That is a loss
// only for a pattern that insists on it.
std::optional<Rejection> find_absent(const Demand& demand, const Location& location) {
  const bool is_forced = demand.pattern->index != nullptr;
  for (const auto& name : sort_names(*location.table, location.index)) {
    const auto form = key_part(*demand.entity, *location.row, name).form;
    if (form == KeyPart::Form::Native || form == KeyPart::Form::Template) continue;
    Rejection rejection =
        reject(demand, location, is_forced ? Reason::CanLack : Reason::NotInIndex, name);
    rejection.text = fmt::format("{} has no {}", demand.entity->name, name);
    return rejection;
  }
  return std::nullopt;
}

bool is_same(const model::Entity& entity, std::string_view step, std::string_view asked) {
  return step == asked || twin_of(entity, step) == asked;
}

std::optional<Rejection> check_time_order(const Demand& demand, const Location& location,
                                          const KeyWalk& walk, Candidate& candidate) {
  if (walk.remaining.empty()) return std::nullopt;
  const OrderStep& first = walk.remaining.front();
  if (first.is_time) {
    candidate.merge_by = {first.attribute};
    return std::nullopt;
  }
  Rejection rejection = reject(demand, location, Reason::OrderNotNext, first.attribute);
  rejection.text = fmt::format("rows are ordered by {}, not by time", first.attribute);
  return rejection;
}

std::optional<Rejection> check_order(const Demand& demand, const Location& location,
                                     const KeyWalk& walk, Candidate& candidate) {
  const auto& order = demand.pattern->order;
  if (!order) return std::nullopt;
  if (order->by.empty()) return check_time_order(demand, location, walk, candidate);
  std::size_t next = 0;
  for (const auto& asked : order->by) {
    const Equality* equality = demand.equalities->find(asked);
    if (equality != nullptr && !equality->has_choice()) continue;
    const OrderStep* step = next < walk.remaining.size() ? &walk.remaining[next++] : nullptr;
    if (step != nullptr && step->is_sorted && is_same(*demand.entity, step->attribute, asked)) {
      candidate.merge_by.push_back(step->attribute);
      continue;
    }
    Rejection rejection = reject(demand, location, Reason::OrderNotNext, asked);
    const bool is_text_number = step != nullptr && !step->is_sorted && step->attribute == asked;
    rejection.text = is_text_number
                         ? fmt::format("{} is in its key as text: 10 comes before 2", asked)
                         : fmt::format("rows are ordered by {}, not by {}",
                                       step == nullptr ? "nothing" : step->attribute, asked);
    return rejection;
  }
  return std::nullopt;
}

std::optional<Rejection> take_filters(const Demand& demand, const Location& location,
                                      const KeyWalk& walk, Candidate& candidate) {
  for (const auto& equality : demand.equalities->all()) {
    if (!equality.is_asked || equality.is_any || walk.used.contains(equality.attribute)) continue;
    if (is_key_of(*location.table, location.index, equality.attribute)) {
      Rejection rejection = reject(demand, location, Reason::FilterOnKey, equality.attribute);
      rejection.text =
          fmt::format("{} is behind a part of its key that is not fixed", equality.attribute);
      return rejection;
    }
    candidate.filters.push_back({equality.attribute, equality.values});
  }
  if (!demand.pattern->filter) return std::nullopt;
  for (const auto& name : demand.pattern->filter->names()) {
    if (!is_key_of(*location.table, location.index, name)) continue;
    Rejection rejection = reject(demand, location, Reason::FilterOnKey, name);
    rejection.text = fmt::format("the filter reads {}, which is in its key", name);
    return rejection;
  }
  return std::nullopt;
}

// Whether only items with a value for the attribute are asked for.
bool is_demanded(const Demand& demand, std::string_view attribute) {
  const Equality* equality = demand.equalities->find(attribute);
  if (equality != nullptr && equality->is_asked && !equality->is_any) return true;
  const auto& pattern = *demand.pattern;
  return (pattern.range && is_same(*demand.entity, attribute, pattern.range->attribute)) ||
         (pattern.prefix && is_same(*demand.entity, attribute, pattern.prefix->attribute));
}

// The attribute for want of which an item that is asked for may not be in the index; else empty.
std::string find_lacking(const Demand& demand, const KeyPart& part) {
  const auto is_safe = [&](std::string_view attribute) {
    return is_demanded(demand, attribute) || is_always_present(*demand.entity, attribute);
  };
  if (part.form == KeyPart::Form::Native) return is_safe(part.name) ? "" : part.name;
  for (const auto& piece : part.key->parts()) {
    if (!piece.variable) continue;
    const std::string_view attribute = part.attribute_of(*piece.variable);
    if (!is_safe(attribute)) return std::string(attribute);
  }
  return {};
}

std::optional<Rejection> check_complete(const Demand& demand, const Location& location) {
  if (location.index == nullptr) return std::nullopt;
  auto names = partition_names(*location.table, location.index);
  for (auto& name : sort_names(*location.table, location.index)) names.push_back(name);
  for (const auto& name : names) {
    const KeyPart part = key_part(*demand.entity, *location.row, name);
    const std::string lacking = find_lacking(demand, part);
    if (lacking.empty()) continue;
    Rejection rejection = reject(demand, location, Reason::CanLack, name);
    rejection.text = fmt::format("{} can lack {}", demand.entity->name, lacking);
    return rejection;
  }
  return std::nullopt;
}

std::optional<Rejection> check_legs(const Demand& demand, const Location& location,
                                    const KeyWalk& walk) {
  const std::size_t count = leg_count(demand, walk);
  if (count <= kLegsMax) return std::nullopt;
  Rejection rejection = reject(demand, location, Reason::TooManyLegs,
                               walk.choices.empty() ? "" : walk.choices.front());
  rejection.legs = count;
  rejection.text = fmt::format("it would take {} queries, at most {} are made", count, kLegsMax);
  return rejection;
}

}  // namespace

Trial try_location(const Demand& demand, const Location& location) {
  Candidate candidate{.location = location, .legs = {}, .merge_by = {}, .filters = {}};
  KeyWalk walk;
  if (auto rejection = walk_partition(demand, location, walk)) return *rejection;
  if (auto rejection = find_absent(demand, location)) return *rejection;
  if (auto rejection = walk_sort(demand, location, walk)) return *rejection;
  if (auto rejection = check_order(demand, location, walk, candidate)) return *rejection;
  if (auto rejection = take_filters(demand, location, walk, candidate)) return *rejection;
  if (auto rejection = check_legs(demand, location, walk)) return *rejection;
  if (auto rejection = check_complete(demand, location)) return *rejection;
  candidate.legs = make_legs(demand, walk);
  return candidate;
}

Trial try_partition(const Demand& demand, const Location& location) {
  Candidate candidate{.location = location, .legs = {}, .merge_by = {}, .filters = {}};
  KeyWalk walk;
  if (auto rejection = walk_partition(demand, location, walk)) return *rejection;
  if (auto rejection = find_absent(demand, location)) return *rejection;
  if (auto rejection = take_filters(demand, location, walk, candidate)) return *rejection;
  if (auto rejection = check_legs(demand, location, walk)) return *rejection;
  if (auto rejection = check_complete(demand, location)) return *rejection;
  candidate.legs = make_legs(demand, walk);
  return candidate;
}

}  // namespace partita::planning
