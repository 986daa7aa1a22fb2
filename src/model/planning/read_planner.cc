#include "model/planning/read_planner.h"

#include <algorithm>
#include <tuple>

#include "model/planning/candidate.h"
#include "model/planning/key_space.h"

namespace partita::planning {
namespace {

using model::Binding;

const std::vector<Binding>& bindings_of(const model::Pattern& pattern) {
  return pattern.where.empty() ? pattern.by : pattern.where;
}

// The plan with fewer filters is better, because filters drop rows after they were read; then the
// one with fewer queries. Of equals the one tried first wins, so the table comes before its
// indexes.
bool is_better(const Candidate& left, const Candidate& right) {
  const auto rank = [](const Candidate& candidate) {
    return std::tuple(candidate.filters.size(), candidate.legs.size());
  };
  return rank(left) < rank(right);
}

struct Search {
  std::optional<Candidate> best;
  std::vector<Rejection> rejections;

  void add(Trial trial) {
    if (auto* rejection = std::get_if<Rejection>(&trial)) {
      rejections.push_back(std::move(*rejection));
      return;
    }
    auto& candidate = std::get<Candidate>(trial);
    if (!best || is_better(candidate, *best)) best = std::move(candidate);
  }
};

Search search_entity(const Demand& demand, const PlanningOptions& options) {
  Search search;
  const model::Table& table = *demand.entity->table;
  for (const model::Index* index : readable_indexes(*demand.pattern, table, options)) {
    for (const model::Row* row : rows_of(*demand.entity)) {
      search.add(try_location(demand, {&table, index, row}));
    }
  }
  return search;
}

PatternReadPlan read_plan(Candidate candidate, const Demand& demand) {
  PatternReadPlan plan;
  plan.table = candidate.location.table;
  plan.index = candidate.location.index;
  plan.legs = std::move(candidate.legs);
  plan.merge_by = std::move(candidate.merge_by);
  plan.equalities = std::move(candidate.filters);
  plan.rows = {{demand.entity, candidate.location.row, {}, true}};
  return plan;
}

PlanningOutcome finished(const model::Model& model, const model::Pattern& pattern,
                         PatternReadPlan plan) {
  finish_read(model, pattern, plan);
  return {PatternPlan{&pattern, std::move(plan)}, {}, {}};
}

PatternReadPlan scan_plan(const model::Pattern& pattern) {
  PatternReadPlan plan;
  plan.access = PatternReadPlan::Access::Scan;
  plan.table = pattern.entity->table;
  plan.rows = {{pattern.entity, &pattern.entity->row, {}, true}};
  for (const auto& binding : bindings_of(pattern)) {
    if (binding.kind == Binding::Kind::Any) continue;
    AttributeFilter filter{binding.attribute, {}};
    if (binding.kind == Binding::Kind::In) {
      for (const auto& value : binding.values) filter.values.push_back(constant_source(value));
    } else {
      filter.values.push_back(source_of(binding));
    }
    plan.equalities.push_back(std::move(filter));
  }
  return plan;
}

bool is_projected(const model::Table& table, const model::Index& index, std::string_view name) {
  if (table.is_key(name) || is_key_of(table, &index, name)) return true;
  return index.projection == model::ProjectionKind::Include &&
         std::find(index.included.begin(), index.included.end(), name) != index.included.end();
}

bool lacks_attributes(const PatternReadPlan& plan) {
  if (plan.index == nullptr || plan.index->projection == model::ProjectionKind::All) return false;
  return std::any_of(plan.rows.begin(), plan.rows.end(), [&](const PlannedRow& row) {
    const auto& attributes = row.entity->attributes;
    return std::any_of(attributes.begin(), attributes.end(), [&](const auto& attribute) {
      return !is_projected(*plan.table, *plan.index, attribute.name);
    });
  });
}

bool is_in_index(const KeySpace& space, const PatternReadPlan& plan) {
  auto names = partition_names(*plan.table, plan.index);
  for (auto& name : sort_names(*plan.table, plan.index)) names.push_back(name);
  return std::all_of(names.begin(), names.end(), [&](const auto& name) {
    return key_part(*space.entity, *space.row, name).form != KeyPart::Form::Absent;
  });
}

bool is_own(const KeySpace& space, const PatternReadPlan& plan) {
  return std::any_of(plan.rows.begin(), plan.rows.end(), [&](const PlannedRow& row) {
    return row.entity == space.entity && row.row == space.row;
  });
}

bool may_read_foreign_rows(const model::Model& model, const PatternReadPlan& plan) {
  std::vector<std::string> names;
  if (!plan.legs.empty()) {
    for (const auto& condition : plan.legs.front().conditions) names.push_back(condition.attribute);
  }
  for (const KeySpace& space : key_spaces(model.entities, *plan.table)) {
    if (is_own(space, plan) || !is_in_index(space, plan)) continue;
    for (const PlannedRow& row : plan.rows) {
      if (may_coincide({row.entity, row.row}, space, names)) return true;
    }
  }
  return false;
}

PatternReadPlan::Shape shape_of(const model::Pattern& pattern) {
  if (pattern.kind == model::PatternKind::Get) return PatternReadPlan::Shape::One;
  if (pattern.kind == model::PatternKind::Collection) return PatternReadPlan::Shape::Collection;
  return pattern.shape_by.empty() ? PatternReadPlan::Shape::List
                                  : PatternReadPlan::Shape::MapByAttribute;
}

// A version is found by its number; what stands behind it in the key is not known.
PlanningOutcome plan_get_version(const model::Model& model, const model::Pattern& pattern) {
  const model::Versioning& versioned = *pattern.entity->versioned;
  std::vector<Binding> bindings = pattern.by;
  Binding number;
  number.attribute = versioned.number;
  number.kind = Binding::Kind::Parameter;
  number.parameter = pattern.version_parameter;
  bindings.push_back(std::move(number));
  const EqualitySet equalities(*pattern.entity, bindings);
  const Demand demand{&pattern, pattern.entity, &equalities};
  Trial trial = try_location(demand, {pattern.entity->table, nullptr, &versioned.row});
  if (auto* rejection = std::get_if<Rejection>(&trial)) return {{}, {std::move(*rejection)}, {}};
  return finished(model, pattern, read_plan(std::get<Candidate>(std::move(trial)), demand));
}

bool is_whole_key(const Candidate& candidate) {
  const auto& conditions = candidate.legs.front().conditions;
  return candidate.location.index == nullptr && candidate.legs.size() == 1 &&
         conditions.size() == candidate.location.row->keys.size() &&
         std::all_of(conditions.begin(), conditions.end(), [](const auto& condition) {
           return condition.op == KeyMatch::Operator::Equal;
         });
}

}  // namespace

std::vector<const model::Index*> readable_indexes(const model::Pattern& pattern,
                                                  const model::Table& table,
                                                  const PlanningOptions& options) {
  if (pattern.index != nullptr) return {pattern.index};
  std::vector<const model::Index*> indexes{nullptr};
  for (const auto& index : table.indexes) {
    if (&index == options.without) continue;
    if (!index.notes.is_live && pattern.notes.is_live) continue;
    if (pattern.is_consistent && !index.is_local) continue;
    indexes.push_back(&index);
  }
  return indexes;
}

void finish_read(const model::Model& model, const model::Pattern& pattern, PatternReadPlan& plan) {
  plan.shape = shape_of(pattern);
  plan.filter = pattern.filter;
  plan.page = pattern.page;
  plan.is_consistent = pattern.is_consistent;
  plan.is_descending =
      pattern.order && pattern.order->direction == model::Order::Direction::Descending;
  plan.fetches_items = lacks_attributes(plan);
  plan.drops_foreign_rows =
      plan.access != PatternReadPlan::Access::Get && may_read_foreign_rows(model, plan);
}

PlanningOutcome plan_query(const model::Model& model, const model::Pattern& pattern,
                           const PlanningOptions& options) {
  const EqualitySet equalities(*pattern.entity, bindings_of(pattern));
  const Demand demand{&pattern, pattern.entity, &equalities};
  Search search = search_entity(demand, options);
  if (search.best) {
    PlanningOutcome outcome = finished(model, pattern, read_plan(std::move(*search.best), demand));
    outcome.rejections = std::move(search.rejections);
    return outcome;
  }
  if (pattern.may_scan) return finished(model, pattern, scan_plan(pattern));
  Proposal proposal = propose(pattern, search.rejections);
  return {{}, std::move(search.rejections), std::move(proposal)};
}

PlanningOutcome plan_get(const model::Model& model, const model::Pattern& pattern,
                         const PlanningOptions& options) {
  if (!pattern.version_parameter.empty() && pattern.entity->versioned) {
    return plan_get_version(model, pattern);
  }
  const EqualitySet equalities(*pattern.entity, bindings_of(pattern));
  const Demand demand{&pattern, pattern.entity, &equalities};
  Trial trial = try_location(demand, {pattern.entity->table, nullptr, &pattern.entity->row});
  const auto* candidate = std::get_if<Candidate>(&trial);
  if (candidate == nullptr || !is_whole_key(*candidate)) {
    return plan_query(model, pattern, options);
  }
  PatternReadPlan plan = read_plan(*candidate, demand);
  plan.access = PatternReadPlan::Access::Get;
  return finished(model, pattern, std::move(plan));
}

PlanningOutcome plan_history(const model::Model& model, const model::Pattern& pattern) {
  if (!pattern.entity->versioned) {
    Rejection rejection;
    rejection.text = pattern.entity->name + " is not versioned";
    return {{}, {std::move(rejection)}, {}};
  }
  const EqualitySet equalities(*pattern.entity, bindings_of(pattern));
  const Demand demand{&pattern, pattern.entity, &equalities};
  const model::Row& row = pattern.entity->versioned->row;
  Trial trial = try_location(demand, {pattern.entity->table, nullptr, &row});
  if (auto* rejection = std::get_if<Rejection>(&trial)) return {{}, {std::move(*rejection)}, {}};
  return finished(model, pattern, read_plan(std::get<Candidate>(std::move(trial)), demand));
}

}  // namespace partita::planning
