#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/base/clock.h"

// The rows by which programs that share a store know of each other (leases.h).
namespace partita::jobs {

// What a program says of itself to people who look at the store. Nothing is decided by it.
struct ServerFacts {
  std::string version = {};  // Of the program; empty: it has not told.
  std::string address = {};  // "http://127.0.0.1:8000"; empty: it takes no requests.
  std::string machine = {};  // The name that its machine has.
  std::optional<WallTime> since = {};
};

// What is stored of a server that is alive.
struct ServerPresence {
  std::uint64_t beat = 0;
  ServerFacts facts = {};
  // False: nothing is stored but the beat, by a version that tells no more.
  bool has_facts = false;
};

// A lease as it is stored. One that is damaged is nobody's.
struct LeaseRow {
  std::string server;
  Bytes fence;
  bool is_reserved = false;
};

inline constexpr std::string_view kPresencePrefix = "presence/";
inline constexpr std::string_view kLeasePrefix = "lease/";

Bytes presence_key(std::string_view server);
Bytes lease_key(std::string_view lane);

// Facts that are longer than a line are cut.
Bytes encode_presence(const ServerPresence& presence);
// What can be read of it: facts that a later version has added are passed over, and what is damaged
// is as if it had not been told.
ServerPresence decode_presence(ByteView row);

Bytes make_fence(std::string_view server, std::uint64_t token);
Bytes encode_lease(Bytes fence, bool is_reserved);
LeaseRow decode_lease(const std::optional<Bytes>& row);

}  // namespace partita::jobs
