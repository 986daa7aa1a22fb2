#pragma once

#include <optional>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::items {

// The item that is stored so, if any. Views the bytes.   ERRORS: Corrupt.
inline Result<std::optional<ItemView>> parse_stored(const std::optional<Bytes>& stored) {
  if (!stored) return std::optional<ItemView>{};
  return std::optional(TRY(ItemView::parse(*stored)));
}

}  // namespace partita::items
