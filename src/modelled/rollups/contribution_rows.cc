#include "modelled/rollups/contribution_rows.h"

#include <cassert>
#include <iterator>
#include <utility>

#include "store/keys/item_keys.h"

namespace partita::rollups {
namespace {

using SlotKind = RollupPlan::SlotKind;

// How often a group has changed since it was materialised: sums without slots.
Bytes one_change() { return encode(Sums{.items = 1, .slots = {}}); }

}  // namespace

// A contribution, if there is one, and where it belongs.
struct ContributionWriter::Image {
  const Contribution* contribution = nullptr;
  Buckets buckets{};

  bool has(std::size_t level) const { return contribution != nullptr && level < buckets.levels; }
  // Whether both have their sums of this level in one row.
  bool shares_row(const Image& other, std::size_t level) const {
    return has(level) && other.has(level) && contribution->group == other.contribution->group &&
           buckets.numbers[level] == other.buckets.numbers[level];
  }
};

ContributionWriter::ContributionWriter(engine::Transaction& transaction, const RollupPlan& plan,
                                       ByteView item_key, model::Instant now)
    : transaction_(transaction), plan_(plan), oldest_(plan.oldest_minute(now)) {
  if (plan.has_extremes()) item_ = keys::hash_item(item_key);
}

void ContributionWriter::replace(const Contribution* before, const Contribution* after) {
  if (before == after || (before != nullptr && after != nullptr && *before == *after)) return;
  Image old_image{.contribution = before};
  Image new_image{.contribution = after};
  if (before != nullptr) old_image.buckets = plan_.buckets_of(*before, oldest_);
  if (after != nullptr) new_image.buckets = plan_.buckets_of(*after, oldest_);
  replace_sums(old_image, new_image);
  replace_extremes(old_image, new_image);
  if (before != nullptr) mark_changed(before->group);
  if (after != nullptr && !old_image.shares_row(new_image, 0)) mark_changed(after->group);
}

void ContributionWriter::replace_sums(const Image& before, const Image& after) {
  const bool has_before = before.contribution != nullptr;
  const bool has_after = after.contribution != nullptr;
  const Sums less = has_before ? minus(plan_, *before.contribution) : Sums();
  const Sums more = has_after ? plus(plan_, *after.contribution) : Sums();
  Sums both = less;
  both.add(more);
  const Bytes less_bytes = encode(less);
  const Bytes more_bytes = encode(more);
  const Bytes both_bytes = both.is_empty() ? Bytes() : encode(both);
  for (std::size_t level = 0; level < std::size(kLevels); ++level) {
    if (before.shares_row(after, level)) {
      if (!both_bytes.empty()) merge(place(after, level), Plane::Live, both_bytes);
      continue;
    }
    if (before.has(level)) merge(place(before, level), Plane::Live, less_bytes);
    if (after.has(level)) merge(place(after, level), Plane::Live, more_bytes);
  }
}

void ContributionWriter::replace_extremes(const Image& before, const Image& after) {
  for (std::size_t slot = 0; slot < plan_.slots().size(); ++slot) {
    if (plan_.slots()[slot].kind != SlotKind::Extreme) continue;
    for (std::size_t level = 0; level < std::size(kLevels); ++level) {
      Bytes old_key = extreme(before, level, slot, Plane::Live);
      Bytes new_key = extreme(after, level, slot, Plane::Live);
      if (old_key == new_key) continue;
      if (!old_key.empty()) transaction_.erase(std::move(old_key));
      if (!new_key.empty()) transaction_.put(std::move(new_key), {});
    }
  }
}

// Items that have expired with one value leave one row together: nothing will ever erase it but
// the sweep, so nobody has to tell them apart.
void ContributionWriter::keep(const Contribution& contribution) {
  const Image image{.contribution = &contribution,
                    .buckets = plan_.buckets_of(contribution, oldest_)};
  const Bytes less = encode(minus(plan_, contribution));
  const Bytes more = encode(plus(plan_, contribution));
  for (std::size_t level = 0; level < image.buckets.levels; ++level) {
    merge(place(image, level), Plane::Live, less);
    merge(place(image, level), Plane::Kept, more);
  }
  for (std::size_t slot = 0; slot < plan_.slots().size(); ++slot) {
    if (plan_.slots()[slot].kind != SlotKind::Extreme || !contribution.inputs[slot]) continue;
    for (std::size_t level = 0; level < image.buckets.levels; ++level) {
      transaction_.erase(extreme(image, level, slot, Plane::Live));
      transaction_.put(extreme(image, level, slot, Plane::Kept), {});
    }
  }
}

SumsPlace ContributionWriter::place(const Image& image, std::size_t level) const {
  assert(image.has(level));
  return {.level = kLevels[level],
          .group = image.contribution->group,
          .bucket = image.buckets.numbers[level]};
}

void ContributionWriter::merge(const SumsPlace& place, Plane plane, const Bytes& operand) {
  transaction_.merge(sums_key(plan_.ref(), place, plane), operand);
}

// Empty if there is none.
Bytes ContributionWriter::extreme(const Image& image, std::size_t level, std::size_t slot,
                                  Plane plane) const {
  if (!image.has(level) || !image.contribution->inputs[slot]) return {};
  const ExtremePlace at{.sums = place(image, level),
                        .slot = static_cast<std::uint8_t>(slot),
                        .value = *image.contribution->inputs[slot]};
  return extreme_key(plan_.ref(), at, plane, plane == Plane::Live ? item_ : keys::KeyHash());
}

void ContributionWriter::mark_changed(ByteView group) {
  if (plan_.materialized().empty()) return;
  transaction_.merge(change_key(plan_.ref(), group), one_change());
}

void ContributionTotals::add(const Contribution& contribution, ByteView item_key) {
  const Buckets buckets = plan_->buckets_of(contribution, oldest_);
  const Sums more = plus(*plan_, contribution);
  if (!plan_->materialized().empty()) groups_.insert(contribution.group);
  for (std::size_t level = 0; level < buckets.levels; ++level) {
    const SumsPlace place{
        .level = kLevels[level], .group = contribution.group, .bucket = buckets.numbers[level]};
    sums_[sums_key(plan_->ref(), place, Plane::Live)].add(more);
    for (std::size_t slot = 0; slot < plan_->slots().size(); ++slot) {
      const auto& input = contribution.inputs[slot];
      if (plan_->slots()[slot].kind != SlotKind::Extreme || !input) continue;
      const ExtremePlace at{
          .sums = place, .slot = static_cast<std::uint8_t>(slot), .value = *input};
      extremes_.insert(extreme_key(plan_->ref(), at, Plane::Live, keys::hash_item(item_key)));
    }
  }
}

void ContributionTotals::buffer(engine::Transaction& transaction) const {
  for (const auto& [key, sums] : sums_) transaction.merge(key, encode(sums));
  for (const Bytes& key : extremes_) transaction.put(key, {});
  for (const Bytes& group : groups_) {
    transaction.merge(change_key(plan_->ref(), group), one_change());
  }
}

}  // namespace partita::rollups
