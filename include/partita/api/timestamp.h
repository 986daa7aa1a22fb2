#pragma once

namespace partita::api {

// A moment as seconds since 1970-01-01T00:00:00Z, exact to a millisecond: on the wire it is a
// number with at most three decimals.
struct Timestamp {
  double seconds = 0;

  friend bool operator==(const Timestamp&, const Timestamp&) = default;
};

}  // namespace partita::api
