#include "dynamodb/operations/answer_by_table.h"

#include <algorithm>
#include <utility>

namespace partita::operations {
namespace {

void add_indexes(items::WriteUnits& sum, const items::WriteUnits& units) {
  for (const auto& part : units.indexes) {
    const auto same = std::find_if(sum.indexes.begin(), sum.indexes.end(),
                                   [&](const auto& known) { return known.index == part.index; });
    if (same == sum.indexes.end()) {
      sum.indexes.push_back(part);
    } else {
      same->units += part.units;
    }
  }
}

// Tells the units again as what they are.
template <typename Consumed>
void split(Consumed& consumed, CapacitySplit how) {
  if (how == CapacitySplit::Reads) consumed.read_capacity_units = consumed.capacity_units;
  if (how == CapacitySplit::Writes) consumed.write_capacity_units = consumed.capacity_units;
}

void split_all(api::ConsumedCapacity& consumed, CapacitySplit how) {
  split(consumed, how);
  if (consumed.table) split(*consumed.table, how);
  for (auto* indexes : {&consumed.local_secondary_indexes, &consumed.global_secondary_indexes}) {
    if (!*indexes) continue;
    for (auto& [name, capacity] : **indexes) split(capacity, how);
  }
}

}  // namespace

items::WriteUnits& CapacityByTable::sum_of(const catalog::Table& table) {
  for (Sum& sum : sums_) {
    if (sum.table->id == table.id) return sum.units;
  }
  sums_.push_back({.table = &table, .units = {}});
  return sums_.back().units;
}

void CapacityByTable::add_read(const catalog::Table& table, double units) {
  if (is_wanted()) sum_of(table).table += units;
}

void CapacityByTable::add_write(const catalog::Table& table, const items::WriteUnits& units) {
  if (!is_wanted()) return;
  items::WriteUnits& sum = sum_of(table);
  sum.table += units.table;
  add_indexes(sum, units);
}

std::optional<std::vector<api::ConsumedCapacity>> CapacityByTable::answer() const {
  if (!is_wanted()) return std::nullopt;
  std::vector<api::ConsumedCapacity> answer;
  answer.reserve(sums_.size());
  for (const Sum& sum : sums_) {
    answer.push_back(consumed_capacity(*sum.table, choice_, sum.units));
    split_all(answer.back(), split_);
  }
  return answer;
}

void CollectionsByTable::add(const catalog::Table& table, const ItemView& key,
                             const std::optional<items::CollectionChange>& collection) {
  auto metrics = item_collection_metrics(table, choice_, key, collection);
  if (!metrics) return;
  auto entry = std::find_if(tables_.begin(), tables_.end(),
                            [&](const auto& known) { return known.first == table.name; });
  if (entry == tables_.end()) {
    tables_.emplace_back(table.name, std::vector<api::ItemCollectionMetrics>{});
    entry = std::prev(tables_.end());
  }
  const bool is_known = std::any_of(
      entry->second.begin(), entry->second.end(),
      [&](const auto& known) { return known.item_collection_key == metrics->item_collection_key; });
  if (!is_known) entry->second.push_back(std::move(*metrics));
}

std::optional<CollectionsByTable::Answer> CollectionsByTable::answer() && {
  if (tables_.empty()) return std::nullopt;
  return std::move(tables_);
}

}  // namespace partita::operations
