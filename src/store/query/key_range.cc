#include "store/query/key_range.h"

#include <cassert>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "partita/base/check.h"
#include "store/items/item_key.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_hash.h"
#include "store/keys/sort_condition.h"

namespace partita::query {
namespace {

using expression::KeyClause;
using keys::SortCondition;

std::vector<keys::KeyValue> key_values(const std::vector<ValueView>& views) {
  std::vector<keys::KeyValue> values;
  values.reserve(views.size());
  for (const ValueView& view : views) values.push_back(items::key_value(view));
  return values;
}

SortCondition begins_with(const keys::KeyValue& prefix) {
  if (const auto* text = std::get_if<keys::StringKey>(&prefix)) {
    return SortCondition::begins_with(*text);
  }
  return SortCondition::begins_with(std::get<keys::BinaryKey>(prefix));
}

SortCondition sort_condition(const KeyClause& clause) {
  const keys::KeyValue value = items::key_value(clause.value);
  switch (clause.op) {
    case KeyClause::Operator::Equal:
      return SortCondition::equal(value);
    case KeyClause::Operator::Less:
      return SortCondition::less(value);
    case KeyClause::Operator::LessOrEqual:
      return SortCondition::less_or_equal(value);
    case KeyClause::Operator::Greater:
      return SortCondition::greater(value);
    case KeyClause::Operator::GreaterOrEqual:
      return SortCondition::greater_or_equal(value);
    case KeyClause::Operator::Between:
      PARTITA_CHECK(clause.upper.has_value());
      return SortCondition::between(value, items::key_value(*clause.upper));
    case KeyClause::Operator::BeginsWith:
      return begins_with(value);
  }
  return SortCondition::equal(value);
}

}  // namespace

keys::KeyRange key_range(const ReadSource& source, const expression::KeyCondition& condition) {
  // The hash is of all partition attributes; with fewer it would be that of another partition.
  PARTITA_CHECK(condition.partition.size() == source.key().partition.size());
  const auto partition = key_values(condition.partition);
  const keys::Partition place{.table = source.table->id,
                              .index = source.index_id(),
                              .hash = keys::hash_partition(partition)};
  const auto equal = key_values(condition.sort_equal);
  keys::SortConditions sort{.equal = equal};
  if (condition.sort_range) sort.last = sort_condition(*condition.sort_range);
  // A table's only sort attribute stands last in its keys: there an equality is a range, too.
  if (source.index == nullptr && !equal.empty()) {
    assert(equal.size() == 1 && !condition.sort_range);
    sort = {.equal = {}, .last = SortCondition::equal(equal[0])};
  }
  return keys::partition_range(place, sort);
}

}  // namespace partita::query
