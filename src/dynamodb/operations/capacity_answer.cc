#include "dynamodb/operations/capacity_answer.h"

#include <array>

#include "partita/value/item_codec.h"

namespace partita::operations {
namespace {

constexpr std::int64_t kBytesOfGigabyte = std::int64_t{1} << 30;

bool wants(const CapacityChoice& choice) {
  return choice && *choice != api::ReturnConsumedCapacity::None;
}

api::Capacity capacity(double units) {
  api::Capacity capacity;
  capacity.capacity_units = units;
  return capacity;
}

void add_index(api::ConsumedCapacity& consumed, const items::WriteUnits::OfIndex& part) {
  auto& indexes = part.index->kind == catalog::IndexKind::Local ? consumed.local_secondary_indexes
                                                                : consumed.global_secondary_indexes;
  if (!indexes) indexes.emplace();
  indexes->emplace_back(part.index->name, capacity(part.units));
}

}  // namespace

api::ConsumedCapacity consumed_capacity(const catalog::Table& table,
                                        api::ReturnConsumedCapacity choice,
                                        const items::WriteUnits& units) {
  api::ConsumedCapacity consumed;
  consumed.table_name = table.name;
  consumed.capacity_units = units.total();
  if (choice != api::ReturnConsumedCapacity::Indexes) return consumed;
  consumed.table = capacity(units.table);
  for (const auto& part : units.indexes) add_index(consumed, part);
  return consumed;
}

std::optional<api::ConsumedCapacity> consumed_by_read(const catalog::Table& table,
                                                      const CapacityChoice& choice, double units) {
  if (!wants(choice)) return std::nullopt;
  items::WriteUnits of_table;
  of_table.table = units;
  return consumed_capacity(table, *choice, of_table);
}

std::optional<api::ConsumedCapacity> consumed_by_write(const catalog::Table& table,
                                                       const CapacityChoice& choice,
                                                       const items::ChangeEffect& effect) {
  if (!wants(choice)) return std::nullopt;
  return consumed_capacity(table, *choice, items::write_units(effect));
}

std::optional<api::ItemCollectionMetrics> item_collection_metrics(
    const catalog::Table& table, const MetricsChoice& choice, const ItemView& key,
    const std::optional<items::CollectionChange>& collection) {
  const bool is_wanted = choice && *choice == api::ReturnItemCollectionMetrics::Size;
  if (!is_wanted || !collection) return std::nullopt;
  Bytes partition;
  const std::array<std::string_view, 1> name{table.key.partition[0].name};
  append_projected(partition, key, std::span<const std::string_view>(name));
  api::ItemCollectionMetrics metrics;
  metrics.item_collection_key = EncodedItem(std::move(partition));
  // Ours: the size is known to the byte, but clients expect bounds that are whole gigabytes.
  const auto full_gigabytes = static_cast<double>(collection->bytes_after / kBytesOfGigabyte);
  metrics.size_estimate_range_gb = {full_gigabytes, full_gigabytes + 1};
  return metrics;
}

}  // namespace partita::operations
