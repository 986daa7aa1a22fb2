#include "engine/rocksdb/hot_values.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "partita/base/check.h"

// A table of sets of four slots, in shards that are used by one thread at a time. A key may be in
// any slot of its set. What is given up for something new is what the hand of the set or of the
// shard meets, but for what was found since it was met the last time: many keys that are read once
// do not push out those that are read again and again.
namespace partita::engine {
namespace {

constexpr std::size_t kShards = 64;
constexpr std::size_t kSlotsPerSet = 4;
// One large value would push out hundreds of small ones, and saves the least of its cost.
constexpr std::size_t kRowBytesMax = 16 * 1024;
// What a row is expected to take: decides how many slots there are.
constexpr std::size_t kTypicalRowBytes = 512;
// What malloc adds to a row.
constexpr std::size_t kMallocBytes = 16;
// In place of a value's length: the key has no value.
constexpr std::uint32_t kNoValue = UINT32_MAX;

std::size_t sets_for(std::uint64_t bytes_max) {
  const std::uint64_t sets = bytes_max / kTypicalRowBytes / kShards / kSlotsPerSet;
  return std::bit_ceil(std::max<std::uint64_t>(sets, 1));
}

// What the rows of a shard may take beside its slots.
std::size_t row_bytes_max(std::uint64_t bytes_max, std::size_t slot_bytes) {
  const auto shard_bytes = static_cast<std::size_t>(bytes_max) / kShards;
  return shard_bytes - std::min(shard_bytes / 2, slot_bytes);
}

}  // namespace

struct HotValues::Slot {
  std::uint64_t key_hash = 0;
  std::uint64_t right_at = 0;
  char* row = nullptr;  // The key and then the value; null if the slot is free.
  std::uint32_t key_bytes : 31 = 0;
  std::uint32_t was_found : 1 = 0;  // Since it was held, or spared.
  std::uint32_t value_bytes = 0;

  std::size_t bytes() const {
    if (row == nullptr) return 0;
    return key_bytes + value().value_or(ByteView()).size() + kMallocBytes;
  }
  ByteView key() const { return {row, key_bytes}; }
  std::optional<ByteView> value() const {
    if (value_bytes == kNoValue) return std::nullopt;
    return ByteView(row + key_bytes, value_bytes);
  }
};

struct alignas(64) HotValues::Shard {
  std::atomic_flag is_in_use;
  std::span<Slot> slots;
  std::size_t bytes = 0;
  std::size_t hand = 0;
  // Written by whoever uses the shard, read by others meanwhile.
  std::atomic<std::uint64_t> hits{0};
  std::atomic<std::uint64_t> misses{0};
  std::atomic<std::uint64_t> shown_bytes{0};

