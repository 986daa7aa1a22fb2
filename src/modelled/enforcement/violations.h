#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/formula/timestamp.h"
#include "model/rules/refusal.h"
#include "partita/base/mutex.h"

namespace partita::enforcement {

// One rule that was broken, how often, and what it looked like the first and the last time.
struct Violation {
  std::uint64_t count = 0;
  model::Instant first_seen;
  model::Instant last_seen;
  rules::Refusal first;
  rules::Refusal last;
};

// What rules that are only observed have found.
// THREADS: safe for concurrent calls.
class Violations {
 public:
  void add(const rules::Refusal& refusal, model::Instant now);
  // The most frequent first.
  std::vector<Violation> list() const;

 private:
  // A model has only so many rules, so this is bounded.
  struct Rule {
    std::string entity;
    std::string attribute;
    std::string code;
    std::string rule;

    friend auto operator<=>(const Rule&, const Rule&) = default;
  };

  mutable Mutex mutex_;
  std::map<Rule, Violation> by_rule_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::enforcement
