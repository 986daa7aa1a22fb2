#pragma once

#include <map>
#include <set>

#include "engine/engine.h"
#include "modelled/rollups/rollup_plan.h"
#include "modelled/rollups/sums.h"
#include "partita/base/bytes.h"
#include "store/keys/key_hash.h"

// From contributions to rows.

namespace partita::rollups {

// Buffers what one write does to the rows of a rollup. Blind: nothing is read.
class ContributionWriter {
 public:
  // `item_key` is that of the item in the engine. REQUIRES: all of it outlives this.
  ContributionWriter(engine::Transaction& transaction, const RollupPlan& plan, ByteView item_key,
                     model::Instant now);

  // The item's contribution was `before` and is `after`; null: none. Rows that stay as they are
  // are not touched.
  void replace(const Contribution* before, const Contribution* after);
  // The item is gone and still counts: what it has contributed moves to the plane Kept.
  void keep(const Contribution& contribution);

 private:
  struct Image;

  SumsPlace place(const Image& image, std::size_t level) const;
  void merge(const SumsPlace& place, Plane plane, const Bytes& operand);
  void replace_sums(const Image& before, const Image& after);
  void replace_extremes(const Image& before, const Image& after);
  Bytes extreme(const Image& image, std::size_t level, std::size_t slot, Plane plane) const;
  void mark_changed(ByteView group);

  engine::Transaction& transaction_;
  const RollupPlan& plan_;
  const Minute oldest_;
  keys::KeyHash item_{};  // Only if there are Extreme slots.
};

// The rows that many items make together.
class ContributionTotals {
 public:
  explicit ContributionTotals(const RollupPlan& plan, model::Instant now)
      : plan_(&plan), oldest_(plan.oldest_minute(now)) {}

  void add(const Contribution& contribution, ByteView item_key);

  const RollupPlan& plan() const { return *plan_; }
  const std::map<Bytes, Sums>& sums() const { return sums_; }
  const std::set<Bytes>& extremes() const { return extremes_; }
  // Adds all of it to what is stored, and marks the groups as changed.
  void buffer(engine::Transaction& transaction) const;

 private:
  const RollupPlan* plan_;
  Minute oldest_;
  std::map<Bytes, Sums> sums_;
  std::set<Bytes> extremes_;
  std::set<Bytes> groups_;
};

}  // namespace partita::rollups
