#include "operations/batch_write_item.h"

#include <optional>
#include <vector>

#include "engine/retry.h"
#include "items/index_keys.h"
#include "items/item_key.h"
#include "operations/answer_by_table.h"
#include "operations/table_access.h"
#include "partita/api/exception.h"
#include "partita/value/measure.h"
#include "transactions/item_group.h"

namespace partita::operations {
namespace {

using api::BatchWriteItemRequest;
using api::BatchWriteItemResponse;
using api::WriteRequest;

constexpr std::size_t kRequestsMax = 25;

struct Plan {
  transactions::ItemGroup group;
  std::vector<const WriteRequest*> requests;  // As many as items in the group.
};

Status check_request_count(const BatchWriteItemRequest& request) {
  std::size_t count = 0;
  for (const auto& [name, requests] : request.request_items) count += requests.size();
  if (count <= kRequestsMax) return {};
  return api::invalid("Too many items requested for the BatchWriteItem call");
}

Status check_write(const WriteRequest& write) {
  if (write.put_request.has_value() == write.delete_request.has_value()) {
    return api::invalid("Invalid Request: WriteRequest should contain Delete or Put request");
  }
  if (write.delete_request) return write.delete_request->key.check();
  TRY(write.put_request->item.check());
  return check_item_size(size_bytes(write.put_request->item.view()));
}

bool has_key_attributes(const std::vector<catalog::KeyAttribute>& attributes,
                        const ItemView& item) {
  for (const auto& attribute : attributes) {
    const auto value = item.find(attribute.name);
    if (!value || !items::has_type(*value, attribute.type)) return false;
  }
  return true;
}

// AWS: what PutItem tells in two ways (a key attribute is missing, has another type), a batch tells
// in the words for a Key.
Result<Bytes> key_of_put(const catalog::Table& table, const ItemView& item) {
  if (!has_key_attributes(table.key.partition, item) || !has_key_attributes(table.key.sort, item)) {
    return api::invalid("The provided key element does not match the schema");
  }
  auto key = TRY(items::key_of_item(table, item));
  TRY(items::check_index_keys(table, {.item = item}));
  return key;
}

Result<Bytes> key_of_write(const catalog::Table& table, const WriteRequest& write) {
  if (write.put_request) return key_of_put(table, write.put_request->item.view());
  return items::key_of_argument(table, write.delete_request->key.view());
}

Result<Plan> make_plan(const Context& context, const BatchWriteItemRequest& request) {
  TRY(check_request_count(request));
  for (const auto& [name, requests] : request.request_items) {
    for (const WriteRequest& write : requests) TRY(check_write(write));
  }
  Plan plan;
  for (const auto& [name, requests] : request.request_items) {
    const auto table = TRY(find_table(context, name));
    for (const WriteRequest& write : requests) {
      plan.group.add(table, TRY(key_of_write(*table, write)));
      plan.requests.push_back(&write);
    }
  }
  if (plan.group.has_duplicates()) {
    return api::invalid("Provided list of item keys contains duplicates");
  }
  return plan;
}

std::optional<ItemView> item_after(const WriteRequest& write) {
  if (!write.put_request) return std::nullopt;
  return write.put_request->item.view();
}

Status buffer_all(engine::Transaction& transaction, const transactions::GroupImages& images,
                  Plan& plan) {
  for (std::size_t i = 0; i < plan.requests.size(); ++i) {
    const auto before = TRY(images.item(i));
    plan.group.buffer(transaction,
                      {.index = i, .before = before, .after = item_after(*plan.requests[i])});
  }
  return {};
}

BatchWriteItemResponse answer(const BatchWriteItemRequest& request, const Plan& plan) {
  CapacityByTable capacity(request.return_consumed_capacity, CapacitySplit::None);
  CollectionsByTable collections(request.return_item_collection_metrics);
  for (const auto& effect : plan.group.effects()) {
    const catalog::Table& table = *plan.group.table_of(effect.index);
    const WriteRequest& write = *plan.requests[effect.index];
    if (capacity.is_wanted()) capacity.add_write(table, items::write_units(effect.change));
    collections.add(table, write.put_request ? write.put_request->item.view()
                                             : write.delete_request->key.view());
  }
  BatchWriteItemResponse response;
  response.unprocessed_items.emplace();
  response.item_collection_metrics = std::move(collections).answer();
  response.consumed_capacity = capacity.answer();
  return response;
}

BatchWriteItemResponse nothing_processed(const BatchWriteItemRequest& request) {
  BatchWriteItemResponse response;
  response.unprocessed_items = request.request_items;
  return response;
}

}  // namespace

Task<Result<BatchWriteItemResponse>> batch_write_item(Context& context,
                                                      const BatchWriteItemRequest& request) {
  auto plan = make_plan(context, request);
  CO_TRY(plan);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto images = co_await plan->group.read(transaction, context.catalog);
    CO_TRY(images);
    co_return buffer_all(transaction, *images, *plan);
  };
  Status written = co_await engine::run(context.engine, body);
  if (!written.ok() && written.error().kind() == ErrorKind::Conflict) {
    co_return nothing_processed(request);
  }
  CO_TRY(written);
  plan->group.count(context.catalog.statistics());
  co_return answer(request, *plan);
}

}  // namespace partita::operations
