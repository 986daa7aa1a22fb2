#include "store/keys/sort_condition.h"

#include <utility>

#include "store/keys/group_codec.h"

namespace partita::keys {

SortCondition SortCondition::equal(const KeyValue& value) { return between(value, value); }

SortCondition SortCondition::less(const KeyValue& value) {
  return {std::nullopt, Cut{value, Side::Before}};
}

SortCondition SortCondition::less_or_equal(const KeyValue& value) {
  return {std::nullopt, Cut{value, Side::After}};
}

SortCondition SortCondition::greater(const KeyValue& value) {
  return {Cut{value, Side::After}, std::nullopt};
}

SortCondition SortCondition::greater_or_equal(const KeyValue& value) {
  return {Cut{value, Side::Before}, std::nullopt};
}

SortCondition SortCondition::between(const KeyValue& lower, const KeyValue& upper) {
  return {Cut{lower, Side::Before}, Cut{upper, Side::After}};
}

SortCondition SortCondition::begins_with(const StringKey& prefix) {
  return {Cut{prefix, Side::Before}, Cut{prefix, Side::AfterAllItBegins}};
}

SortCondition SortCondition::begins_with(const BinaryKey& prefix) {
  return {Cut{prefix, Side::Before}, Cut{prefix, Side::AfterAllItBegins}};
}

KeyRange SortCondition::range(const Bytes& prefix, KeyForm form) const {
  return normalized({.begin = lower_ ? place(prefix, *lower_, form) : prefix,
                     .end = upper_ ? place(prefix, *upper_, form) : prefix_end(prefix)});
}

// A comparable form is no other's prefix, so the end of its prefix is right behind the value
// whatever follows it. A raw string can begin another one, but nothing follows it: its successor
// is right behind it.
Bytes SortCondition::place(Bytes prefix, const Cut& cut, KeyForm form) {
  if (cut.side == Side::AfterAllItBegins) {
    if (form == KeyForm::Raw) {
      append_raw(prefix, cut.value);
    } else {
      append_grouped_prefix(prefix, bytes_of(cut.value));
    }
    return prefix_end(std::move(prefix));
  }
  append_value(prefix, cut.value, form);
  if (cut.side == Side::Before) return prefix;
  return form == KeyForm::Raw ? successor(std::move(prefix)) : prefix_end(std::move(prefix));
}

}  // namespace partita::keys
