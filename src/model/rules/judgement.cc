#include "model/rules/judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "partita/base/function_ref.h"

namespace partita::rules {
namespace {

constexpr std::string_view kMasked = "(hidden)";
// An item may have thousands of attributes that nobody knows: a client is told of some.
constexpr std::size_t kRefusalsMax = 50;

std::string plain(const ValueView& value) {
  return value.type() == ValueType::S ? std::string(value.string()) : shown(value);
}

std::string beginning(About about, const Refusal& refusal) {
  switch (about) {
    case About::Attribute:
      return fmt::format(".{}: ", refusal.attribute);
    case About::Item:
      return fmt::format(" {}: ", refusal.id);
    case About::Key:
      break;
  }
  return " key ";
}

// Texts must not tell what logs must not hold.
void mask(Fault& fault) {
  if (fault.value.empty() && fault.current.empty()) return;
  for (std::string* secret : {&fault.value, &fault.current}) {
    for (std::size_t at = 0;
         !secret->empty() && (at = fault.detail.find(*secret, at)) != std::string::npos;
         at += kMasked.size()) {
      fault.detail.replace(at, secret->size(), kMasked);
    }
    if (!secret->empty()) *secret = kMasked;
  }
}

}  // namespace

std::string id_of(const RowProgram& program,
                  FunctionRef<std::optional<ValueView>(std::string_view)> find) {
  const auto id = find(program.entity->id_attribute());
  if (id) return plain(*id);
  std::string text;
  for (const model::DerivedKey& key : program.row->keys) {
    const auto value = find(key.name);
    if (!value) continue;
    if (!text.empty()) text.push_back('/');
    text.append(plain(*value));
  }
  return text;
}

Refusal make_refusal(const RowProgram& program, About about, std::string_view attribute,
                     const std::string& id, Fault fault) {
  const auto slot = program.find_slot(attribute);
  if (slot && program[*slot].is_sensitive()) mask(fault);
  Refusal refusal;
  refusal.code = fault.code;
  refusal.kind = kind_of(fault.code);
  refusal.model = program.model->name;
  refusal.entity = program.entity->name;
  refusal.id = id;
  refusal.attribute = fmt::format("{}{}", attribute, fault.path);
  refusal.rule = fault.rule;
  refusal.value = std::move(fault.value);
  refusal.current = std::move(fault.current);
  refusal.allowed = std::move(fault.allowed);
  refusal.text = fmt::format("model {}, {}{}{} [{}]", refusal.model, refusal.entity,
                             beginning(about, refusal), fault.detail, refusal.code);
  return refusal;
}

Judgement::Judgement(const RowProgram& row_program, const JudgedWrite& item_change,
                     std::optional<ItemView> before, const ItemView& after)
    : program(row_program), change(item_change), draft(row_program, before, after) {
  outcome.model = row_program.model;
  outcome.entity = row_program.entity;
  changes_something = !before || *before != after;
}

bool Judgement::is_target(std::string_view attribute) const {
  if (change.kind == WriteKind::Put) return change.after->find(attribute).has_value();
  return std::ranges::find(change.targets, attribute) != change.targets.end();
}

std::string Judgement::id() const {
  return id_of(program, [this](std::string_view name) { return draft.find(name); });
}

void Judgement::report(model::Enforcement level, About about, std::string_view attribute,
                       Fault fault) {
  if (level == model::Enforcement::Off) return;
  Refusal refusal = make_refusal(program, about, attribute, id(), std::move(fault));
  if (level == model::Enforcement::Observe) {
    outcome.violations.push_back(std::move(refusal));
    return;
  }
  const bool is_known =
      !refusal.attribute.empty() &&
      std::ranges::find(refusals_, refusal.attribute, &Refusal::attribute) != refusals_.end();
  if (!is_known && refusals_.size() < kRefusalsMax) refusals_.push_back(std::move(refusal));
}

void Judgement::report(SlotIndex slot, Fault fault) {
  report(program[slot].level, About::Attribute, program[slot].name, std::move(fault));
}

void Judgement::find_late(std::string_view attribute, Fault fault) {
  outcome.late = make_refusal(program, About::Item, attribute, id(), std::move(fault));
}

Status Judgement::verdict() {
  if (refusals_.empty()) return {};
  // What is wrong in itself is told with all of it.
  if (outcome.late) refusals_.push_back(*std::exchange(outcome.late, std::nullopt));
  // A caller who has seen an older version is told only that: other faults may be due to it.
  const auto stale = std::ranges::find(refusals_, kOtherRevision, &Refusal::code);
  if (stale != refusals_.end()) return to_error(std::move(*stale));
  std::ranges::stable_partition(
      refusals_, [](const Refusal& refusal) { return refusal.kind == Refusal::Kind::Validation; });
  Refusal first = std::move(refusals_.front());
  refusals_.erase(refusals_.begin());
  first.others = std::move(refusals_);
  return to_error(std::move(first));
}

}  // namespace partita::rules
