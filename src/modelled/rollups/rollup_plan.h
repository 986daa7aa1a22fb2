#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/definition/model.h"
#include "modelled/rollups/rollup_keys.h"
#include "modelled/rollups/sums.h"
#include "modelled/rollups/time_bucket.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/number.h"

namespace partita::rollups {

// What one item adds to a rollup.
struct Contribution {
  Bytes group;
  std::optional<Minute> minute;  // Of the rollup's time; nullopt: it is in no window.
  // For each slot: the value that is summed, zero for a condition that holds; nullopt: nothing.
  std::vector<std::optional<Number>> inputs;

  friend bool operator==(const Contribution&, const Contribution&) = default;
};

// The sums that a contribution belongs into: one bucket of each level, from Total down.
struct Buckets {
  std::array<std::uint32_t, std::size(kLevels)> numbers{};
  std::size_t levels = 1;
};

// A rollup, worked out once: what its measures need to know of an item. Measures with the same
// input share a slot.
// THREADS: immutable, safe for concurrent calls.
class RollupPlan {
 public:
  enum class SlotKind { Count, Sum, Extreme };
  struct Slot {
    SlotKind kind;
    model::Formula value;
  };

  // REQUIRES: the model outlives the plan.
  // ERRORS: InvalidArgument, naming the rollup, for what cannot be kept: more than kGroupColumnsMax
  // groups or kSlotsMax inputs, percentiles, and formulas that read the clock, whose answer would
  // change without a write.
  static Result<RollupPlan> compile(const model::Model& model, const model::Rollup& rollup,
                                    keys::TableId table);

  const model::Rollup& rollup() const { return *rollup_; }
  const RollupRef& ref() const { return ref_; }
  std::size_t columns() const { return rollup_->group_by.size(); }
  std::span<const Slot> slots() const { return slots_; }
  // The slot of a measure, by its index; nullopt for formulas and for the count of all items.
  std::optional<std::size_t> slot_of(std::size_t measure) const { return measure_slots_[measure]; }
  // The entities whose items are written from this rollup.
  std::span<const model::Entity* const> materialized() const { return materialized_; }
  bool is_windowed() const { return !rollup_->windows.empty(); }
  bool has_extremes() const;
  model::Duration longest_window() const;

  // Whether an item of the rollup's entity contributes the same after a change as before, because
  // nothing that is read has changed. Allocates nothing.
  bool reads_same(const ItemView& before, const ItemView& after) const;
  Contribution contribution(const ItemView& item) const;

  // The first minute that windows may reach, now or later, two hours of grace included. What is
  // older is counted in totals only, and erased by sweep.
  Minute oldest_minute(model::Instant now) const;
  Buckets buckets_of(const Contribution& contribution, Minute oldest) const;

 private:
  RollupPlan(const model::Rollup& rollup, keys::TableId table) : rollup_(&rollup) {
    ref_.table = table;
  }
  Status check_groups() const;
  Status add_measure(const model::Measure& measure);
  Status add_slot(SlotKind kind, const model::Formula& value);
  void collect_attributes();
  RollupId fingerprint(const model::Model& model) const;

  const model::Rollup* rollup_;
  RollupRef ref_{};
  std::optional<model::TimestampEncoding> time_encoding_;
  std::vector<Slot> slots_;
  std::vector<std::optional<std::size_t>> measure_slots_;
  std::vector<std::string> attributes_;  // All that is read of an item.
  std::vector<const model::Entity*> materialized_;
};

// The contribution as a change of sums: once more, or once less.
Sums plus(const RollupPlan& plan, const Contribution& contribution);
Sums minus(const RollupPlan& plan, const Contribution& contribution);

}  // namespace partita::rollups
