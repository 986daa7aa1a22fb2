#include <fmt/format.h>

#include <algorithm>

#include "model/planning/candidate.h"
#include "model/planning/read_planner.h"

namespace partita::planning {
namespace {

bool is_same(const ValueSource& left, const ValueSource& right) {
  return left.kind == right.kind && left.name == right.name && left.constant == right.constant;
}

bool is_same(const KeyValueSource& left, const KeyValueSource& right) {
  if (left.rendered.has_value() != right.rendered.has_value()) return false;
  if (!left.rendered) return is_same(left.source, right.source);
  return left.rendered->text() == right.rendered->text() &&
         std::equal(left.variables.begin(), left.variables.end(), right.variables.begin(),
                    right.variables.end(), [](const auto& a, const auto& b) {
                      return a.variable == b.variable && is_same(a.source, b.source);
                    });
}

bool is_same(const Leg& left, const Leg& right) {
  return std::equal(left.conditions.begin(), left.conditions.end(), right.conditions.begin(),
                    right.conditions.end(), [](const auto& a, const auto& b) {
                      return a.attribute == b.attribute && is_same(a.value, b.value);
                    });
}

bool is_same(const Candidate& left, const Candidate& right) {
  return std::equal(left.legs.begin(), left.legs.end(), right.legs.begin(), right.legs.end(),
                    [](const Leg& a, const Leg& b) { return is_same(a, b); });
}

// The rows of one member with that partition key.
Trial try_member(const model::Pattern& pattern, const model::CollectionMember& member,
                 const model::Index* index) {
  const EqualitySet equalities(*member.entity, pattern.where);
  const Demand demand{&pattern, member.entity, &equalities};
  Trial last = Rejection{};
  for (const model::Row* row : rows_of(*member.entity)) {
    last = try_partition(demand, {member.entity->table, index, row});
    if (std::holds_alternative<Candidate>(last)) break;
  }
  return last;
}

Rejection members_differ(const model::Index* index, const model::CollectionMember& member) {
  return {.index = index,
          .reason = Rejection::Reason::MembersDiffer,
          .attribute = {},
          .entity = member.entity,
          .text = fmt::format("{} has another partition key than the first part", member.name)};
}

std::variant<PatternReadPlan, Rejection> try_index(const model::Pattern& pattern,
                                                   const model::Index* index) {
  PatternReadPlan plan;
  std::optional<Candidate> first;
  for (const auto& member : pattern.members) {
    Trial trial = try_member(pattern, member, index);
    if (auto* rejection = std::get_if<Rejection>(&trial)) return std::move(*rejection);
    auto& candidate = std::get<Candidate>(trial);
    plan.rows.push_back({member.entity, candidate.location.row, member.name, member.is_many});
    if (!first) {
      first = std::move(candidate);
    } else if (!is_same(*first, candidate)) {
      return members_differ(index, member);
    }
  }
  if (!first) return Rejection{.index = index, .attribute = {}, .text = "it has no parts"};
  plan.table = first->location.table;
  plan.index = index;
  plan.legs = std::move(first->legs);
  plan.equalities = std::move(first->filters);
  return plan;
}

}  // namespace

PlanningOutcome plan_collection(const model::Model& model, const model::Pattern& pattern,
                                const PlanningOptions& options) {
  PlanningOutcome outcome;
  if (pattern.members.empty()) return outcome;
  const model::Table& table = *pattern.members.front().entity->table;
  for (const model::Index* index : readable_indexes(pattern, table, options)) {
    auto trial = try_index(pattern, index);
    if (auto* rejection = std::get_if<Rejection>(&trial)) {
      outcome.rejections.push_back(std::move(*rejection));
      continue;
    }
    auto& plan = std::get<PatternReadPlan>(trial);
    finish_read(model, pattern, plan);
    outcome.plan = PatternPlan{&pattern, std::move(plan)};
    break;
  }
  return outcome;
}

}  // namespace partita::planning
