#include "dynamodb/operations/batch_write_item.h"

#include <fmt/format.h>

#include <deque>
#include <optional>
#include <vector>

#include "dynamodb/operations/answer_by_table.h"
#include "dynamodb/operations/batch_admission.h"
#include "dynamodb/operations/batch_duplicates.h"
#include "dynamodb/operations/table_access.h"
#include "engine/retry.h"
#include "partita/api/exception.h"
#include "partita/value/measure.h"
#include "partita/value/value_fault.h"
#include "store/items/capacity.h"
#include "store/items/index_keys.h"
#include "store/items/item_key.h"
#include "store/transactions/item_group.h"

namespace partita::operations {
namespace {

using api::BatchWriteItemRequest;
using api::BatchWriteItemResponse;
using api::WriteRequest;

constexpr std::size_t kRequestsMax = 25;

// One member of the batch.
struct Member {
  const WriteRequest* request;
  std::string_view table_name;
  std::size_t number;  // Among those of its table, from 1.
  // The put item with the key attributes that the table's rules gave, if they did.
  std::optional<EncodedItem> completed = std::nullopt;

  // The item as it is to be; nullopt if it is to be deleted.
  std::optional<ItemView> after() const {
    if (!request->put_request) return std::nullopt;
    return completed ? completed->view() : request->put_request->item.view();
  }
  // What has the key attributes.
  ItemView subject() const {
    return request->put_request ? *after() : request->delete_request->key.view();
  }
  items::WriteOrigin origin(const Context& context) const {
    return {.kind = request->put_request ? WriteKind::Put : WriteKind::Delete,
            .role = context.role,
            .author = context.author};
  }
};

struct BatchWritePlan {
  transactions::ItemGroup group;
  std::deque<Member> members;  // As many as items in the group.
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

// Equal items that are put need not be one: a table's rules may give each a key of its own.
Status check_no_key_twice(const std::vector<WriteRequest>& requests) {
  std::vector<ByteView> keys;
  for (const WriteRequest& write : requests) {
    if (write.delete_request) keys.push_back(write.delete_request->key.view().bytes());
  }
  return check_duplicates(std::move(keys));
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

// Ours: of what a model refuses the batch says which member it is.
Error of_member(Error error, const Member& member) {
  const auto* failure = error.detail<api::ApiFailure>();
  if (failure == nullptr || !failure->model_error) return error;
  return api::refused_by_model(api::Exception::Validation,
                               fmt::format("{}: RequestItems.{}.member.{}", error.message(),
                                           member.table_name, member.number),
                               *failure->model_error, std::nullopt);
}

Status complete_keys(const catalog::Table& table, Member& member) {
  const items::TableExtension* rules = table.extension.get();
  if (rules == nullptr || !member.request->put_request) return {};
  auto completed = rules->complete_keys(member.request->put_request->item.view());
  if (!completed.ok()) return of_member(std::move(completed).error(), member);
  member.completed = std::move(*completed);
  return {};
}

Result<Bytes> key_of_write(const catalog::Table& table, const Member& member) {
  if (const auto after = member.after()) return key_of_put(table, *after);
  return items::key_of_argument(table, member.request->delete_request->key.view());
}

Result<BatchWritePlan> make_plan(const Context& context, const BatchWriteItemRequest& request) {
  TRY(check_request_count(request));
  for (const auto& [name, requests] : request.request_items) {
    for (const WriteRequest& write : requests) TRY(in_older_words(check_write(write)));
    TRY(check_no_key_twice(requests));
  }
  BatchWritePlan plan{.group = {}, .members = {}};
  for (const auto& [name, requests] : request.request_items) {
    const auto table = TRY(find_table(context, name));
    std::size_t number = 0;
    for (const WriteRequest& write : requests) {
      Member& member = plan.members.emplace_back(Member{&write, name, ++number});
      TRY(complete_keys(*table, member));
      plan.group.add(table, TRY(key_of_write(*table, member)));
    }
  }
  if (plan.group.has_duplicates()) {
    return api::invalid("Provided list of item keys contains duplicates");
  }
  return plan;
}

// Takes units for each member, as far as there are any.
void ask_for_throughput(const BatchWritePlan& plan, BatchAdmission& admission) {
  for (std::size_t i = 0; i < plan.members.size(); ++i) {
    const auto after = plan.members[i].after();
    admission.ask(i, items::write_units_of(after ? size_bytes(*after) : 0));
  }
}

Task<Status> buffer_all(const Context& context, engine::Transaction& transaction,
                        const transactions::GroupImages& images, BatchWritePlan& plan,
                        BatchAdmission& admission) {
  for (std::size_t i = 0; i < plan.members.size(); ++i) {
    const Member& member = plan.members[i];
    const auto before = images.item(i);
    CO_TRY(before);
    const items::ItemChange asked{.table = *plan.group.table_of(i),
                                  .key = plan.group.key_of(i),
                                  .before = *before,
                                  .after = member.after(),
                                  .time = {}};
    if (!admission.admits(i, asked)) continue;
    const transactions::ItemGroup::Change change{
        .index = i, .before = *before, .after = member.after(), .origin = member.origin(context)};
    Status buffered = co_await plan.group.buffer(transaction, change);
    if (!buffered.ok()) co_return of_member(std::move(buffered).error(), member);
  }
  // What rules ask about other items waits until all of them are there.
  for (std::size_t i = 0; i < plan.members.size(); ++i) {
    Status settled = co_await plan.group.settle_pending(transaction, i);
    if (!settled.ok()) co_return of_member(std::move(settled).error(), plan.members[i]);
  }
  co_return admission.check();
}

// What is left for the next request, as it came.
api::Dictionary<std::vector<WriteRequest>> unprocessed(const BatchWriteItemRequest& request,
                                                       const BatchAdmission& admission) {
  api::Dictionary<std::vector<WriteRequest>> left;
  if (!admission.has_left()) return left;
  std::size_t member = 0;
  for (const auto& [name, requests] : request.request_items) {
    std::vector<WriteRequest> of_table;
    for (const WriteRequest& write : requests) {
      if (admission.is_left(member++)) of_table.push_back(write);
    }
    if (!of_table.empty()) left.emplace_back(name, std::move(of_table));
  }
  return left;
}

BatchWriteItemResponse answer(const BatchWriteItemRequest& request, const BatchWritePlan& plan) {
  CapacityByTable capacity(request.return_consumed_capacity, CapacitySplit::None);
  CollectionsByTable collections(request.return_item_collection_metrics);
  for (const auto& effect : plan.group.effects()) {
    const catalog::Table& table = *plan.group.table_of(effect.index);
    if (capacity.is_wanted()) capacity.add_write(table, items::write_units(effect.change));
    collections.add(table, plan.members[effect.index].subject(), effect.collection);
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
  BatchAdmission admission(context, plan->group);
  if (context.throughput != nullptr) ask_for_throughput(*plan, admission);
  Status admitted = admission.check();
  CO_TRY(admitted);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    admission.begin();
    auto images = co_await plan->group.read(transaction, context.catalog);
    CO_TRY(images);
    Status buffered = co_await buffer_all(context, transaction, *images, *plan, admission);
    CO_TRY(buffered);
    co_return plan->group.check_collections();
  };
  Status written = co_await engine::run(context.engine, body);
  if (!written.ok() && written.error().kind() == ErrorKind::Conflict) {
    co_return nothing_processed(request);
  }
  CO_TRY(written);
  plan->group.count(context.catalog.statistics());
  admission.charge();
  plan->group.charge(context.catalog.usage());
  auto response = answer(request, *plan);
  response.unprocessed_items = unprocessed(request, admission);
  co_return response;
}

}  // namespace partita::operations
