#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "partita/base/bytes.h"

namespace partita::search {

// How often a term is in one field of an item.
struct FieldUse {
  std::uint8_t field = 0;    // Its number in the search.
  std::uint32_t count = 0;   // Of the term there.
  std::uint32_t length = 0;  // Words of the field.

  friend bool operator==(const FieldUse&, const FieldUse&) = default;
};

// All that the score of an item for one term depends on. A term of a filter has none.
using Posting = std::vector<FieldUse>;

Bytes encode(const Posting& posting);
// nullopt: it is damaged.
std::optional<Posting> decode_posting(ByteView bytes);

}  // namespace partita::search
