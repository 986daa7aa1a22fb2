#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dynamodb/operations/context.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/overdue_items.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/walk.h"

namespace partita::registry {

// Makes the steps of lifecycles that time alone asks for: leases that are over, transitions `by:
// server`. Walks over the items of a table, a few at a time in the order of their keys, from the
// last to the first again. On the way it counts the items whose leases are over and that the model
// only wants to know of. Each step is a write of its own, made only if the item is still due.
// THREADS: one thread at a time, beside any number of writers.
class DueSteps {
 public:
  // REQUIRES: the context outlives this; the table has rules.
  DueSteps(operations::Context& context, catalog::TablePointer table);

  // What one call of work_some looks at, at most.
  static constexpr std::size_t kItemsMax = 2000;
  static constexpr std::size_t kBytesMax = std::size_t{4} << 20;

  struct Done {
    std::size_t made = 0;
    std::size_t refused = 0;    // By the rules: tried again on the next walk.
    std::string first_refusal;  // What they say.
    bool is_walk_over = false;  // All items have been looked at.
  };
  // Looks at the next items, at most `items_max`.
  // ERRORS: Corrupt if an item cannot be read; those of the engine.
  Task<Result<Done>> work_some(std::size_t items_max = kItemsMax);

  // Makes all steps that are due, from the first item to the last.
  Task<Status> work_all();

  // As the last whole walk has found it: one for each lease that moves nothing, also if no item
  // is overdue. Empty before the first walk.
  const std::vector<OverdueItems>& overdue() const { return overdue_; }
  // A sentence for each lease `then: report` that had no overdue items before the last walk and
  // has some now, once.
  std::vector<std::string> take_news() { return std::exchange(news_, {}); }

 private:
  struct DueItem {
    Bytes key;
    const model::Entity* entity;
  };
  class Looking;
  Task<Result<std::vector<DueItem>>> find_due(std::size_t items_max);
  void look_at(const ItemView& item, ByteView key, std::vector<DueItem>& found);
  void count(const rules::DueStep& due, const ItemView& item);
  void start_walk();
  void finish_walk();
  std::string news_of(const OverdueItems& found) const;

  operations::Context& context_;
  catalog::TablePointer table_;
  const rules::TableRules& rules_;
  jobs::Walk walk_;
  Bytes last_key_;  // Of the last item that was looked at; empty: the walk begins.
  bool is_walk_over_ = false;
  std::map<const model::Lease*, OverdueItems> counted_;  // Of the walk under way.
  std::vector<OverdueItems> overdue_;
  std::vector<std::string> news_;
};

}  // namespace partita::registry
