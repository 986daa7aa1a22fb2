#include "modelled/registry/item_examiner.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::registry {
namespace {

constexpr std::size_t kUniqueValuesMax = 5'000'000;

}  // namespace

void DuplicateFinder::examine(const ItemView& item) {
  for (const rules::UniqueClaim& claim : rules_.claims_of(item)) {
    if (seen_.size() == kUniqueValuesMax) {
      is_complete_ = false;
      return;
    }
    const Bytes id = claim.constraint_id();
    if (!seen_.insert(keys::hash_bytes(id + claim.value)).second) count(claim, id);
  }
}

std::vector<BrokenRule> DuplicateFinder::take() && {
  std::vector<BrokenRule> all;
  for (auto& [id, rule] : broken_) all.push_back(std::move(rule));
  return all;
}

void DuplicateFinder::count(const rules::UniqueClaim& claim, const Bytes& id) {
  BrokenRule& rule = broken_[id];
  if (rule.items++ > 0) return;
  rules::RuleOutcome outcome;
  outcome.model = &rules_.model();
  outcome.entity = claim.entity;
  const rules::Refusal refusal = rules::not_unique(outcome, claim);
  rule.code = refusal.code;
  rule.subject = fmt::format("{}.{}", refusal.entity, refusal.attribute);
  rule.rule = refusal.rule;
  rule.example = refusal.text;
}

void ItemExaminer::examine(const ItemView& stored) {
  ++impact_.items;
  duplicates_.examine(stored);
  for (const rules::StaleKey& key : rules_.stale_keys(stored, now_)) count(key);
  // With what a migration would show of it.
  const auto shown = rules_.shown(stored);
  const ItemView item = shown ? shown->view() : stored;
  // As if somebody wrote the item as it is: by that, a state or a stamp is not wrong in itself.
  rules::JudgedWrite change;
  change.before = item;
  change.after = item;
  change.now = now_;
  change.is_server = true;
  const auto outcome = rules_.judge(change, random_);
  if (!outcome.ok()) return note_refusal(outcome.error());
  if (!outcome->violations.empty()) ++impact_.violating;
  for (const rules::Refusal& violation : outcome->violations) count(violation);
}

Impact ItemExaminer::take() && {
  for (auto& [name, rule] : rules_broken_) impact_.rules.push_back(std::move(rule));
  std::stable_sort(impact_.rules.begin(), impact_.rules.end(),
                   [](const auto& left, const auto& right) { return left.items > right.items; });
  impact_.is_complete = duplicates_.is_complete();
  impact_.duplicates = std::move(duplicates_).take();
  for (auto& [name, keys] : stale_) impact_.stale.push_back(std::move(keys));
  return std::move(impact_);
}

void ItemExaminer::note_refusal(const Error& error) {
  ++impact_.violating;
  if (const rules::Refusal* refusal = rules::refusal_of(error)) {
    count(*refusal);
  } else {
    count({.code = "M101", .rule = "size", .text = error.message()});
  }
}

void ItemExaminer::count(const rules::StaleKey& key) {
  auto subject = fmt::format("{}.{}", key.entity->name, key.attribute);
  StaleKeys& keys = stale_[{!key.is_table_key, subject}];
  if (keys.items++ > 0) return;
  keys.subject = std::move(subject);
  keys.is_table_key = key.is_table_key;
  keys.stored = key.stored;
  keys.derived = key.derived;
}

void ItemExaminer::count(const rules::Refusal& refusal) {
  auto subject = refusal.attribute.empty()
                     ? refusal.entity
                     : fmt::format("{}.{}", refusal.entity, refusal.attribute);
  BrokenRule& rule = rules_broken_[{refusal.code, subject, refusal.rule}];
  if (rule.items == 0) {
    rule.code = refusal.code;
    rule.subject = std::move(subject);
    rule.rule = refusal.rule;
    rule.example = refusal.text;
  }
  ++rule.items;
}

}  // namespace partita::registry
