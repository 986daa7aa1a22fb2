#include "modelled/syncs/sync_state.h"

#include <array>

#include "engine/read_one.h"
#include "partita/base/big_endian.h"

// state   := version:u8 mode:u8 number* time* error:text beyond
// number* := instance turn commands cursor trimmed_to counted_to pending_events pending_bytes
//            delivered skipped lost failures        u64 each
// time*   := delivered_at failing_since retry_at    i64 each, milliseconds since 1970
// beyond  := count:u32 stamp:u64[count]
// held    := version:u8 since:i64 retry_at:i64 tries:u32 error:text
// text    := length:u32 byte[length]

namespace partita::syncs {
namespace {

constexpr std::uint8_t kStateVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::uint8_t kHeldVersion = 1;   // DO NOT CHANGE: stored.

constexpr std::array kStateNumbers = {
    &SyncState::instance,       &SyncState::turn,          &SyncState::commands,
    &SyncState::cursor,         &SyncState::trimmed_to,    &SyncState::counted_to,
    &SyncState::pending_events, &SyncState::pending_bytes, &SyncState::delivered,
    &SyncState::skipped,        &SyncState::lost,          &SyncState::failures};
constexpr std::array kStateTimes = {&SyncState::delivered_at, &SyncState::failing_since,
                                    &SyncState::retry_at};

Error damaged_state() { return Error::corrupt("the state of a sync is damaged"); }
Error damaged_held() { return Error::corrupt("a held item of a sync is damaged"); }

std::optional<std::string> read_text(ByteReader& reader) {
  if (!reader.has(sizeof(std::uint32_t))) return std::nullopt;
  const auto size = reader.integer<std::uint32_t>();
  if (!reader.has(size)) return std::nullopt;
  return std::string(reader.bytes(size));
}

Result<std::optional<SyncState>> state_in(const std::optional<Bytes>& stored) {
  if (!stored) return std::optional<SyncState>();
  return std::optional(TRY(decode_state(*stored)));
}

}  // namespace

std::string_view name_of(SyncMode mode) {
  switch (mode) {
    case SyncMode::Running:
      return "running";
    case SyncMode::Paused:
      return "paused";
    case SyncMode::Stopped:
      return "stopped";
  }
  return "";
}

Bytes encode_state(const SyncState& state) {
  Bytes bytes;
  append_integer(bytes, kStateVersion);
  append_integer(bytes, state.mode);
  for (const auto number : kStateNumbers) append_integer(bytes, state.*number);
  for (const auto time : kStateTimes) append_integer(bytes, state.*time);
  append_with_length(bytes, state.error);
  append_integer(bytes, static_cast<std::uint32_t>(state.beyond.size()));
  for (const std::uint64_t stamp : state.beyond) append_integer(bytes, stamp);
  return bytes;
}

Result<SyncState> decode_state(ByteView bytes) {
  constexpr std::size_t kNumberBytes = sizeof(std::uint64_t);
  constexpr std::size_t kFixedBytes =
      1 + kNumberBytes * (kStateNumbers.size() + kStateTimes.size());
  ByteReader reader(bytes);
  if (!reader.has(1) || reader.integer<std::uint8_t>() != kStateVersion) {
    return Error::corrupt("the state of a sync has a format that is not known here");
  }
  if (!reader.has(kFixedBytes)) return damaged_state();
  SyncState state;
  state.mode = reader.integer<SyncMode>();
  if (state.mode < SyncMode::Running || state.mode > SyncMode::Stopped) return damaged_state();
  for (const auto number : kStateNumbers) state.*number = reader.integer<std::uint64_t>();
  for (const auto time : kStateTimes) state.*time = reader.integer<std::int64_t>();
  auto error = read_text(reader);
  if (!error || !reader.has(sizeof(std::uint32_t))) return damaged_state();
  state.error = *std::move(error);
  const std::size_t count = reader.integer<std::uint32_t>();
  if (reader.rest().size() != count * kNumberBytes) return damaged_state();
  for (std::size_t i = 0; i < count; ++i) state.beyond.push_back(reader.integer<std::uint64_t>());
  return state;
}

Task<Result<std::optional<SyncState>>> read_state(const engine::View& view, const SyncRef& sync) {
  const Bytes key = state_key(sync);
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  co_return state_in(*stored);
}

Task<Result<std::optional<SyncState>>> read_state(engine::Transaction& transaction,
                                                  const SyncRef& sync) {
  const Bytes key = state_key(sync);
  auto stored = co_await engine::read_one(transaction, key);
  CO_TRY(stored);
  co_return state_in(*stored);
}

Bytes encode_held_item(const HeldItem& item) {
  Bytes bytes;
  append_integer(bytes, kHeldVersion);
  append_integer(bytes, item.since);
  append_integer(bytes, item.retry_at);
  append_integer(bytes, item.tries);
  append_with_length(bytes, item.error);
  return bytes;
}

Result<HeldItem> decode_held_item(ByteView bytes) {
  constexpr std::size_t kFixedBytes = 2 * sizeof(std::int64_t) + sizeof(std::uint32_t);
  ByteReader reader(bytes);
  if (!reader.has(1) || reader.integer<std::uint8_t>() != kHeldVersion) {
    return Error::corrupt("a held item of a sync has a format that is not known here");
  }
  if (!reader.has(kFixedBytes)) return damaged_held();
  HeldItem item;
  item.since = reader.integer<std::int64_t>();
  item.retry_at = reader.integer<std::int64_t>();
  item.tries = reader.integer<std::uint32_t>();
  auto error = read_text(reader);
  if (!error || !reader.rest().empty()) return damaged_held();
  item.error = *std::move(error);
  return item;
}

}  // namespace partita::syncs
