#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

// A place between two rows of what a plan reads, and in which direction to go on from there.
struct PageCursor {
  bool is_reversed = false;  // Against the order of the plan.
  // The leg that the last row before the place, as seen in that direction, is of; nullopt: there is
  // none, so the place is at the beginning.
  std::optional<std::size_t> boundary;
  // For each leg the row to go on behind; nullopt: with its first. That of the boundary is the row
  // itself. Of the other legs, rows that do not come behind the boundary are still to be passed.
  std::vector<std::optional<EncodedItem>> positions;
};

void append_cursor(Bytes& bytes, const PageCursor& cursor);
// Nullopt if that is no cursor, or one of another number of legs.
std::optional<PageCursor> read_cursor(ByteView bytes, std::size_t legs);

}  // namespace partita::serving
