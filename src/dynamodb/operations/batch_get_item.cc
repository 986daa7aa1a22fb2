#include "dynamodb/operations/batch_get_item.h"

#include <algorithm>
#include <iterator>

#include "dynamodb/operations/answer_by_table.h"
#include "dynamodb/operations/batch_duplicates.h"
#include "dynamodb/operations/projection_plan.h"
#include "dynamodb/operations/table_access.h"
#include "partita/api/exception.h"
#include "partita/base/executor.h"
#include "partita/value/measure.h"
#include "store/items/capacity.h"
#include "store/items/item_key.h"
#include "store/items/shown_item.h"

namespace partita::operations {
namespace {

using api::BatchGetItemRequest;
using api::BatchGetItemResponse;
using api::KeysAndAttributes;
using items::ReadConsistency;

constexpr std::size_t kKeysMax = 100;
// AWS: "A single operation can retrieve up to 16 MB of data" (API_BatchGetItem)
constexpr std::size_t kAnswerBytesMax = std::size_t{16} << 20;

// How many keys are read before anything is known of their items.
constexpr std::size_t kFirstStepKeys = 8;
// How much is read before others that this thread serves have their turn.
constexpr std::size_t kStepBytes = std::size_t{256} << 10;

// The part of a request that is about one table.
struct TablePart {
  ProjectionPlan projection;
  ReadConsistency consistency;
  catalog::TablePointer table;
};

// Which key of which part is read.
struct Place {
  std::size_t part;
  std::size_t key;
};

struct BatchGetPlan {
  std::vector<TablePart> parts;
  std::vector<Place> places;
  std::vector<Bytes> keys;  // As many as places.
  std::vector<Place> left;  // For which there was no throughput.
};

ProjectionParameters parameters_of(const KeysAndAttributes& wanted) {
  return {.projection_expression = wanted.projection_expression,
          .expression_attribute_names = wanted.expression_attribute_names,
          .attributes_to_get = wanted.attributes_to_get ? &*wanted.attributes_to_get : nullptr};
}

// AWS: expressions for one table and older parameters for another do not go together either.
Status check_mixture(const BatchGetItemRequest& request) {
  GivenParameters given;
  for (const auto& [name, wanted] : request.request_items) {
    if (wanted.projection_expression) given.expressions = {"ProjectionExpression"};
    if (wanted.attributes_to_get) given.legacy = {"AttributesToGet"};
  }
  return check_parameters(given, {}, {});
}

Status check_key_count(const BatchGetItemRequest& request) {
  std::size_t count = 0;
  for (const auto& [name, wanted] : request.request_items) count += wanted.keys.size();
  if (count <= kKeysMax) return {};
  return api::invalid("Too many items requested for the BatchGetItem call");
}

Result<TablePart> plan_part(const ReadContext& context, const KeysAndAttributes& wanted) {
  auto projection = TRY(ProjectionPlan::create(context, parameters_of(wanted)));
  for (const auto& key : wanted.keys) TRY(key.check());
  const bool is_strong = wanted.consistent_read.value_or(false);
  return TablePart{.projection = std::move(projection),
                   .consistency = is_strong ? ReadConsistency::Strong : ReadConsistency::Eventual,
                   .table = {}};
}

Status locate_keys(const KeysAndAttributes& wanted, std::size_t part, BatchGetPlan& plan) {
  for (std::size_t i = 0; i < wanted.keys.size(); ++i) {
    plan.keys.push_back(
        TRY(items::key_of_argument(*plan.parts[part].table, wanted.keys[i].view())));
    plan.places.push_back({.part = part, .key = i});
  }
  return {};
}

Status check_no_key_twice(const KeysAndAttributes& wanted) {
  std::vector<ByteView> keys;
  keys.reserve(wanted.keys.size());
  for (const auto& key : wanted.keys) keys.push_back(key.view().bytes());
  return check_duplicates(std::move(keys));
}

Result<BatchGetPlan> make_plan(const ReadContext& context, const BatchGetItemRequest& request) {
  TRY(check_key_count(request));
  TRY(check_mixture(request));
  BatchGetPlan plan;
  for (const auto& [name, wanted] : request.request_items) {
    plan.parts.push_back(TRY(plan_part(context, wanted)));
    TRY(check_no_key_twice(wanted));
  }
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    const auto& [name, wanted] = request.request_items[i];
    plan.parts[i].table = TRY(find_table(context, name));
    TRY(locate_keys(wanted, i, plan));
  }
  // One table may have been named in two ways.
  TRY(check_duplicates({plan.keys.begin(), plan.keys.end()}));
  return plan;
}

throughput::UsedPart used_part(const TablePart& part, ByteView key) {
  return {.table = *part.table, .partition = throughput::partition_of(key)};
}

// Takes units for each key and leaves out those that find none.
// AWS: it fails only if none of the keys can be read.
// ERRORS: those of throughput::refusal.
Status admit(const ReadContext& context, BatchGetPlan& plan) {
  if (context.throughput == nullptr) return {};
  std::vector<Place> places;
  std::vector<Bytes> keys;
  std::optional<Error> refusal;
  for (std::size_t i = 0; i < plan.places.size(); ++i) {
    const TablePart& part = plan.parts[plan.places[i].part];
    throughput::ThroughputGate* const throughput = context.throughput_of(*part.table);
    Status admitted;
    if (throughput != nullptr) {
      admitted = throughput->admit(throughput::Use::Read, used_part(part, plan.keys[i]),
                                   items::read_units(0, part.consistency));
    }
    if (!admitted.ok()) {
      plan.left.push_back(plan.places[i]);
      refusal = std::move(admitted).error();
      continue;
    }
    places.push_back(plan.places[i]);
    keys.push_back(std::move(plan.keys[i]));
  }
  plan.places = std::move(places);
  plan.keys = std::move(keys);
  if (refusal && plan.places.empty()) return std::move(*refusal);
  return {};
}

// Collects what is read, key by key.
class BatchAnswer {
 public:
  BatchAnswer(const ReadContext& context, const BatchGetItemRequest& request,
              const BatchGetPlan& plan)
      : context_(context),
        request_(request),
        plan_(plan),
        usage_(context.catalog.usage()),
        capacity_(request.return_consumed_capacity, CapacitySplit::None) {
    for (const auto& [name, wanted] : request.request_items) {
      responses_.emplace_back(name, EncodedItemList{});
    }
  }

