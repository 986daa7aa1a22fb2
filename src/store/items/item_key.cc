#include "store/items/item_key.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "partita/api/exception.h"
#include "partita/base/check.h"

namespace partita::items {
namespace {

using catalog::KeyAttribute;
using catalog::Table;
using keys::KeyValueType;

Error schema_mismatch() {
  return api::invalid("The provided key element does not match the schema");
}

Error missing_key(std::string_view name) {
  return api::invalid(fmt::format(
      "One or more parameter values were invalid: Missing the key {} in the item", name));
}

Error type_mismatch(const KeyAttribute& attribute, const ValueView& value) {
  return api::invalid(fmt::format(
      "One or more parameter values were invalid: Type mismatch for key {} expected: {} actual: {}",
      attribute.name, static_cast<char>(attribute.type), name_of(value.type())));
}

Status check_not_empty(const KeyAttribute& attribute, const ValueView& value) {
  if (value.type() == ValueType::N || key_bytes(value) > 0) return {};
  return impossible_key_value(
      fmt::format("One or more parameter values are not valid. The AttributeValue for a key "
                  "attribute cannot contain an empty {} value. Key: {}",
                  value.type() == ValueType::S ? "string" : "binary", attribute.name));
}

Bytes item_key(const Table& table, const ValueView& partition,
               const std::optional<ValueView>& sort) {
  const keys::Partition place{.table = table.id,
                              .hash = keys::hash_partition(key_value(partition))};
  return keys::item_key(place, sort ? std::optional(key_value(*sort)) : std::nullopt);
}

Result<ValueView> find_typed(const KeyAttribute& attribute, const ItemView& item) {
  const auto value = item.find(attribute.name);
  if (!value) return missing_key(attribute.name);
  if (!has_type(*value, attribute.type)) return type_mismatch(attribute, *value);
  return *value;
}

Result<ValueView> find_argument(const KeyAttribute& attribute, const ItemView& key) {
  const auto value = key.find(attribute.name);
  if (!value || !has_type(*value, attribute.type)) return schema_mismatch();
  return *value;
}

Result<Bytes> checked_key(const Table& table, const ValueView& partition,
                          const std::optional<ValueView>& sort) {
  TRY(check_partition_value(table.key.partition[0], partition));
  if (sort) TRY(check_sort_value(table.key.sort[0], *sort));
  return item_key(table, partition, sort);
}

}  // namespace

bool has_type(const ValueView& value, KeyValueType type) {
  switch (type) {
    case KeyValueType::String:
      return value.type() == ValueType::S;
    case KeyValueType::Number:
      return value.type() == ValueType::N;
    case KeyValueType::Binary:
      return value.type() == ValueType::B;
  }
  return false;
}

std::size_t key_bytes(const ValueView& value) {
  if (value.type() == ValueType::S) return value.string().size();
  if (value.type() == ValueType::B) return value.binary().size();
  return value.number().size_bytes();
}

keys::KeyValue key_value(const ValueView& value) {
  if (value.type() == ValueType::S) return keys::StringKey{value.string()};
  if (value.type() == ValueType::B) return keys::BinaryKey{value.binary()};
  return value.number();
}

Error impossible_key_value(std::string message) {
  return {ErrorKind::InvalidArgument, std::move(message),
          std::make_shared<const ImpossibleKeyValue>()};
}

Status check_partition_value(const KeyAttribute& attribute, const ValueView& value) {
  TRY(check_not_empty(attribute, value));
  if (key_bytes(value) <= kPartitionKeyBytesMax) return {};
  // AWS: there is no space before the number.
  return impossible_key_value(
      "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size "
      "limit of2048 bytes");
}

Status check_sort_value(const KeyAttribute& attribute, const ValueView& value) {
  TRY(check_not_empty(attribute, value));
  if (key_bytes(value) <= kSortKeyBytesMax) return {};
  return impossible_key_value(
      "One or more parameter values were invalid: Aggregated size of all range keys has exceeded "
      "the size limit of 1024 bytes");
}

Result<Bytes> key_of_item(const Table& table, const ItemView& item) {
  const auto partition = TRY(find_typed(table.key.partition[0], item));
  if (!table.has_sort_key()) return checked_key(table, partition, std::nullopt);
  const auto sort = TRY(find_typed(table.key.sort[0], item));
  return checked_key(table, partition, sort);
}

Result<Bytes> key_of_argument(const Table& table, const ItemView& key) {
  const std::size_t expected = table.has_sort_key() ? 2 : 1;
  if (key.attributes().size() != expected) return schema_mismatch();
  const auto partition = TRY(find_argument(table.key.partition[0], key));
  if (!table.has_sort_key()) return checked_key(table, partition, std::nullopt);
  const auto sort = TRY(find_argument(table.key.sort[0], key));
  return checked_key(table, partition, sort);
}

Bytes key_of_stored(const Table& table, const ItemView& item) {
  const auto partition = item.find(table.key.partition[0].name);
  const auto sort =
      table.has_sort_key() ? item.find(table.key.sort[0].name) : std::optional<ValueView>{};
  PARTITA_CHECK(partition.has_value());
  return item_key(table, *partition, sort);
}

}  // namespace partita::items
