#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lint/name_hints.h"
#include "lint/rule_groups.h"

namespace partita::lint {
namespace {

using model::Lifecycle;

std::set<std::string_view> reachable_states(const Lifecycle& lifecycle) {
  std::vector<std::string_view> open(lifecycle.initial.begin(), lifecycle.initial.end());
  std::set<std::string_view> reached(open.begin(), open.end());
  while (!open.empty()) {
    const std::string_view state = open.back();
    open.pop_back();
    for (const std::string_view next : lifecycle.next_states(state)) {
      if (reached.insert(next).second) open.push_back(next);
    }
  }
  return reached;
}

bool leads_to_failure(const Lifecycle& lifecycle, std::string_view state) {
  const auto next = lifecycle.next_states(state);
  return std::any_of(next.begin(), next.end(), suggests_failure);
}

void report_state(RuleContext& context, const model::Entity& entity, std::string_view state,
                  RuleContext::Report report) {
  report.place = entity.lifecycle->notes.place;
  report.subject = fmt::format("{}.{}", entity.name, state);
  context.report("L216", std::move(report));
}

void check_state(RuleContext& context, const model::Entity& entity, const std::string& state,
                 const std::set<std::string_view>& reached) {
  const Lifecycle& lifecycle = *entity.lifecycle;
  if (!reached.contains(state)) {
    report_state(context, entity, state,
                 {{},
                  {},
                  fmt::format("no transition leads to {} of {}", state, entity.name),
                  "add the transition, or make it an initial state"});
  }
  if (lifecycle.is_final(state)) return;
  if (lifecycle.next_states(state).empty()) {
    report_state(
        context, entity, state,
        {{},
         {},
         fmt::format("{} of {} is not final, but nothing leads out of it", state, entity.name),
         "add it to `final`, or add a transition"});
    return;
  }
  const bool has_failure =
      std::any_of(lifecycle.states.begin(), lifecycle.states.end(), suggests_failure);
  if (!has_failure || suggests_failure(state) || leads_to_failure(lifecycle, state)) return;
  report_state(context, entity, state,
               {{},
                {},
                fmt::format("a failure of {} in {} cannot be recorded", entity.name, state),
                "add a transition to the state of failure"});
}

bool is_watched(const Lifecycle& lifecycle, std::string_view state) {
  const bool has_lease =
      std::any_of(lifecycle.leases.begin(), lifecycle.leases.end(),
                  [&](const model::Lease& lease) { return lease.state == state; });
  const auto& transitions = lifecycle.transitions;
  return has_lease || std::any_of(transitions.begin(), transitions.end(), [&](const auto& edge) {
           return edge.by_server &&
                  std::find(edge.from.begin(), edge.from.end(), state) != edge.from.end();
         });
}

void check_leases(RuleContext& context, const model::Entity& entity) {
  const Lifecycle& lifecycle = *entity.lifecycle;
  for (const auto& state : lifecycle.states) {
    if (!suggests_progress(state) || lifecycle.is_final(state)) continue;
    if (is_watched(lifecycle, state)) continue;
    context.report("L217", {lifecycle.notes.place, fmt::format("{}.{}", entity.name, state),
                            fmt::format("an item of {} whose worker dies stays in {} for ever",
                                        entity.name, state),
                            "add a lease: {state, from, timeout}"});
  }
}

}  // namespace

void check_lifecycles(RuleContext& context) {
  for (const auto& entity : context.model().entities) {
    if (!entity.lifecycle) continue;
    const auto reached = reachable_states(*entity.lifecycle);
    for (const auto& state : entity.lifecycle->states) {
      check_state(context, entity, state, reached);
    }
    check_leases(context, entity);
  }
}

}  // namespace partita::lint
