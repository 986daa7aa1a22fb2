#include "model/rules/counters.h"

#include <fmt/format.h>

#include <utility>

namespace partita::rules {
namespace {

std::optional<Number> number_of(const std::optional<ValueView>& value) {
  if (!value || value->type() != ValueType::N) return std::nullopt;
  return value->number();
}

// The counter that a caller's expectation is about.
bool is_expected(const RowProgram& program, const Counter& counter) {
  return counter.kind == Counter::Kind::Version || !program.entity->versioned;
}

Fault other_revision(const Counter& counter, std::string_view name, const Number& expected,
                     const std::optional<Number>& stored) {
  Fault fault{.code = kOtherRevision, .rule = "revision", .value = expected.to_string()};
  const bool is_version = counter.kind == Counter::Kind::Version;
  fault.current = stored ? stored->to_string() : "";
  fault.detail = fmt::format("expected {} {}, {}", is_version ? "version" : name, fault.value,
                             !stored      ? "there is none"
                             : is_version ? fmt::format("latest is {}", fault.current)
                                          : fmt::format("current is {}", fault.current));
  return fault;
}

Fault no_expectation(std::string_view name, const Number& stored) {
  Fault fault{.code = kNoRevision, .rule = "revision", .current = stored.to_string()};
  fault.detail =
      fmt::format("every write must say which {} it expects; current is {}", name, fault.current);
  return fault;
}

// Versions of an item that was deleted keep their numbers: the next one goes on behind them.
Number last_of(const Judgement& judgement, const Counter& counter,
               const std::optional<Number>& stored) {
  const auto& last = judgement.change.last_version;
  const bool goes_on = !stored && last && counter.kind == Counter::Kind::Version;
  return goes_on ? *last : stored.value_or(Number());
}

// What was counted is never counted again, also if the item becomes what it was.
void count_on(Judgement& judgement, const Counter& counter) {
  const auto stored = number_of(judgement.draft.before(counter.slot));
  const Number last = last_of(judgement, counter, stored);
  const Number then = number_of(judgement.draft.at(counter.slot)).value_or(Number());
  const auto next = (last < then ? then : last).plus(1);
  if (next.ok()) judgement.draft.set(counter.slot, judgement.draft.keep(*next));
}

void count_one(Judgement& judgement, const Counter& counter) {
  if (judgement.is_undo()) return count_on(judgement, counter);
  const Slot& slot = judgement.program[counter.slot];
  const auto stored = number_of(judgement.draft.before(counter.slot));
  const auto next = last_of(judgement, counter, stored).plus(1);
  const auto sent = number_of(judgement.draft.sent(counter.slot));
  const bool is_expecting = judgement.change.expected && is_expected(judgement.program, counter);
  // An item that comes with the number it will get was read and counted by the client.
  const bool is_first = !stored && sent && *sent == Number(1);
  const bool is_counted = is_first || (sent && next.ok() && *sent == *next);
  std::optional<Number> expected = is_counted ? std::nullopt : sent;
  if (is_expecting) expected = judgement.change.expected;
  const bool is_new = !stored && expected && expected->is_zero();
  if (expected && !is_new && expected != stored) {
    judgement.report(judgement.program.level, About::Item, slot.name,
                     other_revision(counter, slot.name, *expected, stored));
  }
  const auto& revision = judgement.program.entity->revision;
  const bool must_expect =
      counter.kind == Counter::Kind::Revision && revision && revision->is_required;
  if (must_expect && stored && !is_expecting && !judgement.is_target(slot.name)) {
    judgement.report(judgement.program.level, About::Item, slot.name,
                     no_expectation(slot.name, *stored));
  }
  if (next.ok()) judgement.draft.set(counter.slot, judgement.draft.keep(*next));
}

}  // namespace

void count_up(Judgement& judgement) {
  if (!judgement.changes_something) return;
  for (const Counter& counter : judgement.program.counters) count_one(judgement, counter);
}

std::optional<Refusal> refuse_unexpected(const RowProgram& program, const JudgedWrite& change) {
  if (!change.expected || !change.before) return std::nullopt;
  for (const Counter& counter : program.counters) {
    const Slot& slot = program[counter.slot];
    const auto stored = number_of(change.before->find(slot.name));
    if (!is_expected(program, counter) || stored == change.expected) continue;
    const auto find = [&](std::string_view name) { return change.before->find(name); };
    return make_refusal(program, About::Item, slot.name, id_of(program, find),
                        other_revision(counter, slot.name, *change.expected, stored));
  }
  return std::nullopt;
}

}  // namespace partita::rules
