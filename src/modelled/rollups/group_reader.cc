#include "modelled/rollups/group_reader.h"

#include <utility>

#include "modelled/rollups/group_key.h"

namespace partita::rollups {
namespace {

using SlotKind = RollupPlan::SlotKind;

constexpr engine::Direction kBothWays[] = {engine::Direction::Forward, engine::Direction::Backward};

// The columns that the pattern fixes before the first that it leaves open.
Bytes fixed_prefix(const GroupReader::Pattern& pattern) {
  Bytes prefix;
  for (const auto& column : pattern) {
    if (!column) break;
    prefix.append(*column);
  }
  return prefix;
}

Result<bool> fits(ByteView group, const GroupReader::Pattern& pattern) {
  for (const auto& column : pattern) {
    const ByteView value = TRY(take_group(group, 1));
    if (column && value != *column) return false;
  }
  return true;
}

Result<Sums> decode_row(const RollupPlan& plan, ByteView value) {
  auto sums = TRY(decode_sums(value));
  if (sums.slots.size() != plan.slots().size()) {
    return Error::corrupt("the sums of rollup `" + plan.rollup().name + "` are of another one");
  }
  return sums;
}

}  // namespace

std::vector<BucketRange> total_bucket() { return {{Level::Total, 0, 1}}; }

Task<Result<std::vector<GroupReader::Group>>> GroupReader::list(const Pattern& pattern,
                                                                std::size_t groups_max) {
  std::vector<Group> groups;
  const auto take = [&](ByteView key, ByteView value) -> Status {
    const auto parts = TRY(parse_sums_key(key));
    if (!TRY(fits(parts.place.group, pattern))) return {};
    const auto sums = TRY(decode_row(plan_, value));
    // The two planes of a group are neighbours.
    if (groups.empty() || groups.back().key != parts.place.group) {
      if (!groups.empty() && groups.back().sums.items == 0) groups.pop_back();
      groups.push_back({.key = Bytes(parts.place.group), .sums = {}});
    }
    groups.back().sums.add(sums);
    return {};
  };
  Status taken;
  const auto visit = [&](ByteView key, ByteView value) {
    ++rows_read_;
    taken = take(key, value);
    return taken.ok() && groups.size() <= groups_max ? engine::Visit::Continue
                                                     : engine::Visit::Stop;
  };
  const auto rows = level_range(plan_.ref(), Level::Total, fixed_prefix(pattern));
  const engine::Range range{.begin = rows.begin, .end = rows.end};
  Status read = co_await view_.scan(range, visit);
  CO_TRY(read);
  CO_TRY(taken);
  if (!groups.empty() && groups.back().sums.items == 0) groups.pop_back();
  co_return groups;
}

Task<Result<Aggregate>> GroupReader::aggregate(ByteView group,
                                               const std::vector<BucketRange>& buckets) {
  const std::size_t slots = plan_.slots().size();
  Aggregate aggregate{.sums = {.items = 0, .slots = std::vector<SlotSum>(slots)},
                      .extremes = std::vector<Extremes>(slots)};
  std::vector<Found> found;
  for (const BucketRange& range : buckets) {
    Status added = co_await add_sums(group, range, aggregate, found);
    CO_TRY(added);
  }
  for (const Found& bucket : found) {
    Status added = co_await add_extremes(group, bucket, aggregate);
    CO_TRY(added);
  }
  co_return aggregate;
}

Task<Status> GroupReader::add_sums(ByteView group, const BucketRange& buckets, Aggregate& aggregate,
                                   std::vector<Found>& found) {
  const auto take = [&](ByteView key, ByteView value) -> Status {
    const auto sums = TRY(decode_row(plan_, value));
    aggregate.sums.add(sums);
    std::vector<bool> has_inputs;
    bool has_extremes = false;
    for (std::size_t i = 0; i < sums.slots.size(); ++i) {
      const bool is_extreme = plan_.slots()[i].kind == SlotKind::Extreme;
      has_inputs.push_back(is_extreme && sums.slots[i].inputs > 0);
      has_extremes = has_extremes || has_inputs.back();
    }
    if (!has_extremes) return {};
    const auto parts = TRY(parse_sums_key(key));
    found.push_back({parts.place.level, parts.place.bucket, std::move(has_inputs)});
    return {};
  };
  Status taken;
  const auto visit = [&](ByteView key, ByteView value) {
    ++rows_read_;
    taken = take(key, value);
    return taken.ok() ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const auto rows = sums_range(plan_.ref(), group, buckets);
  const engine::Range range{.begin = rows.begin, .end = rows.end};
  Status read = co_await view_.scan(range, visit);
  CO_TRY(read);
  co_return taken;
}

Task<Status> GroupReader::add_extremes(ByteView group, const Found& found, Aggregate& aggregate) {
  const SumsPlace place{.level = found.level, .group = group, .bucket = found.bucket};
  for (std::size_t slot = 0; slot < found.has_inputs.size(); ++slot) {
    if (!found.has_inputs[slot]) continue;
    const auto range = extremes_range(plan_.ref(), place, static_cast<std::uint8_t>(slot));
    for (const auto direction : kBothWays) {
      Status added = co_await add_extreme(range, direction, aggregate.extremes[slot]);
      CO_TRY(added);
    }
  }
  co_return Status{};
}

// The first row of the range that is met in this direction.
Task<Status> GroupReader::add_extreme(const keys::KeyRange& range, engine::Direction direction,
                                      Extremes& extremes) {
  Status taken;
  const auto visit = [&](ByteView key, ByteView) {
    ++rows_read_;
    const auto parts = parse_extreme_key(key, plan_.columns());
    if (parts.ok()) {
      extremes.add(parts->place.value);
    } else {
      taken = parts.error();
    }
    return engine::Visit::Stop;
  };
  const engine::Range one{
      .begin = range.begin, .end = range.end, .direction = direction, .rows_hint = 1};
  Status read = co_await view_.scan(one, visit);
  CO_TRY(read);
  co_return taken;
}

}  // namespace partita::rollups
