#pragma once

#include <optional>
#include <span>

#include "partita/base/bytes.h"
#include "store/keys/key_codec.h"
#include "store/keys/key_range.h"
#include "store/keys/key_value.h"

namespace partita::keys {

// One condition of a Query on one sort attribute. Does not own the bytes of its values.
// begins_with takes strings and binaries only: a number has no beginning.
class SortCondition {
 public:
  static SortCondition equal(const KeyValue& value);
  static SortCondition less(const KeyValue& value);
  static SortCondition less_or_equal(const KeyValue& value);
  static SortCondition greater(const KeyValue& value);
  static SortCondition greater_or_equal(const KeyValue& value);
  // Both ends belong to it. Nothing lies between if `upper` is less than `lower`.
  static SortCondition between(const KeyValue& lower, const KeyValue& upper);
  static SortCondition begins_with(const StringKey& prefix);
  static SortCondition begins_with(const BinaryKey& prefix);

  // The keys that start with `prefix`, go on with a value that meets this condition, encoded in
  // `form`, and, if that is Comparable, go on with anything after it.
  KeyRange range(const Bytes& prefix, KeyForm form) const;

 private:
  // Where a range is cut, seen from the keys that hold `value`.
  enum class Side { Before, After, AfterAllItBegins };
  struct Cut {
    KeyValue value;
    Side side;
  };

  SortCondition(std::optional<Cut> lower, std::optional<Cut> upper)
      : lower_(lower), upper_(upper) {}
  static Bytes place(Bytes prefix, const Cut& cut, KeyForm form);

  std::optional<Cut> lower_;
  std::optional<Cut> upper_;
};

// The conditions of a Query on the sort attributes of its index: the first ones have the values
// of `equal`, the next one meets `last`, the others are free. By default all are.
struct SortConditions {
  std::span<const KeyValue> equal = {};
  std::optional<SortCondition> last = std::nullopt;
};

}  // namespace partita::keys
