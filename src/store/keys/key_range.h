#pragma once

#include "partita/base/bytes.h"

namespace partita::keys {

// The keys from `begin` up to but not including `end`. An empty `end` means: no upper bound.
struct KeyRange {
  Bytes begin;
  Bytes end;

  bool contains(ByteView key) const;
  // True if no key can be in it.
  bool is_empty() const;
  friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

// The smallest key greater than all keys that start with `prefix`; empty if there is none, which
// is so for a prefix of nothing but FF bytes, and for the empty prefix.
Bytes prefix_end(Bytes prefix);

// All keys that start with `prefix`.
KeyRange prefix_range(Bytes prefix);

// The smallest key greater than `key`.
Bytes successor(Bytes key);

// A page ended at `key`, which need not exist any more nor lie inside the range. What is left of
// the range for the next page, reading forward and reading backward.
// REQUIRES: `key` is not empty, which no key of ours is.
KeyRange rest_after(KeyRange range, ByteView key);
KeyRange rest_before(KeyRange range, ByteView key);

// A range with begin > end, which an engine need not understand, as an equally empty begin == end.
KeyRange normalized(KeyRange range);

}  // namespace partita::keys
