#pragma once

namespace partita::api {

// A moment in seconds since 1970. On the wire it is a number with three decimals.
struct Timestamp {
  double seconds = 0;

  friend bool operator==(const Timestamp&, const Timestamp&) = default;
};

}  // namespace partita::api
