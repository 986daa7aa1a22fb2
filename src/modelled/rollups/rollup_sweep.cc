#include "modelled/rollups/rollup_sweep.h"

#include <cstdint>
#include <optional>

#include "modelled/rollups/rollup_keys.h"

namespace partita::rollups {
namespace {

enum class Kind { Sums, Extremes };
constexpr Kind kKinds[] = {Kind::Sums, Kind::Extremes};
constexpr Level kSweptLevels[] = {Level::Minute, Level::Hour, Level::Day};

// The rows of one kind and level that are to be looked through.
struct Part {
  Kind kind;
  Level level;
  std::uint32_t end;  // The first bucket that stays.
};

// The first row of a group.
struct Head {
  Bytes group;
  std::uint32_t bucket;
};

Result<SumsPlace> place_of(const RollupPlan& plan, Kind kind, ByteView key) {
  if (kind == Kind::Sums) return TRY(parse_sums_key(key)).place;
  return TRY(parse_extreme_key(key, plan.columns())).place.sums;
}

keys::KeyRange rows_of(const RollupPlan& plan, const Part& part) {
  return part.kind == Kind::Sums ? level_range(plan.ref(), part.level, {})
                                 : extremes_range(plan.ref(), part.level);
}

keys::KeyRange rows_of(const RollupPlan& plan, const Part& part, const Head& head,
                       std::uint32_t end) {
  const BucketRange buckets{part.level, 0, end};
  return part.kind == Kind::Sums ? sums_range(plan.ref(), head.group, buckets)
                                 : extremes_range(plan.ref(), head.group, buckets);
}

Task<Result<std::optional<Head>>> first_row(const engine::View& view, const RollupPlan& plan,
                                            Kind kind, const keys::KeyRange& rows) {
  std::optional<Head> head;
  Status parsed;
  const auto visit = [&](ByteView key, ByteView) {
    const auto place = place_of(plan, kind, key);
    if (place.ok()) {
      head = Head{.group = Bytes(place->group), .bucket = place->bucket};
    } else {
      parsed = place.error();
    }
    return engine::Visit::Stop;
  };
  const engine::Range range{.begin = rows.begin, .end = rows.end, .rows_hint = 1};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  co_return head;
}

Task<Result<std::size_t>> sweep_part(engine::Engine& engine, const RollupPlan& plan,
                                     const Part& part, std::size_t ranges_max) {
  std::size_t erased = 0;
  keys::KeyRange rest = rows_of(plan, part);
  while (erased < ranges_max) {
    auto head = co_await first_row(engine, plan, part.kind, rest);
    CO_TRY(head);
    if (!*head) break;
    if ((*head)->bucket < part.end) {
      const auto old = rows_of(plan, part, **head, part.end);
      Status done = co_await engine.erase_range(old.begin, old.end);
      CO_TRY(done);
      ++erased;
    }
    // The next group: behind the last bucket that this one can have.
    rest.begin = rows_of(plan, part, **head, UINT32_MAX).end;
  }
  co_return erased;
}

}  // namespace

Task<Result<std::size_t>> sweep(engine::Engine& engine, const RollupPlan& plan, model::Instant now,
                                std::size_t ranges_max) {
  std::size_t erased = 0;
  if (!plan.is_windowed()) co_return erased;
  const Minute oldest = plan.oldest_minute(now);
  for (const Kind kind : kKinds) {
    for (const Level level : kSweptLevels) {
      const Part part{.kind = kind, .level = level, .end = bucket_of(oldest, level)};
      auto swept = co_await sweep_part(engine, plan, part, ranges_max - erased);
      CO_TRY(swept);
      erased += *swept;
    }
  }
  co_return erased;
}

}  // namespace partita::rollups
