#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/lint/name_hints.h"
#include "model/lint/rule_groups.h"

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

void report_state(LintContext& context, const model::Entity& entity, std::string_view state,
                  LintContext::Report report) {
  report.place = entity.lifecycle->notes.place;
  report.subject = fmt::format("{}.{}", entity.name, state);
  context.report("L216", std::move(report));
}

void check_state(LintContext& context, const model::Entity& entity, const std::string& state,
                 const std::set<std::string_view>& reached) {
  const Lifecycle& lifecycle = *entity.lifecycle;
  if (!reached.contains(state)) {
    report_state(context, entity, state,
                 {{},
                  {},
                  fmt::format("no transition leads to {} of {}", state, entity.name),
                  "add the transition, or make it an initial state",
                  {},
                  model::Severity::Error});
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
  if (lifecycle.work && lifecycle.work->holds_in(state)) return true;
  return has_lease || std::any_of(transitions.begin(), transitions.end(), [&](const auto& edge) {
           return edge.by_server &&
                  std::find(edge.from.begin(), edge.from.end(), state) != edge.from.end();
         });
}

void check_leases(LintContext& context, const model::Entity& entity) {
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

// Whether the server or a rule sees to it that the attribute is there.
bool is_always_there(const model::Entity& entity, const model::Transition& transition,
                     const std::string& name) {
  const model::Attribute* attribute = entity.find_attribute(name);
  const auto& stamps = transition.stamps;
  return attribute == nullptr || attribute->is_required || attribute->is_filled() ||
         std::find(stamps.begin(), stamps.end(), name) != stamps.end();
}

bool names(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Whether a pattern, or a step of one, can give an item the attribute after it was made.
bool sets_later(const model::Pattern& pattern, const model::Entity& entity,
                const std::string& name) {
  const auto sets = [&](auto kind, const model::Entity* of, const auto& set, auto mode) {
    const bool replaces = kind == model::PatternKind::Put && mode != model::PutExpectation::Create;
    return of == &entity && (replaces || names(set, name));
  };
  return sets(pattern.kind, pattern.entity, pattern.set, pattern.mode) ||
         std::any_of(pattern.steps.begin(), pattern.steps.end(), [&](const auto& step) {
           return sets(step.kind, step.entity, step.set, step.mode);
         });
}

bool leads_to_one_of(const model::Pattern& pattern, const model::Entity& entity,
                     const std::vector<std::string>& states) {
  if (pattern.kind != model::PatternKind::Transition || pattern.entity != &entity || !pattern.to) {
    return false;
  }
  if (pattern.to->kind == model::Binding::Kind::Parameter) return true;
  return std::any_of(states.begin(), states.end(), [&](const std::string& state) {
    return !pattern.to->values.empty() && pattern.to->values.front() == Value(state);
  });
}

// Only of transitions that patterns make: a program may set what it likes.
void check_requirements(LintContext& context, const model::Entity& entity) {
  const auto& patterns = context.model().patterns;
  for (const auto& transition : entity.lifecycle->transitions) {
    const bool is_made = std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) {
      return leads_to_one_of(pattern, entity, transition.to);
    });
    if (!is_made) continue;
    for (const std::string& name : transition.required) {
      const bool is_set = std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) {
        return sets_later(pattern, entity, name);
      });
      if (is_set || is_always_there(entity, transition, name)) continue;
      context.report("L243", {transition.notes.place, fmt::format("{}.{}", entity.name, name),
                              fmt::format("a transition to {} needs {}, which no pattern can set",
                                          transition.to.front(), name),
                              fmt::format("set: [{}] in the pattern of the transition", name)});
    }
  }
}

}  // namespace

void check_lifecycles(LintContext& context) {
  for (const auto& entity : context.model().entities) {
    if (!entity.lifecycle) continue;
    const auto reached = reachable_states(*entity.lifecycle);
    for (const auto& state : entity.lifecycle->states) {
      check_state(context, entity, state, reached);
    }
    check_leases(context, entity);
    check_requirements(context, entity);
  }
}

}  // namespace partita::lint
