#include "dynamodb/operations/create_table.h"

#include <fmt/format.h>

#include "dynamodb/operations/table_description.h"
#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/schema/table_encryption.h"
#include "dynamodb/schema/table_errors.h"
#include "dynamodb/schema/table_schema.h"
#include "dynamodb/schema/table_stream.h"
#include "dynamodb/schema/table_tags.h"
#include "dynamodb/schema/table_throughput.h"
#include "dynamodb/schema/table_uuid.h"
#include "partita/api/exception.h"
#include "store/catalog/table_name.h"

namespace partita::operations {
namespace {

using catalog::Table;
using catalog::TableState;

Status check_supported(const api::CreateTableRequest& request) {
  if (request.vector_indexes) return schema::not_supported("VectorIndexes");
  if (request.global_table_source_arn) return schema::not_supported("GlobalTableSourceArn");
  if (request.global_table_settings_replication_mode) {
    return schema::not_supported("GlobalTableSettingsReplicationMode");
  }
  if (request.resource_policy) return schema::not_supported("ResourcePolicy");
  return {};
}

void number_indexes(Table& table) {
  for (auto& index : table.indexes) {
    index.id = table.next_index_id;
    table.next_index_id = keys::IndexId(static_cast<std::uint16_t>(index.id) + 1);
  }
}

void set_table_class(Table& table, const api::CreateTableRequest& request) {
  if (request.table_class) table.settings.table_class = {.table_class = request.table_class};
}

// The settings that have nothing to do with each other.
Status set_features(Table& table, const api::CreateTableRequest& request) {
  auto& settings = table.settings;
  settings.stream = TRY(schema::new_stream(request.stream_specification));
  if (request.sse_specification) {
    settings.encryption = TRY(schema::encryption_of(*request.sse_specification));
  }
  if (request.tags) {
    TRY(schema::check_tags(*request.tags));
    settings.tags = TRY(schema::with_tags({}, *request.tags));
  }
  settings.is_deletion_protected = request.deletion_protection_enabled.value_or(false);
  set_table_class(table, request);
  return {};
}

}  // namespace

Result<Table> new_table(const Context& context, const api::CreateTableRequest& request) {
  Table table;
  table.name = TRY(catalog::table_name_of(request.table_name, catalog::NameRule::ForTables));
  TRY(check_supported(request));
  TRY(schema::check_billing(request));
  auto schema = TRY(schema::schema_of(request));
  TRY(schema::check_throughput(request));
  table.key = std::move(schema.key);
  table.indexes = std::move(schema.indexes);
  table.settings.attribute_definitions = std::move(schema.attribute_definitions);
  number_indexes(table);
  const auto time = now(context);
  schema::set_throughput(table, request, time);
  TRY(set_features(table, request));
  table.settings.creation_date_time = time;
  table.settings.table_uuid = schema::new_uuid();
  if (const auto delay = context.catalog.delays().creating; delay.count() > 0) {
    table.state = TableState::Creating;
    table.settings.state_ends = after(time, delay);
  }
  return table;
}

Task<Result<api::CreateTableResponse>> create_table(Context& context,
                                                    const api::CreateTableRequest& request) {
  auto table = new_table(context, request);
  CO_TRY(table);
  const std::string name = table->name;
  auto created = co_await context.catalog.create(std::move(*table));
  if (!created.ok() && created.error().kind() == ErrorKind::AlreadyExists) {
    const auto there = context.catalog.find(name);
    if (there && there->is_restored()) {
      co_return schema::still_in_use(fmt::format("Table is being used: {}", name));
    }
    co_return api::failure(api::Exception::ResourceInUse,
                           fmt::format("Table already exists: {}", name));
  }
  CO_TRY(created);
  Table answered = **created;
  answered.state = TableState::Creating;
  api::CreateTableResponse response;
  response.table_description = description_of(context, answered);
  co_return response;
}

}  // namespace partita::operations
