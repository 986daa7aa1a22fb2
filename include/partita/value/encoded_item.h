#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"

namespace partita {

// An item in its stored form that owns its bytes: how items travel through requests, operations and
// answers. Costs one allocation whatever it holds.
class EncodedItem {
 public:
  // An item without attributes.
  EncodedItem() : bytes_(encode(Item{})) {}
  // REQUIRES: ItemView::parse would accept `bytes`.
  explicit EncodedItem(Bytes bytes) : bytes_(std::move(bytes)) {}
  explicit EncodedItem(const ItemView& item) : bytes_(item.bytes()) {}
  // REQUIRES: check_item accepts the item.
  explicit EncodedItem(const Item& item) : bytes_(encode(item)) {}

  // Views bytes of this object: gone when it is moved or destroyed.
  ItemView view() const { return ItemView::from_valid(bytes_); }
  const Bytes& bytes() const { return bytes_; }

  friend bool operator==(const EncodedItem&, const EncodedItem&) = default;

 private:
  Bytes bytes_;
};

// A value in its stored form that owns its bytes.
class EncodedValue {
 public:
  EncodedValue() : bytes_(encode(Value{})) {}
  explicit EncodedValue(const ValueView& value) : bytes_(value.bytes()) {}
  // REQUIRES: as check_item for the value.
  explicit EncodedValue(const Value& value) : bytes_(encode(value)) {}

  ValueView view() const { return ValueView::from_valid(bytes_); }

  friend bool operator==(const EncodedValue&, const EncodedValue&) = default;

 private:
  Bytes bytes_;
};

// Many items one behind the other in one buffer: a page of a Query costs no allocation an item.
class EncodedItemList {
 public:
  std::size_t size() const { return ends_.size(); }
  bool is_empty() const { return ends_.empty(); }
  std::size_t size_bytes() const { return bytes_.size(); }
  // Valid until the next call that changes the list.
  ItemView at(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return ItemView::from_valid(ByteView(bytes_).substr(begin, ends_[index] - begin));
  }

  void append(const ItemView& item) {
    bytes_.append(item.bytes());
    ends_.push_back(bytes_.size());
  }
  // Lets `write(bytes)` append the stored form of one item to the buffer.
  template <typename Write>
  void append_with(Write write) {
    write(bytes_);
    ends_.push_back(bytes_.size());
  }

 private:
  Bytes bytes_;
  std::vector<std::size_t> ends_;
};

}  // namespace partita
