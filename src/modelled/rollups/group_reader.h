#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "modelled/rollups/measure_values.h"
#include "modelled/rollups/rollup_plan.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::rollups {

// Reads the rows of a rollup and counts how many.
// THREADS: one thread at a time.
class GroupReader {
 public:
  // REQUIRES: both outlive this.
  GroupReader(const engine::View& view, const RollupPlan& plan) : view_(view), plan_(plan) {}

  struct Group {
    Bytes key;
    Sums sums;
  };
  // For each column the bytes it must have; nullopt: any.
  using Pattern = std::vector<std::optional<Bytes>>;

  // The groups that fit the pattern, with their sums over all of time; those without items are
  // left out. At most `groups_max` and one more.
  Task<Result<std::vector<Group>>> list(const Pattern& pattern, std::size_t groups_max);

  // All that is known of one group in these buckets.
  Task<Result<Aggregate>> aggregate(ByteView group, const std::vector<BucketRange>& buckets);

  std::size_t rows_read() const { return rows_read_; }

 private:
  // A bucket that has items, and where their extremes are.
  struct Found {
    Level level;
    std::uint32_t bucket;
    std::vector<bool> has_inputs;  // For each slot.
  };

  Task<Status> add_sums(ByteView group, const BucketRange& buckets, Aggregate& aggregate,
                        std::vector<Found>& found);
  Task<Status> add_extremes(ByteView group, const Found& found, Aggregate& aggregate);
  Task<Status> add_extreme(const keys::KeyRange& range, engine::Direction direction,
                           Extremes& extremes);

  const engine::View& view_;
  const RollupPlan& plan_;
  std::size_t rows_read_ = 0;
};

// All of time.
std::vector<BucketRange> total_bucket();

}  // namespace partita::rollups
