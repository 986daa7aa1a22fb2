#include "modelled/registry/table_requests.h"

#include <algorithm>

#include "model/definition/entity_attributes.h"

namespace partita::registry {
namespace {

using model::Billing;
using model::Index;
using model::Table;

api::ScalarAttributeType scalar_type(ValueType type) {
  switch (type) {
    case ValueType::N:
      return api::ScalarAttributeType::N;
    case ValueType::B:
      return api::ScalarAttributeType::B;
    default:
      return api::ScalarAttributeType::S;
  }
}

std::optional<api::ProvisionedThroughput> units_of(const Billing& billing) {
  if (billing.mode == Billing::Mode::OnDemand) return std::nullopt;
  return api::ProvisionedThroughput{.read_capacity_units = billing.read.units,
                                    .write_capacity_units = billing.write.units};
}

void add_once(std::vector<api::AttributeDefinition>& definitions,
              std::vector<api::AttributeDefinition> added) {
  for (auto& definition : added) {
    const bool is_known = std::any_of(
        definitions.begin(), definitions.end(),
        [&](const auto& known) { return known.attribute_name == definition.attribute_name; });
    if (!is_known) definitions.push_back(std::move(definition));
  }
}

void add_indexes(api::CreateTableRequest& request, const ModelTable& wanted) {
  std::vector<api::LocalSecondaryIndex> local;
  std::vector<api::GlobalSecondaryIndex> global;
  for (const Index& index : wanted.table.indexes) {
    if (!index.notes.is_live) continue;
    add_once(*request.attribute_definitions, attribute_definitions(wanted, &index));
    auto schema = key_schema(wanted.table, &index);
    if (index.is_local) {
      local.push_back({index.name, std::move(schema), projection_of(index)});
      continue;
    }
    api::GlobalSecondaryIndex added{index.name, std::move(schema), projection_of(index), {}, {},
                                    {}};
    added.provisioned_throughput = throughput_of(wanted.table, index);
    global.push_back(std::move(added));
  }
  if (!local.empty()) request.local_secondary_indexes = std::move(local);
  if (!global.empty()) request.global_secondary_indexes = std::move(global);
}

void add_settings(api::CreateTableRequest& request, const model::TableSettings& settings) {
  if (settings.streams && *settings.streams != model::StreamView::None) {
    request.stream_specification = stream_of(*settings.streams);
  }
  if (settings.encryption && *settings.encryption != model::EncryptionKey::Owned) {
    request.sse_specification = encryption_of(settings);
  }
  if (settings.table_class) request.table_class = table_class_of(*settings.table_class);
  request.deletion_protection_enabled = settings.deletion_protection;
  if (settings.tags.empty()) return;
  request.tags.emplace();
  for (const auto& [key, value] : settings.tags) request.tags->push_back({key, value});
}

}  // namespace

api::CreateTableRequest create_request(const ModelTable& wanted) {
  api::CreateTableRequest request;
  request.table_name = wanted.table.name;
  request.key_schema = key_schema(wanted.table, nullptr);
  request.attribute_definitions = attribute_definitions(wanted, nullptr);
  request.provisioned_throughput = throughput_of(wanted.table);
  request.billing_mode = request.provisioned_throughput ? api::BillingMode::Provisioned
                                                        : api::BillingMode::PayPerRequest;
  add_indexes(request, wanted);
  add_settings(request, wanted.table.settings);
  return request;
}

api::UpdateTableRequest add_index_request(const ModelTable& wanted, const Index& index) {
  api::CreateGlobalSecondaryIndexAction action;
  action.index_name = index.name;
  action.key_schema = key_schema(wanted.table, &index);
  action.projection = projection_of(index);
  action.provisioned_throughput = throughput_of(wanted.table, index);
  api::UpdateTableRequest request;
  request.table_name = wanted.table.name;
  request.attribute_definitions = attribute_definitions(wanted, &index);
  request.global_secondary_index_updates.emplace().emplace_back().create = std::move(action);
  return request;
}

api::UpdateTableRequest remove_index_request(const std::string& table, const std::string& index) {
  api::UpdateTableRequest request;
  request.table_name = table;
  request.global_secondary_index_updates.emplace().emplace_back().delete_.emplace().index_name =
      index;
  return request;
}

std::vector<api::KeySchemaElement> key_schema(const Table& table, const Index* index) {
  std::vector<api::KeySchemaElement> schema;
  const auto add = [&](const std::string& name, api::KeyType type) {
    schema.push_back({name, type});
  };
  if (index == nullptr || index->is_local) add(table.partition_key, api::KeyType::Hash);
  if (index == nullptr) {
    if (table.has_sort_key()) add(table.sort_key, api::KeyType::Range);
    return schema;
  }
  if (!index->is_local) {
    for (const std::string& name : index->partition) add(name, api::KeyType::Hash);
  }
  for (const std::string& name : index->sort) add(name, api::KeyType::Range);
  return schema;
}

std::vector<api::AttributeDefinition> attribute_definitions(const ModelTable& wanted,
                                                            const Index* index) {
  std::vector<api::AttributeDefinition> definitions;
  for (const auto& element : key_schema(wanted.table, index)) {
    const auto type = model::key_type(wanted.model, wanted.table, index, element.attribute_name);
    definitions.push_back({element.attribute_name, scalar_type(type)});
  }
  return definitions;
}

api::Projection projection_of(const Index& index) {
  api::Projection projection;
  switch (index.projection) {
    case model::ProjectionKind::All:
      projection.projection_type = api::ProjectionType::All;
      break;
    case model::ProjectionKind::Keys:
      projection.projection_type = api::ProjectionType::KeysOnly;
      break;
    case model::ProjectionKind::Include:
      projection.projection_type = api::ProjectionType::Include;
      projection.non_key_attributes = index.included;
      break;
  }
  return projection;
}

std::optional<api::ProvisionedThroughput> throughput_of(const Table& table) {
  return units_of(table.settings.billing.value_or(Billing{}));
}

std::optional<api::ProvisionedThroughput> throughput_of(const Table& table, const Index& index) {
  const Billing of_table = table.settings.billing.value_or(Billing{});
  // All of a table is billed in one way.
  if (of_table.mode == Billing::Mode::OnDemand) return std::nullopt;
  return units_of(index.billing.value_or(of_table));
}

api::StreamSpecification stream_of(model::StreamView view) {
  switch (view) {
    case model::StreamView::None:
      return {.stream_enabled = false, .stream_view_type = {}};
    case model::StreamView::KeysOnly:
      return {.stream_enabled = true, .stream_view_type = api::StreamViewType::KeysOnly};
    case model::StreamView::NewImage:
      return {.stream_enabled = true, .stream_view_type = api::StreamViewType::NewImage};
    case model::StreamView::OldImage:
      return {.stream_enabled = true, .stream_view_type = api::StreamViewType::OldImage};
    case model::StreamView::NewAndOldImages:
      return {.stream_enabled = true, .stream_view_type = api::StreamViewType::NewAndOldImages};
  }
  return {};
}

api::SSESpecification encryption_of(const model::TableSettings& settings) {
  api::SSESpecification specification;
  specification.enabled = *settings.encryption != model::EncryptionKey::Owned;
  if (!*specification.enabled) return specification;
  specification.sse_type = api::SSEType::Kms;
  if (*settings.encryption == model::EncryptionKey::Customer) {
    specification.kms_master_key_id = settings.customer_key;
  }
  return specification;
}

api::TableClass table_class_of(model::TableClass table_class) {
  return table_class == model::TableClass::Standard ? api::TableClass::Standard
                                                    : api::TableClass::StandardInfrequentAccess;
}

}  // namespace partita::registry
