#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/number.h"

namespace partita {

// A binary value. A type of its own, so that it is never mistaken for a string.
struct Binary {
  Bytes bytes;

  friend bool operator==(const Binary&, const Binary&) = default;
  friend std::strong_ordering operator<=>(const Binary&, const Binary&) = default;
};

// A set of at least one element, in ascending order: strings and binaries by their unsigned bytes,
// numbers by value. DynamoDB has no empty sets.
template <typename Element>
class ValueSet {
 public:
  // ERRORS: InvalidArgument with DynamoDB's message if it is empty or has duplicates.
  static Result<ValueSet> create(std::vector<Element> elements);

  const std::vector<Element>& elements() const { return elements_; }
  std::size_t size() const { return elements_.size(); }
  bool contains(const Element& element) const {
    return std::binary_search(elements_.begin(), elements_.end(), element);
  }

  // The union of both sets.
  ValueSet united(const ValueSet& other) const {
    ValueSet result;
    std::set_union(elements_.begin(), elements_.end(), other.elements_.begin(),
                   other.elements_.end(), std::back_inserter(result.elements_));
    return result;
  }

  // The elements that `other` does not have, or nullopt if that leaves none.
  std::optional<ValueSet> without(const ValueSet& other) const {
    ValueSet result;
    std::set_difference(elements_.begin(), elements_.end(), other.elements_.begin(),
                        other.elements_.end(), std::back_inserter(result.elements_));
    return result.elements_.empty() ? std::nullopt : std::optional(std::move(result));
  }

  // REQUIRES: the elements are in strictly ascending order, and there is at least one.
  static ValueSet from_sorted(std::vector<Element> elements) {
    ValueSet result;
    result.elements_ = std::move(elements);
    return result;
  }

  friend bool operator==(const ValueSet&, const ValueSet&) = default;

 private:
  ValueSet() = default;

  std::vector<Element> elements_;
};

using StringSet = ValueSet<std::string>;
using NumberSet = ValueSet<Number>;
using BinarySet = ValueSet<Binary>;

extern template class ValueSet<std::string>;
extern template class ValueSet<Number>;
extern template class ValueSet<Binary>;

}  // namespace partita
