#include "table_client.h"

#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/describe_table.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/query.h"
#include "dynamodb/operations/scan.h"
#include "dynamodb/operations/transact_write_items.h"
#include "dynamodb/operations/update_item.h"
#include "partita/api/exception.h"

namespace partita::simulation {
namespace {

api::ItemInput input(const Item& item) { return EncodedItem(item); }

std::optional<Item> plain(const std::optional<EncodedItem>& item) {
  return item ? std::optional(item->view().to_item()) : std::nullopt;
}

void append(std::vector<Item>& target, const std::optional<EncodedItemList>& page) {
  for (std::size_t i = 0; page && i < page->size(); ++i) target.push_back(page->at(i).to_item());
}

bool is_refused(const Error& error) {
  const auto exception = api::exception_of(error);
  return exception == api::Exception::ConditionalCheckFailed ||
         exception == api::Exception::TransactionCanceled;
}

// Asks for page after page; `ask` takes a request with its start key set.
template <typename Request, typename Ask>
Result<std::vector<Item>> all_pages(Request request, Ask ask) {
  std::vector<Item> found;
  while (true) {
    const auto page = TRY(sync_wait(ask(request)));
    append(found, page.items);
    if (!page.last_evaluated_key) return found;
    request.exclusive_start_key = *page.last_evaluated_key;
  }
}

api::KeySchemaElement element(const char* name, api::KeyType type) {
  api::KeySchemaElement schema;
  schema.attribute_name = name;
  schema.key_type = type;
  return schema;
}

api::AttributeDefinition definition(const char* name, api::ScalarAttributeType type) {
  api::AttributeDefinition attribute;
  attribute.attribute_name = name;
  attribute.attribute_type = type;
  return attribute;
}

template <typename Index>
Index index(const char* name, std::vector<api::KeySchemaElement> schema,
            api::ProjectionType projection) {
  Index made;
  made.index_name = name;
  made.key_schema = std::move(schema);
  made.projection.projection_type = projection;
  return made;
}

}  // namespace

Item key_item(const ReferenceTable::Key& key) {
  return Item{{"pk", key.first}, {"sk", key.second}};
}

Status TableClient::create_table() {
  using api::KeyType;
  using api::ProjectionType;
  using api::ScalarAttributeType;
  api::CreateTableRequest request;
  request.table_name = kTableName;
  request.billing_mode = api::BillingMode::PayPerRequest;
  request.key_schema = {element("pk", KeyType::Hash), element("sk", KeyType::Range)};
  request.attribute_definitions = {
      definition("pk", ScalarAttributeType::S), definition("sk", ScalarAttributeType::N),
      definition("g", ScalarAttributeType::S), definition("v", ScalarAttributeType::N)};
  request.global_secondary_indexes = {
      index<api::GlobalSecondaryIndex>("byGroup",
                                       {element("g", KeyType::Hash), element("sk", KeyType::Range)},
                                       ProjectionType::All),
      index<api::GlobalSecondaryIndex>("byPair",
                                       {element("g", KeyType::Hash), element("v", KeyType::Hash)},
                                       ProjectionType::KeysOnly)};
  request.local_secondary_indexes = {index<api::LocalSecondaryIndex>(
      "byValue", {element("pk", KeyType::Hash), element("v", KeyType::Range)},
      ProjectionType::All)};
  request.stream_specification = {.stream_enabled = true,
                                  .stream_view_type = api::StreamViewType::NewAndOldImages};
  TRY(sync_wait(operations::create_table(database_.context(), request)));
  return {};
}

Result<bool> TableClient::put(const Item& item, const std::string& condition, const Item& values) {
  api::PutItemRequest request;
  request.table_name = kTableName;
  request.item = input(item);
  if (!condition.empty()) request.condition_expression = condition;
  if (!values.is_empty()) request.expression_attribute_values = input(values);
  const auto answer = sync_wait(operations::put_item(database_.context(), request));
  if (answer.ok()) return true;
  if (is_refused(answer.error())) return false;
  return answer.error();
}

Result<std::optional<Item>> TableClient::get(const Key& key) {
  api::GetItemRequest request;
  request.table_name = kTableName;
  request.key = input(key_item(key));
  request.consistent_read = true;
  return plain(TRY(sync_wait(operations::get_item(database_.context(), request))).item);
}

Status TableClient::add_and_set(const Key& key, std::int64_t by, std::int64_t v) {
  api::UpdateItemRequest request;
  request.table_name = kTableName;
  request.key = input(key_item(key));
  request.update_expression = "ADD n :by SET v = :v";
  request.expression_attribute_values = input(Item{{":by", by}, {":v", v}});
  TRY(sync_wait(operations::update_item(database_.context(), request)));
  return {};
}

Status TableClient::remove_attribute(const Key& key, const std::string& name) {
  api::UpdateItemRequest request;
  request.table_name = kTableName;
  request.key = input(key_item(key));
  request.update_expression = "REMOVE " + name;
  TRY(sync_wait(operations::update_item(database_.context(), request)));
  return {};
}

Result<std::optional<Item>> TableClient::erase(const Key& key) {
  api::DeleteItemRequest request;
  request.table_name = kTableName;
  request.key = input(key_item(key));
  request.return_values = api::ReturnValue::AllOld;
  return plain(TRY(sync_wait(operations::delete_item(database_.context(), request))).attributes);
}

Status TableClient::batch_write(const std::vector<Item>& puts, const std::vector<Key>& deletes) {
  std::vector<api::WriteRequest> writes;
  for (const Item& item : puts) {
    writes.emplace_back().put_request.emplace().item = input(item);
  }
  for (const Key& key : deletes) {
    writes.emplace_back().delete_request.emplace().key = input(key_item(key));
  }
  api::BatchWriteItemRequest request;
  request.request_items = {{kTableName, std::move(writes)}};
  TRY(sync_wait(operations::batch_write_item(database_.context(), request)));
  return {};
}

Result<bool> TableClient::transact(const std::vector<Item>& puts, const Key& absent) {
  api::TransactWriteItemsRequest request;
  for (const Item& item : puts) {
    auto& put = request.transact_items.emplace_back().put.emplace();
    put.table_name = kTableName;
    put.item = input(item);
  }
  auto& check = request.transact_items.emplace_back().condition_check.emplace();
  check.table_name = kTableName;
  check.key = input(key_item(absent));
  check.condition_expression = "attribute_not_exists(pk)";
  const auto answer = sync_wait(operations::transact_write_items(database_.context(), request));
  if (answer.ok()) return true;
  if (is_refused(answer.error())) return false;
  return answer.error();
}

Result<std::vector<Item>> TableClient::query(const Range& range) {
  api::QueryRequest request;
  request.table_name = kTableName;
  request.key_condition_expression = "pk = :pk AND sk BETWEEN :low AND :high";
  request.expression_attribute_values =
      input(Item{{":pk", range.partition}, {":low", range.low}, {":high", range.high}});
  request.scan_index_forward = range.is_forward;
  request.limit = range.page_items_max;
  return all_pages(request, [&](const api::QueryRequest& page) {
    return operations::query(database_.context(), page);
  });
}

Result<std::vector<Item>> TableClient::query_index(const std::string& index,
                                                   const std::string& condition,
                                                   const Item& values) {
  api::QueryRequest request;
  request.table_name = kTableName;
  request.index_name = index;
  request.key_condition_expression = condition;
  request.expression_attribute_values = input(values);
  request.limit = 2;
  return all_pages(request, [&](const api::QueryRequest& page) {
    return operations::query(database_.context(), page);
  });
}

Result<std::vector<Item>> TableClient::scan(const std::string& index, int total_segments) {
  std::vector<Item> found;
  for (int segment = 0; segment < total_segments; ++segment) {
    api::ScanRequest request;
    request.table_name = kTableName;
    if (!index.empty()) request.index_name = index;
    request.limit = 7;
    request.total_segments = total_segments;
    request.segment = segment;
    auto part = TRY(all_pages(request, [&](const api::ScanRequest& page) {
      return operations::scan(database_.context(), page);
    }));
    found.insert(found.end(), part.begin(), part.end());
  }
  return found;
}

Result<std::int64_t> TableClient::item_count() {
  api::DescribeTableRequest request;
  request.table_name = kTableName;
  const auto answer = TRY(sync_wait(operations::describe_table(database_.context(), request)));
  return answer.table->item_count.value();
}

}  // namespace partita::simulation
