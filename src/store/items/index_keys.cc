#include "store/items/index_keys.h"

#include <fmt/format.h>

#include <cstddef>

#include "partita/api/exception.h"
#include "store/items/item_key.h"

namespace partita::items {
namespace {

using catalog::Index;
using catalog::KeyAttribute;

enum class Part { Partition, Sort };

std::size_t bytes_max(Part part) {
  return part == Part::Partition ? kPartitionKeyBytesMax : kSortKeyBytesMax;
}

bool is_empty(const ValueView& value) {
  return value.type() != ValueType::N && key_bytes(value) == 0;
}

Error wrong_type(const Index& index, const KeyAttribute& attribute, const ValueView& value) {
  return api::invalid(fmt::format(
      "One or more parameter values were invalid: Type mismatch for Index Key {} "
      "Expected: {} Actual: {} IndexName: {}",
      attribute.name, static_cast<char>(attribute.type), name_of(value.type()), index.name));
}

Error empty_value(const Index& index, const KeyAttribute& attribute, const ValueView& value,
                  WrittenBy how) {
  const std::string_view type = value.type() == ValueType::S ? "string" : "binary";
  if (how == WrittenBy::Update) {
    return impossible_key_value(fmt::format(
        "One or more parameter values are not valid. The update expression attempted to update a "
        "secondary index key to a value that is not supported. The AttributeValue for a key "
        "attribute cannot contain an empty {} value.",
        type));
  }
  return impossible_key_value(
      fmt::format("One or more parameter values are not valid. A value specified for a secondary "
                  "index key is not supported. The AttributeValue for a key attribute cannot "
                  "contain an empty {} value. IndexName: {}, IndexKey: {}",
                  type, index.name, attribute.name));
}

Error too_long(const Index& index, const KeyAttribute& attribute, std::size_t bytes, Part part) {
  return api::invalid(
      fmt::format("One or more parameter values were invalid: Size limit exceeded for Index Key {} "
                  "Actual Size: {} bytes Max Size: {} bytes IndexName: {}",
                  attribute.name, bytes, bytes_max(part), index.name));
}

struct PartOfKey {
  const Index& index;
  const std::vector<KeyAttribute>& attributes;
  Part part;
};

bool stays(const IndexedWrite& written, const KeyAttribute& attribute, const ValueView& value) {
  return written.before && written.before->find(attribute.name) == value;
}

// Ours: of several sort attributes the sum is limited, because together they are one key.
Status check_part(const PartOfKey& key, const IndexedWrite& written) {
  std::size_t sum = 0;
  for (const KeyAttribute& attribute : key.attributes) {
    const auto value = written.item.find(attribute.name);
    if (!value || stays(written, attribute, *value)) continue;
    if (!has_type(*value, attribute.type)) return wrong_type(key.index, attribute, *value);
    if (is_empty(*value)) return empty_value(key.index, attribute, *value, written.how);
    const std::size_t bytes = key_bytes(*value);
    sum = key.part == Part::Sort ? sum + bytes : bytes;
    if (sum > bytes_max(key.part)) return too_long(key.index, attribute, bytes, key.part);
  }
  return {};
}

Status check_index(const Index& index, const IndexedWrite& written) {
  TRY(check_part({index, index.key.partition, Part::Partition}, written));
  return check_part({index, index.key.sort, Part::Sort}, written);
}

bool has_part(const PartOfKey& key, const ItemView& item) {
  std::size_t sum = 0;
  for (const KeyAttribute& attribute : key.attributes) {
    const auto value = item.find(attribute.name);
    if (!value || !has_type(*value, attribute.type) || is_empty(*value)) return false;
    const std::size_t bytes = key_bytes(*value);
    sum = key.part == Part::Sort ? sum + bytes : bytes;
    if (sum > bytes_max(key.part)) return false;
  }
  return true;
}

}  // namespace

Status check_index_keys(const catalog::Table& table, const IndexedWrite& written) {
  const Index* first = nullptr;
  Status problem;
  for (const Index& index : table.indexes) {
    if (!index.is_written() || (first != nullptr && first->name < index.name)) continue;
    Status status = check_index(index, written);
    if (status.ok()) continue;
    first = &index;
    problem = std::move(status);
  }
  return problem;
}

bool is_in_index(const Index& index, const ItemView& item) {
  return has_part({index, index.key.partition, Part::Partition}, item) &&
         has_part({index, index.key.sort, Part::Sort}, item);
}

}  // namespace partita::items
