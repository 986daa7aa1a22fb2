#include "dynamodb/operations/query_key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <string_view>
#include <vector>

#include "dynamodb/operations/read_source.h"
#include "language/expression/document_paths.h"
#include "partita/api/exception.h"
#include "store/items/item_key.h"

namespace partita::operations {
namespace {

using catalog::KeyAttribute;
using catalog::KeySchema;
using expression::KeyClause;
using expression::KeyCondition;
using query::ReadSource;

using Clauses = std::span<const KeyClause>;

const KeyClause* find_clause(Clauses clauses, std::string_view attribute) {
  const auto found = std::find_if(clauses.begin(), clauses.end(), [&](const KeyClause& clause) {
    return clause.attribute == attribute;
  });
  return found == clauses.end() ? nullptr : &*found;
}

Status check_count(const KeySchema& key, Clauses clauses) {
  const std::size_t attribute_count = key.partition.size() + key.sort.size();
  if (clauses.size() <= attribute_count) return {};
  return api::invalid(
      fmt::format("The number of query conditions ({}) exceeds the number of key attributes "
                  "defined in the schema ({})",
                  clauses.size(), attribute_count));
}

bool fits(const KeyAttribute& attribute, const KeyClause& clause) {
  return items::has_type(clause.value, attribute.type) &&
         (!clause.upper || items::has_type(*clause.upper, attribute.type));
}

Status check_types(const std::vector<KeyAttribute>& attributes, Clauses clauses) {
  for (const KeyAttribute& attribute : attributes) {
    const KeyClause* const clause = find_clause(clauses, attribute.name);
    if (clause == nullptr || fits(attribute, *clause)) continue;
    return api::invalid(
        "One or more parameter values were invalid: Condition parameter type does not match schema "
        "type");
  }
  return {};
}

// AWS tells of a missing partition attribute before it looks at any value.
bool has_partition(const KeySchema& key, Clauses clauses) {
  return std::all_of(key.partition.begin(), key.partition.end(), [&](const auto& attribute) {
    return find_clause(clauses, attribute.name) != nullptr;
  });
}

std::vector<std::string_view> names_of(const std::vector<KeyAttribute>& attributes) {
  std::vector<std::string_view> names;
  for (const KeyAttribute& attribute : attributes) names.emplace_back(attribute.name);
  return names;
}

Result<KeyCondition> match(const KeySchema& key, Clauses clauses) {
  const auto partition = names_of(key.partition);
  const auto sort = names_of(key.sort);
  return expression::match_key({.partition = partition, .sort = sort}, clauses);
}

Status check_values(const KeySchema& key, Clauses clauses) {
  for (const KeyAttribute& attribute : key.partition) {
    TRY(items::check_partition_value(attribute, find_clause(clauses, attribute.name)->value));
  }
  for (const KeyAttribute& attribute : key.sort) {
    const KeyClause* const clause = find_clause(clauses, attribute.name);
    if (clause == nullptr) continue;
    TRY(items::check_sort_value(attribute, clause->value));
    if (clause->upper) TRY(items::check_sort_value(attribute, *clause->upper));
  }
  return {};
}

bool begins_with(const ValueView& value, const ValueView& prefix) {
  if (value.type() == ValueType::S) return value.string().starts_with(prefix.string());
  return value.binary().starts_with(prefix.binary());
}

// REQUIRES: all values are of one type.
bool meets(const KeyClause& clause, const ValueView& value) {
  const auto order = compare(value, clause.value);
  switch (clause.op) {
    case KeyClause::Operator::Equal:
      return std::is_eq(order);
    case KeyClause::Operator::Less:
      return std::is_lt(order);
    case KeyClause::Operator::LessOrEqual:
      return std::is_lteq(order);
    case KeyClause::Operator::Greater:
      return std::is_gt(order);
    case KeyClause::Operator::GreaterOrEqual:
      return std::is_gteq(order);
    case KeyClause::Operator::Between:
      return std::is_gteq(order) && std::is_lteq(compare(value, *clause.upper));
    case KeyClause::Operator::BeginsWith:
      return begins_with(value, clause.value);
  }
  return false;
}

bool have(const ItemView& key, const std::vector<KeyAttribute>& attributes,
          const std::vector<ValueView>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (key.find(attributes[i].name) != values[i]) return false;
  }
  return true;
}

bool meets_sort(const KeySchema& key, const KeyCondition& condition, const ItemView& start_key) {
  if (!have(start_key, key.sort, condition.sort_equal)) return false;
  if (!condition.sort_range) return true;
  return meets(*condition.sort_range, *start_key.find(condition.sort_range->attribute));
}

}  // namespace

Result<KeyCondition> match_query_key(const ReadSource& source, Clauses clauses, bool is_indexable) {
  const KeySchema& key = source.key();
  TRY(check_count(key, clauses));
  if (is_indexable && has_partition(key, clauses)) {
    TRY(check_types(key.partition, clauses));
    TRY(check_types(key.sort, clauses));
  }
  auto condition = TRY(match(key, clauses));
  if (!is_indexable) {
    return api::invalid("Attempted conditional constraint is not an indexable operation");
  }
  TRY(check_values(key, clauses));
  return condition;
}

Status check_restart(const ReadSource& source, const KeyCondition& condition,
                     const ItemView& start_key) {
  const KeySchema& key = source.key();
  const bool is_in_partition = have(start_key, key.partition, condition.partition);
  const bool has_sort_condition = !condition.sort_equal.empty() || condition.sort_range;
  if (!has_sort_condition) {
    if (is_in_partition) return {};
    return api::invalid(
        "The provided starting key is outside query boundaries based on provided conditions");
  }
  if (!meets_sort(key, condition, start_key)) {
    return api::invalid("The provided starting key does not match the range key predicate");
  }
  // AWS: these words, also where a query could return many rows.
  if (is_in_partition) return {};
  return api::invalid("The query can return at most one row and cannot be restarted");
}

Status check_filter_spares_key(const ReadSource& source, const expression::Condition& filter,
                               std::string_view parameter) {
  const auto names = expression::attribute_names(filter.paths());
  for (const auto* attributes : {&source.key().partition, &source.key().sort}) {
    for (const KeyAttribute& attribute : *attributes) {
      if (!std::binary_search(names.begin(), names.end(), attribute.name)) continue;
      return api::invalid(
          fmt::format("{} can only contain non-primary key attributes: Primary key attribute: {}",
                      parameter, attribute.name));
    }
  }
  return {};
}

Status check_filter_is_projected(const ReadSource& source, const expression::Condition& filter) {
  const auto names = missing_attributes(source, filter.paths());
  if (names.empty()) return {};
  return api::invalid(
      fmt::format("One or more parameter values were invalid: Secondary index {} does not project "
                  "one or more filter attributes: [{}]",
                  source.index->name, fmt::join(names, ", ")));
}

}  // namespace partita::operations
