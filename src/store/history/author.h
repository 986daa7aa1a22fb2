#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita::history {

// Who has made a change. Owns nothing.
struct Author {
  enum class Kind : std::uint8_t {  // DO NOT CHANGE: stored.
    Unknown = 0,                    // The change is older than this was kept.
    Client = 1,
    Expiry = 2,   // TTL.
    Server = 3,   // Of its own accord: a due step, a materialised item.
    Restore = 4,  // A table was made of the past of another one.
    Undo = 5,     // A person has taken changes back.
  };
  // Of what a client calls its access key; more of it is not kept.
  static constexpr std::size_t kAccessKeyBytesMax = 128;

  Kind kind = Kind::Client;
  // How the id of the request begins (wire/protocol/request_id.h); 0: there was none, as where a
  // program has the database in it.
  std::uint64_t request = 0;
  std::string_view access_key = {};  // Empty: none.
  // By which the caller follows its request through several services; empty: none. Not kept.
  std::string_view correlation = {};

  friend bool operator==(const Author&, const Author&) = default;
};

// "client", "expiry", ..; empty for Unknown.
std::string_view name_of(Author::Kind kind);

}  // namespace partita::history
