#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/planning/read_planner.h"

namespace partita::planning {
namespace {

using model::AttributeKind;
using Reason = Rejection::Reason;

constexpr std::size_t kIndexAttributesMax = 4;
constexpr int kProposedShards = 8;

// How many values the attribute has, if they are all known.
std::size_t value_count(const model::Entity& entity, std::string_view name) {
  const model::Attribute* attribute = entity.find_attribute(name);
  if (attribute == nullptr || attribute->type->kind != AttributeKind::Enum) return 0;
  return attribute->type->is_open ? 0 : attribute->type->values.size();
}

// An index that is refused only for want of "=" on an attribute with few values.
std::optional<Proposal> propose_fan_out(const model::Pattern& pattern,
                                        const std::vector<Rejection>& rejections) {
  for (const auto& rejection : rejections) {
    if (rejection.reason != Reason::RangeNotNext && rejection.reason != Reason::OrderNotNext) {
      continue;
    }
    const std::size_t legs = value_count(*pattern.entity, rejection.attribute);
    if (legs < 2 || legs > kLegsMax) continue;
    return Proposal{
        .any_attribute = rejection.attribute, .legs = legs, .partition = {}, .sort = {}};
  }
  return std::nullopt;
}

// The attribute that says when an item came to be, or empty.
std::string time_attribute(const model::Entity& entity) {
  std::string first;
  for (const auto& attribute : entity.attributes) {
    const AttributeKind kind = attribute.type->kind;
    if (kind != AttributeKind::Timestamp && kind != AttributeKind::Date) continue;
    if (attribute.auto_stamp == model::AutoStamp::Create) return attribute.name;
    if (first.empty()) first = attribute.name;
  }
  return first;
}

std::vector<std::string> wanted_sort(const model::Pattern& pattern) {
  if (pattern.range) return {pattern.range->attribute};
  if (pattern.prefix) return {pattern.prefix->attribute};
  if (!pattern.order) return {};
  std::vector<std::string> sort = pattern.order->by;
  if (sort.empty()) sort.push_back(time_attribute(*pattern.entity));
  if (sort.front().empty()) sort.clear();
  if (sort.size() > kIndexAttributesMax) sort.resize(kIndexAttributesMax);
  return sort;
}

}  // namespace

std::string Proposal::text() const {
  if (!any_attribute.empty()) return fmt::format("`{}: any` ({} legs)", any_attribute, legs);
  std::string key = fmt::format("partition: [{}]", fmt::join(partition, ", "));
  if (!sort.empty()) key += fmt::format(", sort: [{}]", fmt::join(sort, ", "));
  return fmt::format("an index {{{}}}", key);
}

Proposal propose(const model::Pattern& pattern, const std::vector<Rejection>& rejections) {
  if (auto proposal = propose_fan_out(pattern, rejections)) return *proposal;
  Proposal proposal;
  for (const auto* bindings : {&pattern.where, &pattern.by}) {
    for (const auto& binding : *bindings) {
      if (binding.kind == model::Binding::Kind::Any) continue;
      if (proposal.partition.size() < kIndexAttributesMax) {
        proposal.partition.push_back(binding.attribute);
      }
    }
  }
  if (proposal.partition.empty()) {
    proposal.partition.push_back(
        fmt::format("shard({}, {})", pattern.entity->id_attribute(), kProposedShards));
    proposal.legs = kProposedShards;
  }
  proposal.sort = wanted_sort(pattern);
  return proposal;
}

}  // namespace partita::planning
