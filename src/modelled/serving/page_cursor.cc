#include "modelled/serving/page_cursor.h"

#include <utility>

#include "partita/base/varint.h"
#include "partita/value/item_view.h"

// cursor   := direction:u8 boundary:varint legs:varint position{legs}
// direction: 0 in the order of the plan, 1 against it
// boundary : 0 for none, else the number of the leg, from 1
// position := size:varint item{size}   in its stored form; size 0 for none

namespace partita::serving {
namespace {

// Nullopt if it cannot be read; an empty position is none.
std::optional<std::optional<EncodedItem>> take_position(ByteView& bytes) {
  const auto size = take_varint(bytes);
  if (!size || *size > bytes.size()) return std::nullopt;
  const ByteView item = bytes.substr(0, *size);
  bytes.remove_prefix(*size);
  if (item.empty()) return std::optional<EncodedItem>();
  const auto view = ItemView::parse(item);
  if (!view.ok()) return std::nullopt;
  return std::optional(EncodedItem(*view));
}

}  // namespace

void append_cursor(Bytes& bytes, const PageCursor& cursor) {
  bytes.push_back(cursor.is_reversed ? '\1' : '\0');
  append_varint(bytes, cursor.boundary ? *cursor.boundary + 1 : 0);
  append_varint(bytes, cursor.positions.size());
  for (const auto& position : cursor.positions) {
    append_varint(bytes, position ? position->bytes().size() : 0);
    if (position) bytes += position->bytes();
  }
}

std::optional<PageCursor> read_cursor(ByteView bytes, std::size_t legs) {
  if (bytes.empty()) return std::nullopt;
  PageCursor cursor;
  cursor.is_reversed = bytes.front() == '\1';
  bytes.remove_prefix(1);
  const auto boundary = take_varint(bytes);
  const auto count = take_varint(bytes);
  if (!boundary || *boundary > legs || count != legs) return std::nullopt;
  if (*boundary > 0) cursor.boundary = *boundary - 1;
  for (std::size_t i = 0; i < legs; ++i) {
    auto position = take_position(bytes);
    if (!position) return std::nullopt;
    cursor.positions.push_back(std::move(*position));
  }
  const bool has_boundary = !cursor.boundary || cursor.positions[*cursor.boundary];
  if (!has_boundary || !bytes.empty()) return std::nullopt;
  return cursor;
}

}  // namespace partita::serving
