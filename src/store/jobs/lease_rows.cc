#include "store/jobs/lease_rows.h"

#include <algorithm>
#include <chrono>

#include "partita/base/big_endian.h"
#include "partita/base/check.h"
#include "store/keys/key_builder.h"

// What is stored, only if programs share the store:
//
// key := 00 "presence/" server      value := beat:u64 fact*
//      | 00 "lease/" lane           value := server token:u64 is_reserved:u8
//
// fact   := kind:u8 size:u8 byte{size}          DO NOT CHANGE a kind: other versions read it.
// kind   := 1 the version of the program | 2 its address | 3 its machine
//         | 4 when it was started: u64, milliseconds since 1970
// server := 16 hexadecimal digits; integers are big-endian. The server and the token of a lease are
//           its fence. No fact is needed, and who reads the row of a later version passes over the
//           kinds that it does not know.

namespace partita::jobs {
namespace {

constexpr std::size_t kServerBytes = 16;
constexpr std::size_t kFenceBytes = kServerBytes + sizeof(std::uint64_t);
constexpr std::size_t kLeaseBytes = kFenceBytes + 1;
constexpr std::size_t kBeatBytes = sizeof(std::uint64_t);
constexpr std::size_t kFactBytesMax = 200;

// DO NOT CHANGE: stored.
enum class FactKind : std::uint8_t { Version = 1, Address = 2, Machine = 3, Since = 4 };

void append_fact(Bytes& row, FactKind kind, ByteView value) {
  if (value.empty()) return;
  value = value.substr(0, kFactBytesMax);
  row.push_back(static_cast<char>(kind));
  row.push_back(static_cast<char>(value.size()));
  row.append(value);
}

// Until the year 2200: a damaged one is none.
std::optional<WallTime> time_of(ByteView value) {
  constexpr std::uint64_t kMillisecondsMax = 7'258'118'400'000;
  if (value.size() != sizeof(std::uint64_t)) return std::nullopt;
  const auto since = ByteReader(value).integer<std::uint64_t>();
  if (since > kMillisecondsMax) return std::nullopt;
  return WallTime(std::chrono::milliseconds(static_cast<std::int64_t>(since)));
}

void take_fact(ServerFacts& facts, std::uint8_t kind, ByteView value) {
  switch (static_cast<FactKind>(kind)) {
    case FactKind::Version:
      facts.version = value;
      break;
    case FactKind::Address:
      facts.address = value;
      break;
    case FactKind::Machine:
      facts.machine = value;
      break;
    case FactKind::Since:
      facts.since = time_of(value);
      break;
  }
}

}  // namespace

Bytes presence_key(std::string_view server) {
  return keys::KeyBuilder(keys::Space::Metadata, 26).bytes(kPresencePrefix).bytes(server).take();
}

Bytes lease_key(std::string_view lane) {
  return keys::KeyBuilder(keys::Space::Metadata, 7 + lane.size())
      .bytes(kLeasePrefix)
      .bytes(lane)
      .take();
}

Bytes encode_presence(const ServerPresence& presence) {
  Bytes row;
  append_integer(row, presence.beat);
  append_fact(row, FactKind::Version, presence.facts.version);
  append_fact(row, FactKind::Address, presence.facts.address);
  append_fact(row, FactKind::Machine, presence.facts.machine);
  if (presence.facts.since) {
    const auto since = std::chrono::floor<std::chrono::milliseconds>(*presence.facts.since);
    Bytes time;
    append_integer(time, static_cast<std::uint64_t>(since.time_since_epoch().count()));
    append_fact(row, FactKind::Since, time);
  }
  return row;
}

ServerPresence decode_presence(ByteView row) {
  ServerPresence presence;
  ByteReader reader(row);
  if (!reader.has(kBeatBytes)) return presence;
  presence.beat = reader.integer<std::uint64_t>();
  while (reader.has(2)) {
    const auto kind = reader.integer<std::uint8_t>();
    const auto size = reader.integer<std::uint8_t>();
    if (!reader.has(size)) break;
    take_fact(presence.facts, kind, reader.bytes(size));
    presence.has_facts = true;
  }
  return presence;
}

Bytes make_fence(std::string_view server, std::uint64_t token) {
  Bytes fence(server);
  append_integer(fence, token);
  return fence;
}

Bytes encode_lease(Bytes fence, bool is_reserved) {
  PARTITA_CHECK(fence.size() == kFenceBytes);
  fence.push_back(is_reserved ? '\1' : '\0');
  return fence;
}

LeaseRow decode_lease(const std::optional<Bytes>& row) {
  if (!row || row->size() != kLeaseBytes) return {};
  return {.server = std::string(row->substr(0, kServerBytes)),
          .fence = Bytes(row->substr(0, kFenceBytes)),
          .is_reserved = row->back() != '\0'};
}

}  // namespace partita::jobs
