#pragma once

#include <compare>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

// Views of items and values in their stored form, which are read in place:
//
//   const ItemView item = encoded.view();
//   if (const auto year = item.find("year"); year && year->type() == ValueType::N) {
//     show(year->number().to_string());
//   }
//   for (const MemberView& attribute : item.attributes()) show(attribute.name);
//
// Only to_value and to_item allocate memory. Finding an attribute reads all attributes before it.
// LIFETIME: a view is two pointers; the bytes must outlive it.
// THREADS: safe for concurrent calls.

namespace partita {

// Returns the element at `at` and moves `at` behind it.
template <typename Element>
Element read_element(const char*& at);

// The elements of a list, a map or a set, read one by one.
template <typename Element>
class SequenceView {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Element;
    using difference_type = std::ptrdiff_t;
    using pointer = const Element*;
    using reference = const Element&;

    Iterator() = default;
    Iterator(const char* at, const char* end) : at_(at), next_(at), end_(end) { read(); }
    const Element& operator*() const { return element_; }
    const Element* operator->() const { return &element_; }
    Iterator& operator++() {
      at_ = next_;
      read();
      return *this;
    }
    Iterator operator++(int) { return std::exchange(*this, ++Iterator(*this)); }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

   private:
    void read() {
      if (at_ != end_) element_ = read_element<Element>(next_);
    }

    const char* at_ = nullptr;
    const char* next_ = nullptr;
    const char* end_ = nullptr;
    Element element_{};
  };

  explicit SequenceView(ByteView content) : content_(content) {}

  Iterator begin() const { return Iterator(content_.data(), end_of_content()); }
  Iterator end() const { return Iterator(end_of_content(), end_of_content()); }
  bool is_empty() const { return content_.empty(); }
  // Counts the elements by reading over all of them.
  std::size_t size() const { return static_cast<std::size_t>(std::distance(begin(), end())); }

 protected:
  const char* end_of_content() const { return content_.data() + content_.size(); }

  ByteView content_;
};

class ListView;
class MapView;
using StringSetView = SequenceView<std::string_view>;
using NumberSetView = SequenceView<Number>;
using BinarySetView = SequenceView<ByteView>;

// One step of a document path: a member's name, or an element's index.
using PathStep = std::variant<std::string_view, std::size_t>;

class ValueView {
 public:
  // Validates all bytes once; all other functions rely on that.
  // ERRORS: Corrupt, with the offset and what is wrong there.
  static Result<ValueView> parse(ByteView bytes);
  // REQUIRES: parse would accept `bytes`.
  static ValueView from_valid(ByteView bytes) { return ValueView(bytes); }

  ValueType type() const;

  // REQUIRES: the value is of that type.
  std::string_view string() const;
  Number number() const;
  ByteView binary() const;
  bool boolean() const;
  ListView list() const;
  MapView map() const;
  StringSetView string_set() const;
  NumberSetView number_set() const;
  BinarySetView binary_set() const;

  // The value at the path, or nullopt if there is none. The empty path is the value itself.
  std::optional<ValueView> follow(std::span<const PathStep> path) const;

  ByteView bytes() const { return bytes_; }
  Value to_value() const;

  // Equal values have equal bytes.
  friend bool operator==(const ValueView&, const ValueView&) = default;

 private:
  template <typename Element>
  friend class SequenceView;
  template <typename Element>
  friend Element read_element(const char*& at);

  ValueView() = default;
  explicit ValueView(ByteView bytes) : bytes_(bytes) {}

  ByteView bytes_;
};

// As compare of two Values.
std::partial_ordering compare(const ValueView& left, const ValueView& right);

class ListView : public SequenceView<ValueView> {
 public:
  using SequenceView::SequenceView;

  std::optional<ValueView> at(std::size_t index) const;
};

struct MemberView {
  std::string_view name;
  ValueView value = ValueView::from_valid({});
};

class MapView : public SequenceView<MemberView> {
 public:
  using SequenceView::SequenceView;

  std::optional<ValueView> find(std::string_view name) const;
  Map to_map() const;
};

class ItemView {
 public:
  // Validates all bytes once; all other functions rely on that.
  // ERRORS: Corrupt, with the offset and what is wrong there.
  static Result<ItemView> parse(ByteView bytes);
  // REQUIRES: parse would accept `bytes`.
  static ItemView from_valid(ByteView bytes) { return ItemView(bytes); }

  MapView attributes() const { return MapView(bytes_.substr(1)); }
  std::optional<ValueView> find(std::string_view name) const { return attributes().find(name); }
  // The value at the path, or nullopt. REQUIRES: its first step is a name.
  std::optional<ValueView> follow(std::span<const PathStep> path) const;

  ByteView bytes() const { return bytes_; }
  Item to_item() const { return attributes().to_map(); }

  // Equal items have equal bytes.
  friend bool operator==(const ItemView&, const ItemView&) = default;

 private:
  explicit ItemView(ByteView bytes) : bytes_(bytes) {}

  ByteView bytes_;
};

template <>
ValueView read_element(const char*& at);
template <>
MemberView read_element(const char*& at);
template <>
std::string_view read_element(const char*& at);
template <>
Number read_element(const char*& at);

}  // namespace partita
