#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"

namespace partita {

// An item in its stored form, which owns its bytes: the form of items in requests and responses. It
// is one allocation, however many attributes there are. `view()` reads it in place, and
// `view().to_item()` makes an Item that can be changed.
class EncodedItem {
 public:
  // An item without attributes.
  EncodedItem() : bytes_(encode(Item{})) {}
  // REQUIRES: ItemView::parse would accept `bytes`.
  explicit EncodedItem(Bytes bytes) : bytes_(std::move(bytes)) {}
  explicit EncodedItem(const ItemView& item) : bytes_(item.bytes()) {}
  // REQUIRES: check_item accepts the item.
  explicit EncodedItem(const Item& item) : bytes_(encode(item)) {}

  // LIFETIME: the view is valid until this object is changed, moved or destroyed.
  ItemView view() const { return ItemView::from_valid(bytes_); }
  const Bytes& bytes() const { return bytes_; }

  friend bool operator==(const EncodedItem&, const EncodedItem&) = default;

 private:
  Bytes bytes_;
};

// A value in its stored form, which owns its bytes. As EncodedItem.
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

// A list of items that share a buffer, so that a page of a Query does not need an allocation for
// each item. A list of megabytes has several buffers, so that growing does not copy it.
//
//   for (std::size_t i = 0; i < list.size(); ++i) show(list.at(i));
class EncodedItemList {
 public:
  std::size_t size() const { return ends_.size(); }
  bool is_empty() const { return ends_.empty(); }
  std::size_t size_bytes() const { return full_bytes_ + bytes_.size(); }
  // Valid until the next call that changes the list.
  ItemView at(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    const ByteView buffer = begin < full_bytes_ ? full_buffer_from(begin)
                                                : ByteView(bytes_).substr(begin - full_bytes_);
    return ItemView::from_valid(buffer.substr(0, ends_[index] - begin));
  }

  void append(const ItemView& item) {
    append_with([&](Bytes& bytes) { bytes.append(item.bytes()); });
  }
  // Lets `write(bytes)` append the stored form of one item to the buffer.
  template <typename Write>
  void append_with(Write write) {
    if (bytes_.size() >= kFullBytes) begin_buffer();
    write(bytes_);
    ends_.push_back(full_bytes_ + bytes_.size());
  }

 private:
  static constexpr std::size_t kFullBytes = std::size_t{256} << 10;

  // A buffer that takes no more items, and the place of its first byte in the list.
  struct FullBuffer {
    std::size_t begin;
    Bytes bytes;
  };

  void begin_buffer();
  ByteView full_buffer_from(std::size_t place) const;

  std::vector<FullBuffer> full_;
  std::size_t full_bytes_ = 0;  // In all of them.
  Bytes bytes_;                 // The buffer that takes the next item.
  std::vector<std::size_t> ends_;
};

}  // namespace partita