  void add(std::size_t index, std::optional<ByteView> stored) {
    const Place& place = plan_.places[index];
    if (is_full_) return leave(place);
    if (!stored) return charge(index, 0);
    const auto item = ItemView::parse(*stored);
    if (!item.ok()) {
      damage_ = item.error();
    } else {
      take(index, *item);
    }
  }

  // AWS: what does not fit is left to the next request.
  bool is_full() const { return is_full_; }
  void leave_from(std::size_t index) {
    for (; index < plan_.places.size(); ++index) leave(plan_.places[index]);
  }
  // Of all items that were read.
  std::size_t size_bytes() const { return bytes_; }

  Result<BatchGetItemResponse> finish() && {
    TRY(std::move(damage_));
    for (const Place& place : plan_.left) leave(place);
    return BatchGetItemResponse{.responses = std::move(responses_),
                                .unprocessed_keys = std::move(unprocessed_),
                                .consumed_capacity = capacity_.answer()};
  }

 private:
  void take(std::size_t index, const ItemView& item) {
    const Place& place = plan_.places[index];
    const std::size_t bytes = partita::size_bytes(item);
    is_full_ = bytes_ + bytes > kAnswerBytesMax;
    if (is_full_) return leave(place);
    bytes_ += bytes;
    charge(index, bytes);
    const TablePart& part = plan_.parts[place.part];
    const items::ShownItem shown(*part.table, item);
    responses_[place.part].second.append_with(
        [&](Bytes& list) { part.projection.append_to(list, shown.view()); });
  }

  // AWS: an item that is not there costs as much as the smallest one.
  void charge(std::size_t index, std::size_t bytes) {
    const TablePart& part = plan_.parts[plan_.places[index].part];
    const double units = items::read_units(bytes, part.consistency);
    capacity_.add_read(*part.table, units);
    usage_.read(part.table->id, units);
    throughput::ThroughputGate* const throughput = context_.throughput_of(*part.table);
    if (throughput == nullptr) return;
    throughput->charge(throughput::Use::Read, used_part(part, plan_.keys[index]),
                       units - items::read_units(0, part.consistency));
  }

  // UnprocessedKeys is what a client can send again as it is.
  void leave(const Place& place) {
    const auto& [name, wanted] = request_.request_items[place.part];
    auto entry = std::find_if(unprocessed_.begin(), unprocessed_.end(),
                              [&](const auto& known) { return known.first == name; });
    if (entry == unprocessed_.end()) {
      unprocessed_.emplace_back(name, wanted);
      entry = std::prev(unprocessed_.end());
      entry->second.keys.clear();
    }
    entry->second.keys.push_back(wanted.keys[place.key]);
  }

  const ReadContext& context_;
  const BatchGetItemRequest& request_;
  const BatchGetPlan& plan_;
  catalog::Usage& usage_;
  CapacityByTable capacity_;
  api::Dictionary<EncodedItemList> responses_;
  api::Dictionary<KeysAndAttributes> unprocessed_;
  std::size_t bytes_ = 0;
  bool is_full_ = false;
  Status damage_;
};

// How many of the keys to read next: about as many as have a step's bytes, if their items are like
// those that were read.
std::size_t step_keys(std::size_t keys_read, std::size_t bytes_read) {
  if (keys_read == 0) return kFirstStepKeys;
  const std::size_t keys = keys_read * kStepBytes / std::max<std::size_t>(bytes_read, 1);
  return std::max<std::size_t>(keys, 1);
}

// Reads in steps, so that a batch of large items does not keep this thread from others.
Task<Status> read_all(const engine::View& view, std::span<const ByteView> keys,
                      BatchAnswer& answer) {
  std::size_t read = 0;
  const auto visit = [&](std::size_t index, std::optional<ByteView> stored) {
    answer.add(read + index, stored);
  };
  while (read < keys.size() && !answer.is_full()) {
    const auto step =
        keys.subspan(read, std::min(step_keys(read, answer.size_bytes()), keys.size() - read));
    Status visited = co_await view.get(step, visit);
    CO_TRY(visited);
    read += step.size();
    if (answer.size_bytes() >= kStepBytes) co_await give_way();
  }
  answer.leave_from(read);
  co_return Status{};
}

}  // namespace

Task<Result<BatchGetItemResponse>> batch_get_item(const ReadContext& context,
                                                  const BatchGetItemRequest& request) {
  auto plan = make_plan(context, request);
  CO_TRY(plan);
  Status admitted = admit(context, *plan);
  CO_TRY(admitted);
  BatchAnswer answer(context, request, *plan);
  const std::vector<ByteView> keys(plan->keys.begin(), plan->keys.end());
  Status read = co_await read_all(context.view(), keys, answer);
  CO_TRY(read);
  co_return std::move(answer).finish();
}

}  // namespace partita::operations
