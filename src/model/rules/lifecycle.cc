#include "model/rules/lifecycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/rules/work_lease.h"

namespace partita::rules {
namespace {

using model::Lifecycle;
using model::Transition;

using State = std::optional<std::string_view>;

State state_of(const std::optional<ValueView>& value) {
  return value && value->type() == ValueType::S ? State(value->string()) : std::nullopt;
}

struct Move {
  State from;
  State to;
};

Move move_of(const Judgement& judgement) {
  const SlotIndex status = *judgement.program.status;
  return {state_of(judgement.draft.before(status)), state_of(judgement.draft.at(status))};
}

// Of several transitions between the same states, the first whose guard holds.
void find_transition(Judgement& judgement, const Lifecycle& lifecycle, const Move& move) {
  const DraftInput input = judgement.input();
  for (const Transition& transition : lifecycle.transitions) {
    if (!transition.leads(*move.from, *move.to)) continue;
    const bool is_met = !transition.when || transition.when->holds(input);
    if (judgement.transition != nullptr && !is_met) continue;
    judgement.transition = &transition;
    judgement.is_guard_met = is_met;
    if (is_met) return;
  }
}

// A time of its own that the request brings along is kept.
void stamp(Judgement& judgement, const std::string& attribute) {
  const SlotIndex index = judgement.program.slot_of(attribute);
  const auto sent = judgement.draft.sent(index);
  if (sent && sent->type() != ValueType::Null) return;
  const auto encoding = judgement.program[index].encoding();
  judgement.draft.set(index,
                      judgement.draft.keep(model::timestamp_value(judgement.now(), encoding)));
}

void clear(Judgement& judgement, const std::string& attribute) {
  const SlotIndex index = judgement.program.slot_of(attribute);
  if (!judgement.draft.sent(index)) judgement.draft.remove(index);
}

void count_repetition(Judgement& judgement, const Lifecycle& lifecycle, std::string_view state) {
  if (!judgement.is_target(lifecycle.attribute)) return;
  for (const auto& [counted, attribute] : lifecycle.count_in) {
    if (counted != state) continue;
    const SlotIndex index = judgement.program.slot_of(attribute);
    if (judgement.draft.sent(index)) continue;
    const auto before = judgement.draft.before(index);
    const bool is_number = before && before->type() == ValueType::N;
    const auto next = (is_number ? before->number() : Number()).plus(1);
    if (!next.ok()) continue;
    judgement.draft.set(index, judgement.draft.keep(Value(*next)));
    judgement.changes_something = true;
  }
}

Fault state_fault(std::string_view code, const Move& move, std::string detail) {
  Fault fault{.code = code, .rule = "lifecycle", .detail = std::move(detail)};
  fault.value = move.to.value_or("");
  fault.current = move.from.value_or("");
  return fault;
}

// Where anybody may go from there; what only workers do is not offered to others.
std::vector<std::string_view> open_states(const Lifecycle& lifecycle, std::string_view from) {
  auto states = lifecycle.next_states(from);
  std::erase_if(states, [&](std::string_view to) {
    return std::ranges::none_of(lifecycle.transitions, [&](const Transition& transition) {
      return transition.leads(from, to) && !transition.by_worker;
    });
  });
  return states;
}

Fault no_transition(const Lifecycle& lifecycle, const Move& move) {
  const auto next = open_states(lifecycle, *move.from);
  std::string why;
  if (lifecycle.is_final(*move.from)) {
    why = fmt::format("{} is final", *move.from);
  } else if (next.empty()) {
    why = fmt::format("nothing follows {}", *move.from);
  } else {
    why = fmt::format("from {}: {}", *move.from, fmt::join(next, ", "));
  }
  Fault fault = state_fault(kNoTransition, move,
                            fmt::format("{} {} -> {} is not allowed; {}", lifecycle.attribute,
                                        *move.from, *move.to, why));
  fault.allowed.assign(next.begin(), next.end());
  return fault;
}

Fault not_initial(const Lifecycle& lifecycle, const Move& move) {
  Fault fault = state_fault(kNoTransition, move,
                            fmt::format("{} {} is not allowed for a new item; initial: {}",
                                        lifecycle.attribute, *move.to, joined(lifecycle.initial)));
  fault.allowed = lifecycle.initial;
  return fault;
}

std::vector<std::string> missing_of(const Judgement& judgement, const Transition& transition) {
  std::vector<std::string> missing;
  for (const std::string& attribute : transition.required) {
    if (!judgement.draft.has(judgement.program.slot_of(attribute))) missing.push_back(attribute);
  }
  return missing;
}

Fault lacks(const Lifecycle& lifecycle, const Move& move, std::vector<std::string> missing) {
  Fault fault =
      state_fault(kTransitionNeeds, move,
                  fmt::format("{} {} requires {}", lifecycle.attribute, *move.to, joined(missing)));
  fault.rule = "require";
  fault.allowed = std::move(missing);
  return fault;
}

std::string step_text(const Lifecycle& lifecycle, const Move& move) {
  return fmt::format("{} {} -> {}", lifecycle.attribute, *move.from, *move.to);
}

// Whether the caller may make the transition at all.
std::optional<Fault> not_entitled(const Judgement& judgement, const Lifecycle& lifecycle,
                                  const Move& move) {
  const Transition& transition = *judgement.transition;
  if (judgement.change.is_server) return std::nullopt;
  const std::string step = step_text(lifecycle, move);
  if (transition.by_server) {
    Fault fault =
        state_fault(kTransitionNeeds, move, fmt::format("{} is made by the server only", step));
    fault.rule = "by";
    return fault;
  }
  if (transition.role.empty() || transition.role == judgement.change.role) return std::nullopt;
  const auto name = transition.name.empty() ? "" : fmt::format(" ({})", transition.name);
  Fault fault = state_fault(kTransitionNeeds, move,
                            fmt::format("{}{} requires role {}", step, name, transition.role));
  fault.rule = "role";
  return fault;
}

// Whether the caller may make the transition, and the item is ready for it.
std::optional<Fault> fault_of(const Judgement& judgement, const Lifecycle& lifecycle,
                              const Move& move) {
  const Transition& transition = *judgement.transition;
  if (auto fault = not_entitled(judgement, lifecycle, move)) return fault;
  auto missing = missing_of(judgement, transition);
  if (!missing.empty()) return lacks(lifecycle, move, std::move(missing));
  if (judgement.is_guard_met) return std::nullopt;
  // A guard is about the item as it is stored: with another one the same request would pass.
  Fault fault = state_fault(
      kNoTransition, move,
      fmt::format("{} requires {}", step_text(lifecycle, move), transition.when->text()));
  fault.rule = "when";
  return fault;
}

// Whether the write was overtaken: another one has led the item elsewhere. New items are never.
bool is_late(const Judgement& judgement, const Lifecycle& lifecycle, const Move& move,
             const Fault& fault) {
  const RowProgram& program = judgement.program;
  // What is only observed is written as it was sent.
  if (program.lifecycle_level != model::Enforcement::Enforce) return false;
  if (program.level != model::Enforcement::Enforce) return false;
  const auto kind = judgement.change.kind;
  const bool is_event = kind == WriteKind::Put || kind == WriteKind::Update;
  return lifecycle.ignores_late && is_event && !judgement.change.is_server && move.from &&
         move.to && fault.code == kNoTransition;
}

std::optional<Fault> check_move(const Judgement& judgement, const Lifecycle& lifecycle,
                                const Move& move) {
  if (!move.to) {
    if (!move.from) return std::nullopt;
    return state_fault(kInvalid, move,
                       fmt::format("{} {} cannot be removed", lifecycle.attribute, *move.from));
  }
  if (!move.from) {
    const bool is_allowed = lifecycle.initial.empty() || lifecycle.is_initial(*move.to);
    return is_allowed ? std::nullopt : std::optional(not_initial(lifecycle, move));
  }
  if (*move.from == *move.to) {
    const bool is_allowed =
        lifecycle.allows_same_state || !judgement.is_target(lifecycle.attribute);
    return is_allowed ? std::nullopt : std::optional(no_transition(lifecycle, move));
  }
  if (judgement.transition == nullptr) return no_transition(lifecycle, move);
  // For all who have no lease there is no such transition.
  const bool is_workers = judgement.transition->by_worker && !judgement.change.is_server;
  if (is_workers && !has_lease(judgement)) return no_transition(lifecycle, move);
  return fault_of(judgement, lifecycle, move);
}

void make_move(Judgement& judgement, const Lifecycle& lifecycle, bool writes) {
  const Move move = move_of(judgement);
  if (!move.from || !move.to) return;
  if (*move.from == *move.to) {
    if (writes) count_repetition(judgement, lifecycle, *move.to);
    return;
  }
  find_transition(judgement, lifecycle, move);
  if (judgement.transition == nullptr || !writes) return;
  for (const std::string& attribute : judgement.transition->clears) clear(judgement, attribute);
  for (const std::string& attribute : judgement.transition->stamps) stamp(judgement, attribute);
}

}  // namespace

void enter_state(Judgement& judgement) {
  if (judgement.is_undo()) return;
  const auto& lifecycle = judgement.program.entity->lifecycle;
  if (!lifecycle || judgement.program.lifecycle_level == model::Enforcement::Off) return;
  // Where only the lifecycle is weaker, nothing of it is written.
  const bool writes = judgement.program.lifecycle_level == judgement.program.level;
  make_move(judgement, *lifecycle, writes);
  if (writes) keep_lease(judgement);
}

bool check_state(Judgement& judgement) {
  if (judgement.is_undo()) return true;
  const auto& lifecycle = judgement.program.entity->lifecycle;
  if (!lifecycle || judgement.program.lifecycle_level == model::Enforcement::Off) return true;
  const Move move = move_of(judgement);
  auto fault = check_lease(judgement);
  if (!fault) fault = check_move(judgement, *lifecycle, move);
  if (!fault) return true;
  if (is_late(judgement, *lifecycle, move, *fault)) {
    judgement.find_late(lifecycle->attribute, *std::move(fault));
    return false;
  }
  judgement.report(judgement.program.lifecycle_level, About::Item, lifecycle->attribute,
                   *std::move(fault));
  return judgement.program.lifecycle_level != model::Enforcement::Enforce;
}

std::optional<Refusal> refuse_deletion(const RowProgram& program, const ItemView& item) {
  const auto& lifecycle = program.entity->lifecycle;
  if (!lifecycle || !lifecycle->only_final_are_deleted) return std::nullopt;
  const State state = state_of(item.find(lifecycle->attribute));
  if (!state || lifecycle->is_final(*state)) return std::nullopt;
  const auto find = [&item](std::string_view name) { return item.find(name); };
  Fault fault = state_fault(kNoTransition, {state, std::nullopt},
                            fmt::format("{} {} cannot be deleted; only {} can",
                                        lifecycle->attribute, *state, joined(lifecycle->final)));
  fault.allowed = lifecycle->final;
  return make_refusal(program, About::Item, lifecycle->attribute, id_of(program, find),
                      std::move(fault));
}

}  // namespace partita::rules
