#include "modelled/rollups/sums.h"

#include <algorithm>
#include <cassert>

#include "modelled/rollups/rollup_keys.h"
#include "partita/base/varint.h"

// sums := items:signed slot*
// slot := inputs:signed sum
//
// signed is as in varint.h, sum as in exact_sum.cc. There is no version: the rows of a rollup that
// is defined differently have another rollup id.

namespace partita::rollups {

bool Sums::is_empty() const {
  return items == 0 && std::all_of(slots.begin(), slots.end(),
                                   [](const SlotSum& slot) { return slot == SlotSum{}; });
}

void Sums::add(const Sums& other) {
  items += other.items;
  if (slots.empty()) slots.resize(other.slots.size());
  assert(other.slots.empty() || slots.size() == other.slots.size());  // Both are of one rollup.
  for (std::size_t i = 0; i < slots.size() && i < other.slots.size(); ++i) {
    slots[i].inputs += other.slots[i].inputs;
    slots[i].sum.add(other.slots[i].sum);
  }
}

Bytes encode(const Sums& sums) {
  assert(sums.slots.size() <= kSlotsMax);  // Else the row could not be decoded.
  Bytes bytes;
  append_signed(bytes, sums.items);
  for (const SlotSum& slot : sums.slots) {
    append_signed(bytes, slot.inputs);
    slot.sum.append_to(bytes);
  }
  return bytes;
}

Result<Sums> decode_sums(ByteView bytes) {
  const auto damaged = [] { return Error::corrupt("the sums of a rollup are damaged"); };
  const auto items = take_signed(bytes);
  if (!items) return damaged();
  Sums sums{.items = *items, .slots = {}};
  while (!bytes.empty()) {
    const auto inputs = take_signed(bytes);
    auto sum = inputs ? ExactSum::take(bytes) : std::nullopt;
    if (!sum || sums.slots.size() == kSlotsMax) return damaged();
    sums.slots.push_back({.inputs = *inputs, .sum = *sum});
  }
  return sums;
}

std::optional<Bytes> combine_sums(std::optional<ByteView> stored, ByteView operand) {
  if (!stored) return Bytes(operand);
  auto sums = decode_sums(*stored);
  auto change = decode_sums(operand);
  const bool fits = sums.ok() && change.ok() && sums->slots.size() == change->slots.size();
  if (!fits) return Bytes(*stored);
  sums->add(*change);
  if (sums->is_empty()) return std::nullopt;
  return encode(*sums);
}

engine::Combine rollup_kind(ByteView key) { return is_merged_row(key) ? &combine_sums : nullptr; }

}  // namespace partita::rollups
