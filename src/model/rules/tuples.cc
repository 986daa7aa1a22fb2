#include "model/rules/tuples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/rules/value_check.h"

namespace partita::rules {
namespace {

bool is_tuple(const Tuple& tuple, const ValueView& value) {
  return value.type() == ValueType::L && value.list().size() == tuple.attributes.size();
}

Fault no_tuple(const RowProgram& program, const Tuple& tuple, const ValueView& value) {
  std::vector<std::string_view> names;
  for (const SlotIndex slot : tuple.attributes) names.push_back(program[slot].name);
  Fault fault{.code = kInvalid, .rule = "aliases", .value = shown(value)};
  fault.detail = fmt::format("{} is no list of {} values: it stands for [{}]", fault.value,
                             names.size(), fmt::join(names, ", "));
  return fault;
}

Fault other_value(const Slot& slot, const ValueView& element,
                  const std::optional<ValueView>& stored) {
  Fault fault{.code = kNotComputed, .rule = "aliases", .value = shown(element)};
  if (stored) fault.allowed.push_back(shown(*stored));
  fault.detail = fmt::format("{} differs from {}, which {}; omit it to have it set", fault.value,
                             slot.name, stored ? "is " + fault.allowed.front() : "has no value");
  return fault;
}

void check_tuple(Judgement& judgement, const Tuple& tuple, const ValueView& value) {
  const RowProgram& program = judgement.program;
  if (!is_tuple(tuple, value)) {
    return judgement.report(tuple.alias, no_tuple(program, tuple, value));
  }
  auto attribute = tuple.attributes.begin();
  for (const ValueView& element : value.list()) {
    const Slot& slot = program[*attribute];
    const auto stored = judgement.draft.at(*attribute++);
    // A time in another form is the same time.
    const bool is_as_sent = judgement.draft.request().find(slot.name).value_or(element) == element;
    if (stored == element || (stored && is_as_sent && slot.is_completable)) continue;
    judgement.report(tuple.alias, other_value(slot, element, stored));
  }
}

}  // namespace

void take_tuples(Judgement& judgement) {
  Draft& draft = judgement.draft;
  for (const Tuple& tuple : judgement.program.tuples) {
    const auto value = draft.at(tuple.alias);
    if (!value || !is_tuple(tuple, *value)) continue;
    auto attribute = tuple.attributes.begin();
    for (const ValueView& element : value->list()) {
      const SlotIndex slot = *attribute++;
      if (!draft.at(slot)) draft.reword(slot, element);
    }
  }
}

void drop_tuples(Judgement& judgement) {
  for (const Tuple& tuple : judgement.program.tuples) {
    const auto value = judgement.draft.at(tuple.alias);
    if (!value) continue;
    check_tuple(judgement, tuple, *value);
    judgement.draft.remove(tuple.alias);
  }
}

}  // namespace partita::rules
