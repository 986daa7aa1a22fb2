#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

// A place between two rows of a result, and the direction in which reading continues from there.
// The result is merged from several legs (queries), each of which has a position of its own.
struct PageCursor {
  bool is_reversed = false;  // Against the order of the plan.
  // The leg that the last row which was returned belongs to. Nullopt: none was, so the place is at
  // the beginning.
  std::optional<std::size_t> boundary;
  // For each leg the row behind which reading continues; nullopt: it begins with the first row. The
  // position of the boundary's leg is the last row that was returned. In the other legs, rows that
  // come before that row in the order of the result are skipped.
  std::vector<std::optional<EncodedItem>> positions;
};

void append_cursor(Bytes& bytes, const PageCursor& cursor);
// Nullopt if that is no cursor, or one of another number of legs.
std::optional<PageCursor> read_cursor(ByteView bytes, std::size_t legs);

}  // namespace partita::serving