  void release(Slot& slot) {
    bytes -= slot.bytes();
    std::free(slot.row);
    slot.row = nullptr;
  }
  void make_room(std::size_t wanted, std::size_t bytes_max);
};

namespace {

// Holds a shard if nobody else does.
class Turn {
 public:
  explicit Turn(std::atomic_flag& is_in_use)
      : is_in_use_(is_in_use), is_mine_(!is_in_use.test_and_set(std::memory_order_acquire)) {}
  ~Turn() {
    if (is_mine_) is_in_use_.clear(std::memory_order_release);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  bool is_mine() const { return is_mine_; }

 private:
  std::atomic_flag& is_in_use_;
  const bool is_mine_;
};

// One thread at a time adds, so it need not be one indivisible step.
void count_one(std::atomic<std::uint64_t>& number) {
  number.store(number.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

template <typename Slot>
Slot* slot_of(std::span<Slot> set, ByteView key, std::uint64_t key_hash) {
  const auto found = std::find_if(set.begin(), set.end(), [&](const Slot& slot) {
    return slot.row != nullptr && slot.key_hash == key_hash && slot.key() == key;
  });
  return found == set.end() ? nullptr : &*found;
}

// Whether it is spared this time.
template <typename Slot>
bool spare(Slot& slot) {
  const bool is_spared = slot.row != nullptr && slot.was_found;
  slot.was_found = 0;
  return is_spared;
}

template <typename Slot>
Slot& slot_to_give_up(std::span<Slot> set, std::size_t turn) {
  const auto free =
      std::find_if(set.begin(), set.end(), [](const Slot& slot) { return slot.row == nullptr; });
  if (free != set.end()) return *free;
  while (spare(set[turn % kSlotsPerSet])) ++turn;
  return set[turn % kSlotsPerSet];
}

}  // namespace

void HotValues::Shard::make_room(std::size_t wanted, std::size_t bytes_max) {
  assert(wanted <= bytes_max);
  while (bytes + wanted > bytes_max) {
    Slot& met = slots[hand++ % slots.size()];
    if (!spare(met)) release(met);
  }
}

HotValues::HotValues(std::uint64_t bytes_max)
    : sets_per_shard_(sets_for(bytes_max)),
      shard_bytes_max_(row_bytes_max(bytes_max, sets_per_shard_ * kSlotsPerSet * sizeof(Slot))),
      shards_(std::make_unique<Shard[]>(kShards)) {
  // One block for all shards, so large that it comes from the system as it is: its pages cost
  // nothing until they are written to.
  const std::size_t slots = sets_per_shard_ * kSlotsPerSet;
  slots_.reset(static_cast<Slot*>(std::calloc(kShards * slots, sizeof(Slot))));
  PARTITA_CHECK(slots_ != nullptr);
  for (std::size_t i = 0; i < kShards; ++i) shards_[i].slots = {&slots_[i * slots], slots};
}

HotValues::~HotValues() {
  for (std::size_t i = 0; i < kShards; ++i) {
    for (Slot& slot : shards_[i].slots) std::free(slot.row);
  }
}

HotValues::Shard& HotValues::shard_of(std::uint64_t key_hash) {
  return shards_[key_hash % kShards];
}

// Not by the bits that choose the shard.
std::span<HotValues::Slot> HotValues::set_of(Shard& shard, std::uint64_t key_hash) {
  const std::size_t set = (key_hash / kShards) & (sets_per_shard_ - 1);
  return shard.slots.subspan(set * kSlotsPerSet, kSlotsPerSet);
}

bool HotValues::find(ByteView key, std::uint64_t key_hash, IsCurrent is_current, Visitor visit) {
  Shard& shard = shard_of(key_hash);
  const Turn turn(shard.is_in_use);
  if (!turn.is_mine()) return false;
  Slot* const slot = slot_of(set_of(shard, key_hash), key, key_hash);
  if (slot == nullptr || !is_current(slot->right_at)) {
    count_one(shard.misses);
    return false;
  }
  count_one(shard.hits);
  slot->was_found = 1;
  visit(slot->value());
  return true;
}

void HotValues::keep(ByteView key, std::uint64_t key_hash, std::optional<ByteView> value,
                     std::uint64_t right_at) {
  Shard& shard = shard_of(key_hash);
  const Turn turn(shard.is_in_use);
  if (!turn.is_mine()) return;
  const auto set = set_of(shard, key_hash);
  Slot* const held = slot_of(set, key, key_hash);
  Slot& slot = held != nullptr ? *held : slot_to_give_up(set, shard.hand++);
  fill(shard, slot, {.key_hash = key_hash, .right_at = right_at}, key, value);
}

void HotValues::refresh(ByteView key, std::uint64_t key_hash, std::optional<ByteView> value,
                        std::uint64_t right_at) {
  Shard& shard = shard_of(key_hash);
  const Turn turn(shard.is_in_use);
  if (!turn.is_mine()) return;
  Slot* const slot = slot_of(set_of(shard, key_hash), key, key_hash);
  if (slot == nullptr) return;
  if (!value) return shard.release(*slot);
  fill(shard, *slot, {.key_hash = key_hash, .right_at = right_at}, key, value);
}

void HotValues::fill(Shard& shard, Slot& slot, const Slot& row, ByteView key,
                     std::optional<ByteView> value) {
  const ByteView content = value.value_or(ByteView());
  const std::size_t bytes = key.size() + content.size() + kMallocBytes;
  shard.release(slot);
  if (bytes > std::min(kRowBytesMax, shard_bytes_max_)) return;
  shard.make_room(bytes, shard_bytes_max_);
  auto* const memory = static_cast<char*>(std::malloc(bytes - kMallocBytes));
  if (memory == nullptr) return;
  key.copy(memory, key.size());
  content.copy(memory + key.size(), content.size());
  slot = row;
  slot.row = memory;
  slot.key_bytes = static_cast<std::uint32_t>(key.size()) & 0x7FFF'FFFFU;
  slot.value_bytes = value ? static_cast<std::uint32_t>(value->size()) : kNoValue;
  shard.bytes += bytes;
  shard.shown_bytes.store(shard.bytes, std::memory_order_relaxed);
}

HotValues::Counts HotValues::counts() const {
  Counts counts;
  for (std::size_t i = 0; i < kShards; ++i) {
    counts.hits += shards_[i].hits.load(std::memory_order_relaxed);
    counts.misses += shards_[i].misses.load(std::memory_order_relaxed);
    counts.bytes += shards_[i].shown_bytes.load(std::memory_order_relaxed);
  }
  return counts;
}

}  // namespace partita::engine
