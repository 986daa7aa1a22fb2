#include "partita/value/encoded_item.h"

#include <algorithm>
#include <iterator>

namespace partita {

void EncodedItemList::begin_buffer() {
  const std::size_t bytes = bytes_.size();
  full_.push_back({.begin = full_bytes_, .bytes = std::exchange(bytes_, {})});
  full_bytes_ += bytes;
}

// From this place to the end of its buffer.
ByteView EncodedItemList::full_buffer_from(std::size_t place) const {
  const auto behind =
      std::upper_bound(full_.begin(), full_.end(), place,
                       [](std::size_t at, const FullBuffer& buffer) { return at < buffer.begin; });
  const FullBuffer& buffer = *std::prev(behind);
  return ByteView(buffer.bytes).substr(place - buffer.begin);
}

}  // namespace partita
