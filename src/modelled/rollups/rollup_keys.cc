#include "modelled/rollups/rollup_keys.h"

#include <utility>

#include "modelled/rollups/group_key.h"
#include "store/keys/key_builder.h"
#include "store/keys/number_codec.h"

namespace partita::rollups {
namespace {

enum class Row : std::uint8_t {
  Sums = 0,      // DO NOT CHANGE: stored.
  Extreme = 1,   // DO NOT CHANGE
  Change = 2,    // DO NOT CHANGE
  Progress = 3,  // DO NOT CHANGE
  Touch = 4,     // DO NOT CHANGE
};

constexpr std::size_t kHeadBytes = 1 + sizeof(keys::TableId) + sizeof(RollupId) + sizeof(Row);
constexpr std::size_t kTailBytes = sizeof(std::uint32_t) + sizeof(Plane);
constexpr std::size_t kExtremeBytes =
    kTailBytes + 1 + keys::kNumberBytesMax + keys::KeyHash::kBytes;

keys::KeyBuilder begin_row(const RollupRef& rollup, Row row, std::size_t more_bytes) {
  keys::KeyBuilder builder(keys::Space::Rollups, kHeadBytes + more_bytes);
  builder.integer(rollup.table).integer(rollup.id).integer(row);
  return builder;
}

keys::KeyBuilder begin_group(const RollupRef& rollup, Row row, Level level, ByteView group) {
  auto builder = begin_row(rollup, row, 1 + group.size() + kExtremeBytes);
  builder.integer(level).bytes(group);
  return builder;
}

keys::KeyBuilder begin_place(const RollupRef& rollup, Row row, const SumsPlace& place) {
  auto builder = begin_group(rollup, row, place.level, place.group);
  builder.integer(place.bucket);
  return builder;
}

keys::KeyRange bucket_range(const RollupRef& rollup, Row row, ByteView group,
                            const BucketRange& buckets) {
  const SumsPlace begin{.level = buckets.level, .group = group, .bucket = buckets.begin};
  const SumsPlace end{.level = buckets.level, .group = group, .bucket = buckets.end};
  return {.begin = begin_place(rollup, row, begin).take(),
          .end = begin_place(rollup, row, end).take()};
}

keys::KeyRange row_range(const RollupRef& rollup, Row row) {
  return keys::prefix_range(begin_row(rollup, row, 0).take());
}

bool is_row(ByteView key, Row row) {
  return key.size() >= kHeadBytes && key.front() == static_cast<char>(keys::Space::Rollups) &&
         key[kHeadBytes - 1] == static_cast<char>(row);
}

Error not_of_a_rollup() { return Error::corrupt("a key is not one of a rollup"); }

}  // namespace

bool is_merged_row(ByteView key) { return is_row(key, Row::Sums) || is_row(key, Row::Change); }

Bytes sums_key(const RollupRef& rollup, const SumsPlace& place, Plane plane) {
  return begin_place(rollup, Row::Sums, place).integer(plane).take();
}

Bytes extreme_key(const RollupRef& rollup, const ExtremePlace& place, Plane plane,
                  const keys::KeyHash& item) {
  auto builder = begin_place(rollup, Row::Extreme, place.sums);
  builder.integer(place.slot);
  keys::append_number(builder.key(), place.value);
  return builder.integer(plane).hash(item).take();
}

Bytes change_key(const RollupRef& rollup, ByteView group) {
  return begin_row(rollup, Row::Change, group.size()).bytes(group).take();
}

building::PlanRows plan_rows(const RollupRef& rollup) {
  return {.position_key = begin_row(rollup, Row::Progress, 0).take(),
          .touch_prefix = begin_row(rollup, Row::Touch, 0).take()};
}

keys::KeyRange table_rollups_range(keys::TableId table) {
  return keys::space_range(keys::Space::Rollups, table);
}

keys::KeyRange rollup_range(const RollupRef& rollup) {
  return keys::prefix_range(
      keys::KeyBuilder(keys::Space::Rollups, 13).integer(rollup.table).integer(rollup.id).take());
}

keys::KeyRange rollup_range_of(ByteView key) {
  return keys::prefix_range(Bytes(key.substr(0, kHeadBytes - sizeof(Row))));
}

keys::KeyRange level_range(const RollupRef& rollup, Level level, ByteView group_prefix) {
  return keys::prefix_range(begin_group(rollup, Row::Sums, level, group_prefix).take());
}

keys::KeyRange sums_range(const RollupRef& rollup, ByteView group, const BucketRange& buckets) {
  return bucket_range(rollup, Row::Sums, group, buckets);
}

keys::KeyRange extremes_range(const RollupRef& rollup, const SumsPlace& place, std::uint8_t slot) {
  return keys::prefix_range(begin_place(rollup, Row::Extreme, place).integer(slot).take());
}

keys::KeyRange extremes_range(const RollupRef& rollup, ByteView group, const BucketRange& buckets) {
  return bucket_range(rollup, Row::Extreme, group, buckets);
}

keys::KeyRange extremes_range(const RollupRef& rollup, Level level) {
  return keys::prefix_range(begin_group(rollup, Row::Extreme, level, {}).take());
}

keys::KeyRange all_sums_range(const RollupRef& rollup) { return row_range(rollup, Row::Sums); }

keys::KeyRange all_extremes_range(const RollupRef& rollup) {
  return row_range(rollup, Row::Extreme);
}

keys::KeyRange changes_range(const RollupRef& rollup) { return row_range(rollup, Row::Change); }

Result<SumsKeyParts> parse_sums_key(ByteView key) {
  if (!is_row(key, Row::Sums) || key.size() < kHeadBytes + 1 + kTailBytes) {
    return not_of_a_rollup();
  }
  keys::KeyReader reader(key.substr(kHeadBytes));
  SumsKeyParts parts{};
  parts.place.level = reader.integer<Level>();
  parts.place.group = reader.bytes(reader.rest().size() - kTailBytes);
  parts.place.bucket = reader.integer<std::uint32_t>();
  parts.plane = reader.integer<Plane>();
  return parts;
}

Result<ExtremeKeyParts> parse_extreme_key(ByteView key, std::size_t columns) {
  if (!is_row(key, Row::Extreme) || key.size() == kHeadBytes) return not_of_a_rollup();
  ExtremeKeyParts parts{};
  parts.place.sums.level = static_cast<Level>(key[kHeadBytes]);
  ByteView rest = key.substr(kHeadBytes + 1);
  parts.place.sums.group = TRY(take_group(rest, columns));
  if (rest.size() < sizeof(std::uint32_t) + 1) return not_of_a_rollup();
  keys::KeyReader reader(rest);
  parts.place.sums.bucket = reader.integer<std::uint32_t>();
  parts.place.slot = reader.integer<std::uint8_t>();
  rest = reader.rest();
  parts.place.value = TRY(keys::take_number(rest));
  if (rest.size() != sizeof(Plane) + keys::KeyHash::kBytes) return not_of_a_rollup();
  parts.plane = static_cast<Plane>(rest.front());
  return parts;
}

Result<ByteView> parse_change_key(ByteView key) {
  if (!is_row(key, Row::Change)) return not_of_a_rollup();
  return key.substr(kHeadBytes);
}

}  // namespace partita::rollups
