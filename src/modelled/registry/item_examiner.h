#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/rules/table_rules.h"
#include "modelled/registry/apply_plan.h"
#include "partita/base/random.h"
#include "partita/value/encoded_item.h"
#include "store/keys/key_hash.h"

namespace partita::registry {

// Finds values that several items have although they must be unique. Remembers a hash of each, of
// so many at most that a large table does not fill the memory.
class DuplicateFinder {
 public:
  explicit DuplicateFinder(const rules::TableRules& rules) : rules_(rules) {}

  void examine(const ItemView& item);

  // Whether every value was remembered.
  bool is_complete() const { return is_complete_; }
  std::vector<BrokenRule> take() &&;

 private:
  void count(const rules::UniqueClaim& claim, const Bytes& id);

  const rules::TableRules& rules_;
  std::set<keys::KeyHash> seen_;
  std::map<Bytes, BrokenRule> broken_;
  bool is_complete_ = true;
};

// Judges items one by one by the rules of a table, as if somebody wrote each as it is, and adds up
// what is found. The items may be of this database, of another one or of a file.
// REQUIRES: all rules are only observed (FreshModel::observe_all); they outlive this.
// THREADS: one thread at a time.
class ItemExaminer {
 public:
  ItemExaminer(const rules::TableRules& rules, model::Instant now)
      : rules_(rules), now_(now), duplicates_(rules) {}

  void examine(const ItemView& stored);

  // That were looked at.
  std::uint64_t items() const { return impact_.items; }
  // The rule that most items break first. The name of the table is left to the caller.
  Impact take() &&;

 private:
  // An item that cannot even be filled.
  void note_refusal(const Error& error);
  void count(const rules::StaleKey& key);
  void count(const rules::Refusal& refusal);

  const rules::TableRules& rules_;
  const model::Instant now_;
  DuplicateFinder duplicates_;
  SeededRandom random_{1};  // Nothing that is made of it is kept.
  Impact impact_;
  std::map<std::tuple<std::string, std::string, std::string>, BrokenRule> rules_broken_;
  std::map<std::pair<bool, std::string>, StaleKeys> stale_;  // Those of the table first.
};

}  // namespace partita::registry
