#include "dynamodb/schema/table_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "dynamodb/schema/table_errors.h"
#include "dynamodb/schema/table_keys.h"
#include "partita/api/exception.h"

namespace partita::schema {
namespace {

using catalog::Index;
using catalog::IndexKind;

// AWS documents 100 for all indexes together; the text is ours.
constexpr std::size_t kProjectedAttributesMax = 100;

catalog::IndexProjection projection_of(api::ProjectionType type) {
  switch (type) {
    case api::ProjectionType::KeysOnly:
      return catalog::IndexProjection::KeysOnly;
    case api::ProjectionType::Include:
      return catalog::IndexProjection::Include;
    case api::ProjectionType::All:
      break;
  }
  return catalog::IndexProjection::All;
}

Status check_projection(const api::Projection& projection) {
  if (!projection.projection_type) return invalid_parameter("Unknown ProjectionType: null");
  const bool includes = *projection.projection_type == api::ProjectionType::Include;
  if (includes != projection.non_key_attributes.has_value()) {
    return invalid_parameter(
        fmt::format("ProjectionType is {}, but NonKeyAttributes is {}specified",
                    api::wire_name(*projection.projection_type), includes ? "not " : ""));
  }
  if (!includes) return {};
  std::set<std::string_view> seen;
  for (const auto& name : *projection.non_key_attributes) {
    if (!seen.insert(name).second) {
      return invalid_parameter(fmt::format("Duplicate element in NonKeyAttributes: {}", name));
    }
  }
  return {};
}

// REQUIRES: check_projection accepts it.
void set_projection(Index& index, const api::Projection& projection) {
  index.projection = projection_of(*projection.projection_type);
  if (projection.non_key_attributes) index.non_key_attributes = *projection.non_key_attributes;
  // AWS: described by name, in whatever order they came (captured 2026-10).
  std::sort(index.non_key_attributes.begin(), index.non_key_attributes.end());
}

Status check_is_new_name(const std::vector<Index>& indexes, std::string_view name) {
  const bool is_taken = std::any_of(indexes.begin(), indexes.end(),
                                    [&](const auto& index) { return index.name == name; });
  if (is_taken) return invalid_parameter(fmt::format("Duplicate index name: {}", name));
  return {};
}

Status check_projected_attributes(const std::vector<Index>& indexes) {
  std::size_t count = 0;
  for (const auto& index : indexes) count += index.non_key_attributes.size();
  if (count <= kProjectedAttributesMax) return {};
  return invalid_parameter(
      fmt::format("Number of NonKeyAttributes of all indexes exceeds the per-table limit of {}",
                  kProjectedAttributesMax));
}

// The keys that a request names, whatever they belong to.
std::set<std::string> names_used(const api::CreateTableRequest& request) {
  std::set<std::string> names;
  const auto add = [&](const KeySchemaElements& elements) {
    for (const auto& element : elements) names.insert(element.attribute_name);
  };
  add(*request.key_schema);
  if (request.local_secondary_indexes) {
    for (const auto& index : *request.local_secondary_indexes) add(index.key_schema);
  }
  if (request.global_secondary_indexes) {
    for (const auto& index : *request.global_secondary_indexes) add(index.key_schema);
  }
  return names;
}

Status check_local_lists(const std::vector<api::LocalSecondaryIndex>& given,
                         const TableSchema& schema) {
  if (given.empty()) return invalid_parameter("List of LocalSecondaryIndexes is empty");
  if (schema.key.sort.empty()) {
    return invalid_parameter(
        "Table KeySchema does not have a range key, which is required when specifying a "
        "LocalSecondaryIndex");
  }
  for (const auto& index : given) {
    TRY(check_defined(index.key_schema, schema.attribute_definitions));
  }
  return {};
}

Status check_global_lists(const std::vector<api::GlobalSecondaryIndex>& given,
                          const TableSchema& schema) {
  if (given.empty()) return invalid_parameter("List of GlobalSecondaryIndexes is empty");
  for (const auto& index : given) {
    TRY(check_defined(index.key_schema, schema.attribute_definitions));
    TRY(check_distinct(index.key_schema));
  }
  return {};
}

// What is wrong with the lists of indexes and of their key attributes.
Status check_index_lists(const api::CreateTableRequest& request, const TableSchema& schema) {
  if (request.local_secondary_indexes) {
    TRY(check_local_lists(*request.local_secondary_indexes, schema));
  }
  if (!request.global_secondary_indexes) return {};
  return check_global_lists(*request.global_secondary_indexes, schema);
}

// AWS: the definitions are exactly the key attributes, which is checked before all else that can be
// wrong with an index (captured 2026-10).
Status check_all_used(const api::CreateTableRequest& request) {
  const auto& definitions = *request.attribute_definitions;
  const auto used = names_used(request);
  const bool has_indexes = request.local_secondary_indexes || request.global_secondary_indexes;
  if (!has_indexes && used.size() != definitions.size()) {
    return invalid_parameter(
        "Number of attributes in KeySchema does not exactly match number of attributes defined in "
        "AttributeDefinitions");
  }
  const bool all_used = std::all_of(definitions.begin(), definitions.end(), [&](const auto& each) {
    return used.contains(each.attribute_name);
  });
  if (all_used) return {};
  return invalid_parameter(
      fmt::format("Some AttributeDefinitions are not used. AttributeDefinitions: [{}], keys used: "
                  "[{}]",
                  fmt::join(names_of(definitions), ", "), fmt::join(used, ", ")));
}

Status check_local_key(const api::LocalSecondaryIndex& index, const catalog::KeySchema& table_key) {
  if (index.key_schema.size() != 2) {
    return invalid_parameter(
        fmt::format("Index KeySchema does not have a range key for index: {}", index.index_name));
  }
  const auto& hash = index.key_schema.front().attribute_name;
  const auto& table_hash = table_key.partition.front().name;
  if (hash == table_hash) return {};
  return invalid_parameter(
      fmt::format("Index KeySchema does not have the same leading hash key as table KeySchema for "
                  "index: {}. index hash key: {}, table hash key: {}",
                  index.index_name, hash, table_hash));
}

Result<Index> local_index(const api::LocalSecondaryIndex& given, const TableSchema& schema) {
  Index index{.id = keys::IndexId::Base, .kind = IndexKind::Local, .name = given.index_name};
  index.key = TRY(simple_key(given.key_schema, schema.attribute_definitions));
  TRY(check_local_key(given, schema.key));
  TRY(check_projection(given.projection));
  TRY(check_is_new_name(schema.indexes, given.index_name));
  set_projection(index, given.projection);
  return index;
}

Status add_local_indexes(const std::vector<api::LocalSecondaryIndex>& given, TableSchema& schema) {
  for (const auto& each : given) schema.indexes.push_back(TRY(local_index(each, schema)));
  if (given.size() <= kLocalIndexesMax) return {};
  return invalid_parameter(fmt::format(
      "Number of LocalSecondaryIndexes exceeds per-table limit of {}", kLocalIndexesMax));
}

Status check_index_throughput(const api::GlobalSecondaryIndex& index, bool is_provisioned) {
  if (index.provisioned_throughput.has_value() == is_provisioned) return {};
  if (is_provisioned) {
    return invalid_parameter(
        fmt::format("ProvisionedThroughput is not specified for index: {}", index.index_name));
  }
  return invalid_parameter(
      fmt::format("ProvisionedThroughput should not be specified for index: {} when BillingMode is "
                  "PAY_PER_REQUEST",
                  index.index_name));
}

Result<Index> global_index(const api::GlobalSecondaryIndex& given, const TableSchema& schema,
                           bool is_provisioned) {
  Index index{.id = keys::IndexId::Base, .kind = IndexKind::Global, .name = given.index_name};
  index.key = TRY(multi_attribute_key(given.key_schema, schema.attribute_definitions));
  TRY(check_projection(given.projection));
  TRY(check_index_throughput(given, is_provisioned));
  TRY(check_is_new_name(schema.indexes, given.index_name));
  set_projection(index, given.projection);
  return index;
}

Status add_global_indexes(const api::CreateTableRequest& request, TableSchema& schema) {
  const auto& given = *request.global_secondary_indexes;
  const bool is_provisioned = request.billing_mode != api::BillingMode::PayPerRequest;
  for (const auto& each : given) {
    schema.indexes.push_back(TRY(global_index(each, schema, is_provisioned)));
  }
  if (given.size() <= kGlobalIndexesMax) return {};
  return invalid_parameter(fmt::format(
      "GlobalSecondaryIndex count exceeds the per-table limit of {}", kGlobalIndexesMax));
}

void sort_by_name(AttributeDefinitions& definitions) {
  std::sort(definitions.begin(), definitions.end(), [](const auto& left, const auto& right) {
    return left.attribute_name < right.attribute_name;
  });
}

}  // namespace

Result<TableSchema> schema_of(const api::CreateTableRequest& request) {
  if (!request.attribute_definitions) return missing_member("attributeDefinitions");
  if (!request.key_schema) return missing_member("keySchema");
  TableSchema schema;
  schema.attribute_definitions = *request.attribute_definitions;
  TRY(check_no_duplicates(schema.attribute_definitions));
  if (request.key_schema->size() > schema.attribute_definitions.size()) {
    return api::invalid("Invalid KeySchema: Some index key attribute have no definition");
  }
  schema.key = TRY(simple_key(*request.key_schema, schema.attribute_definitions));
  TRY(check_index_lists(request, schema));
  TRY(check_all_used(request));
  if (request.local_secondary_indexes) {
    TRY(add_local_indexes(*request.local_secondary_indexes, schema));
  }
  if (request.global_secondary_indexes) TRY(add_global_indexes(request, schema));
  TRY(check_projected_attributes(schema.indexes));
  sort_by_name(schema.attribute_definitions);
  return schema;
}

Result<AddedIndex> index_to_add(const catalog::Table& table,
                                const std::optional<AttributeDefinitions>& given,
                                const api::CreateGlobalSecondaryIndexAction& action) {
  if (!given || given->empty()) {
    return invalid_parameter(
        fmt::format("AttributeDefinitions is not specified for index: {}", action.index_name));
  }
  TRY(check_no_duplicates(*given));
  AddedIndex added{.attribute_definitions = table.settings.attribute_definitions};
  TRY(check_not_redefined(table, *given, action.key_schema));
  // AWS: what the table has defined before does not count.
  TRY(check_defined(action.key_schema, *given));
  for (const auto& definition : *given) {
    if (!is_defined(added.attribute_definitions, definition.attribute_name) &&
        is_named(action.key_schema, definition.attribute_name)) {
      added.attribute_definitions.push_back(definition);
    }
  }
  added.index = {.id = table.next_index_id, .kind = IndexKind::Global, .name = action.index_name};
  added.index.key = TRY(multi_attribute_key(action.key_schema, added.attribute_definitions));
  TRY(check_projection(action.projection));
  set_projection(added.index, action.projection);
  added.index.state = catalog::IndexState::Creating;
  std::vector<Index> all = table.indexes;
  all.push_back(added.index);
  TRY(check_projected_attributes(all));
  sort_by_name(added.attribute_definitions);
  return added;
}

}  // namespace partita::schema
