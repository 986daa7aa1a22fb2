#include "modelled/enforcement/violations.h"

#include <algorithm>

namespace partita::enforcement {
namespace {

// Unknown attributes have names that clients choose: there may be any number of them.
constexpr std::size_t kRulesMax = 1'000;

}  // namespace

void Violations::add(const rules::Refusal& refusal, model::Instant now) {
  const Rule rule{.entity = refusal.entity,
                  .attribute = refusal.attribute,
                  .code = refusal.code,
                  .rule = refusal.rule};
  const MutexLock lock(mutex_);
  if (by_rule_.size() >= kRulesMax && !by_rule_.contains(rule)) return;
  Violation& violation = by_rule_[rule];
  if (violation.count++ == 0) {
    violation.first_seen = now;
    violation.first = refusal;
  }
  violation.last_seen = now;
  violation.last = refusal;
}

std::vector<Violation> Violations::list() const {
  std::vector<Violation> all;
  {
    const MutexLock lock(mutex_);
    for (const auto& [rule, violation] : by_rule_) all.push_back(violation);
  }
  std::stable_sort(all.begin(), all.end(), [](const Violation& left, const Violation& right) {
    return left.count > right.count;
  });
  return all;
}

}  // namespace partita::enforcement
