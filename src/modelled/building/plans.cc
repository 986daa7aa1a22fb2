#include "modelled/building/plans.h"

#include <cassert>
#include <span>
#include <utility>

#include "store/keys/item_keys.h"

namespace partita::building {
namespace {

constexpr std::uint8_t kLastShard = 0xFF;

Bytes touch_key(const PlanRows& rows, std::uint8_t shard) {
  Bytes key = rows.touch_prefix;
  key.push_back(static_cast<char>(shard));
  return key;
}

// Calls `visit` with the index of each key, what is stored there, and the position that this is.
template <typename Reader, typename Visit>
Task<Status> read_positions(Reader& reader, std::span<const ByteView> position_keys,
                            const Visit& visit) {
  Status decoded;
  const auto decode = [&](std::size_t index, std::optional<ByteView> stored) {
    auto position = decode_position(stored);
    if (position.ok()) {
      visit(index, stored, std::move(*position));
    } else {
      decoded = std::move(position).error();
    }
  };
  Status read = co_await reader.get(position_keys, decode);
  CO_TRY(read);
  co_return decoded;
}

}  // namespace

std::uint64_t Plans::bit(std::size_t plan) {
  assert(plan < kPlansMax);
  return std::uint64_t{1} << plan;
}

std::uint64_t Plans::all() const {
  return rows_.size() == kPlansMax ? ~std::uint64_t{0} : bit(rows_.size()) - 1;
}

std::vector<std::size_t> Plans::not_in(std::uint64_t built) const {
  std::vector<std::size_t> plans;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if ((built & bit(i)) == 0) plans.push_back(i);
  }
  return plans;
}

std::vector<ByteView> Plans::position_keys(const std::vector<std::size_t>& plans) const {
  std::vector<ByteView> keys;
  for (const std::size_t plan : plans) keys.emplace_back(rows_[plan].position_key);
  return keys;
}

Task<Status> Plans::load(const engine::View& view) const {
  const auto plans = not_in(0);
  const auto keys = position_keys(plans);
  const auto visit = [&](std::size_t index, std::optional<ByteView>, Position position) {
    if (position.is_complete) mark_built(plans[index]);
  };
  co_return co_await read_positions(view, keys, visit);
}

Task<Result<Admission>> Plans::admit(engine::Transaction& transaction, ByteView item_key) const {
  const std::uint64_t built = built_.load();
  if (built != all()) return admit_building(transaction, item_key, built);
  return Task<Result<Admission>>::ready(Admission{.covered = built, .ahead = 0});
}

Task<Result<Admission>> Plans::admit_building(engine::Transaction& transaction, ByteView item_key,
                                              std::uint64_t built) const {
  const auto building = not_in(built);
  const auto keys = position_keys(building);
  Admission admission{.covered = built, .ahead = 0};
  const auto visit = [&](std::size_t index, std::optional<ByteView>, Position position) {
    const std::size_t plan = building[index];
    (position.covers(item_key) ? admission.covered : admission.ahead) |= bit(plan);
    if (position.is_complete) mark_built(plan);
  };
  Status read = co_await read_positions(transaction, keys, visit);
  CO_TRY(read);
  co_return admission;
}

void Plans::touch(engine::Transaction& transaction, std::size_t plan, ByteView item_key) const {
  transaction.put(touch_key(rows_[plan], shard_of_item(item_key)), {});
}

Task<Result<std::optional<Front>>> Plans::find_front(const engine::View& view) const {
  const auto building = not_in(built_.load());
  const auto keys = position_keys(building);
  std::optional<Front> front;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value, Position position) {
    auto stored = value ? std::optional<Bytes>(*value) : std::nullopt;
    if (position.is_complete) {
      mark_built(building[index]);
    } else if (!front || front->position.stored == stored) {
      if (!front) front.emplace();
      front->plans.push_back(building[index]);
      front->position.keys.emplace_back(keys[index]);
      front->position.stored = std::move(stored);
      front->position.last_key = std::move(position.last_key);
    }
  };
  Status read = co_await read_positions(view, keys, visit);
  CO_TRY(read);
  co_return front;
}

Task<Status> Plans::claim(engine::Transaction& transaction, const Front& front,
                          const jobs::Stretch& stretch) const {
  const auto& from = front.position.last_key;
  const std::uint8_t first = from.empty() ? 0 : shard_of_item(from);
  const std::uint8_t last = stretch.is_last ? kLastShard : shard_of_item(stretch.last_key);
  std::vector<Bytes> claimed_keys;
  for (const std::size_t plan : front.plans) {
    for (int shard = first; shard <= last; ++shard) {
      claimed_keys.push_back(touch_key(rows_[plan], static_cast<std::uint8_t>(shard)));
    }
  }
  const std::vector<ByteView> wanted(claimed_keys.begin(), claimed_keys.end());
  co_return co_await transaction.get(wanted, [](std::size_t, std::optional<ByteView>) {});
}

Task<Status> Plans::finish(engine::Engine& engine, const Front& front) const {
  for (const std::size_t plan : front.plans) {
    mark_built(plan);
    const auto touches = keys::prefix_range(rows_[plan].touch_prefix);
    Status erased = co_await engine.erase_range(touches.begin, touches.end);
    CO_TRY(erased);
  }
  co_return Status{};
}

keys::KeyRange items_of(keys::TableId table, const jobs::WalkPosition& position,
                        const jobs::Stretch& stretch) {
  auto range = keys::index_range(table, keys::IndexId::Base);
  if (!position.last_key.empty()) range = keys::rest_after(std::move(range), position.last_key);
  if (!stretch.is_last) range.end = keys::successor(stretch.last_key);
  return range;
}

}  // namespace partita::building
