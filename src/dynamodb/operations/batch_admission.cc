#include "dynamodb/operations/batch_admission.h"

#include <algorithm>
#include <utility>

namespace partita::operations {

using throughput::ThroughputGate;
using throughput::Use;

void BatchAdmission::ask(std::size_t member, double units_min) {
  const catalog::Table& table = *group_.table_of(member);
  ThroughputGate* const throughput = context_.throughput_of(table);
  if (throughput == nullptr) return;
  Status admitted = throughput->admit(
      Use::Write, {.table = table, .partition = throughput::partition_of(group_.key_of(member))},
      units_min);
  members_[member].is_refused = !admitted.ok();
  members_[member].is_left = !admitted.ok();
  if (admitted.ok()) {
    members_[member].admitted = units_min;
  } else {
    refusal_ = std::move(admitted).error();
  }
}

void BatchAdmission::begin() {
  for (OfMember& member : members_) member.is_left = member.is_refused;
}

bool BatchAdmission::admits(std::size_t member, const items::ItemChange& change) {
  if (members_[member].is_left) return false;
  ThroughputGate* const throughput = context_.throughput_of(change.table);
  if (throughput == nullptr) return true;
  Status checked = throughput->check(change.table, items::effect_of(change));
  if (checked.ok()) return true;
  members_[member].is_left = true;
  refusal_ = std::move(checked).error();
  return false;
}

Status BatchAdmission::check() const {
  const bool is_any_written = std::any_of(members_.begin(), members_.end(),
                                          [](const OfMember& member) { return !member.is_left; });
  if (is_any_written || !refusal_) return {};
  return *refusal_;
}

void BatchAdmission::charge() const {
  if (context_.throughput == nullptr) return;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const catalog::Table& table = *group_.table_of(i);
    if (!members_[i].is_left || members_[i].admitted == 0) continue;
    if (ThroughputGate* const throughput = context_.throughput_of(table)) {
      throughput->charge(Use::Write,
                         {.table = table, .partition = throughput::partition_of(group_.key_of(i))},
                         -members_[i].admitted);
    }
  }
  for (const auto& effect : group_.effects()) {
    const catalog::Table& table = *group_.table_of(effect.index);
    ThroughputGate* const throughput = context_.throughput_of(table);
    if (throughput == nullptr) continue;
    throughput->charge(
        {.table = table, .partition = throughput::partition_of(group_.key_of(effect.index))},
        items::write_units(effect.change), members_[effect.index].admitted);
  }
}

}  // namespace partita::operations
