#include "dynamodb/operations/transact_get_items.h"

#include <algorithm>

#include "dynamodb/operations/answer_by_table.h"
#include "dynamodb/operations/cancellations.h"
#include "dynamodb/operations/projection_plan.h"
#include "dynamodb/operations/table_access.h"
#include "partita/value/measure.h"
#include "partita/value/value_fault.h"
#include "store/items/capacity.h"
#include "store/items/item_key.h"
#include "store/items/shown_item.h"

namespace partita::operations {
namespace {

using api::TransactGetItemsRequest;
using api::TransactGetItemsResponse;

struct OneGet {
  ProjectionPlan projection;
  catalog::TablePointer table;
  Bytes key;
};
using Gets = std::vector<OneGet>;

Result<OneGet> plan_get(const ReadContext& context, const api::Get& get) {
  const ProjectionParameters parameters{
      .projection_expression = get.projection_expression,
      .expression_attribute_names = get.expression_attribute_names};
  auto projection = TRY(ProjectionPlan::create(context, parameters));
  TRY(in_older_words(get.key.check()));
  return OneGet{.projection = std::move(projection), .table = {}, .key = {}};
}

bool has_item_twice(const Gets& gets) {
  std::vector<ByteView> keys;
  for (const OneGet& get : gets) {
    if (!get.key.empty()) keys.push_back(get.key);
  }
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

Status locate_all(const TransactGetItemsRequest& request, Gets& gets) {
  Cancellations cancellations(gets.size());
  for (std::size_t i = 0; i < gets.size(); ++i) {
    auto key = items::key_of_argument(*gets[i].table, request.transact_items[i].get.key.view());
    if (key.ok()) {
      gets[i].key = std::move(*key);
    } else {
      TRY(cancellations.add(i, std::move(key).error()));
    }
  }
  if (has_item_twice(gets)) return item_twice();
  return std::move(cancellations).check();
}

Result<Gets> plan_all(const ReadContext& context, const TransactGetItemsRequest& request) {
  Gets gets;
  gets.reserve(request.transact_items.size());
  for (const auto& item : request.transact_items) {
    gets.push_back(TRY(plan_get(context, item.get)));
  }
  for (std::size_t i = 0; i < gets.size(); ++i) {
    gets[i].table = TRY(find_table(context, request.transact_items[i].get.table_name));
  }
  TRY(locate_all(request, gets));
  return gets;
}

throughput::UsedPart part_of(const OneGet& get) {
  return {.table = *get.table, .partition = throughput::partition_of(get.key)};
}

// What a read in a transaction costs at least.
double units_min() { return items::read_units(0, items::ReadConsistency::Transactional); }

// Takes units for all of them.   ERRORS: TransactionCanceled if one finds none.
Status admit_all(const ReadContext& context, const Gets& gets) {
  Cancellations cancellations(gets.size());
  for (std::size_t i = 0; i < gets.size(); ++i) {
    throughput::ThroughputGate* const throughput = context.throughput_of(*gets[i].table);
    if (throughput == nullptr) continue;
    Status admitted = throughput->admit(throughput::Use::Read, part_of(gets[i]), units_min());
    if (!admitted.ok()) TRY(cancellations.add(i, std::move(admitted).error()));
  }
  return std::move(cancellations).check();
}

// Collects what is read, item by item.
class TransactAnswer {
 public:
  TransactAnswer(const ReadContext& context, const TransactGetItemsRequest& request,
                 const Gets& gets)
      : context_(context),
        gets_(gets),
        usage_(context.catalog.usage()),
        capacity_(request.return_consumed_capacity, CapacitySplit::Reads) {}

  void add(std::size_t index, std::optional<ByteView> stored) {
    if (!status_.ok()) return;
    auto& response = responses_.emplace_back();
    std::size_t bytes = 0;
    if (stored) {
      const auto item = ItemView::parse(*stored);
      if (!item.ok()) {
        status_ = item.error();
        return;
      }
      bytes = size_bytes(*item);
      response.item = selected(index, *item);
      // AWS, in transactions only: an item of which nothing is to be seen is not shown at all.
      if (response.item->view().attributes().is_empty()) response.item.reset();
    }
    charge(gets_[index], items::read_units(bytes, items::ReadConsistency::Transactional));
    bytes_ += bytes;
    status_ = check_transaction_size(bytes_);
  }

  Result<TransactGetItemsResponse> finish() && {
    TRY(std::move(status_));
    return TransactGetItemsResponse{.consumed_capacity = capacity_.answer(),
                                    .responses = std::move(responses_)};
  }

 private:
  void charge(const OneGet& get, double units) {
    capacity_.add_read(*get.table, units);
    usage_.read(get.table->id, units);
    throughput::ThroughputGate* const throughput = context_.throughput_of(*get.table);
    if (throughput == nullptr) return;
    throughput->charge(throughput::Use::Read, part_of(get), units - units_min());
  }
  EncodedItem selected(std::size_t index, const ItemView& item) const {
    const items::ShownItem shown(*gets_[index].table, item);
    Bytes bytes;
    gets_[index].projection.append_to(bytes, shown.view());
    return EncodedItem(std::move(bytes));
  }

  const ReadContext& context_;
  const Gets& gets_;
  catalog::Usage& usage_;
  CapacityByTable capacity_;
  std::vector<api::ItemResponse> responses_;
  std::size_t bytes_ = 0;
  Status status_;
};

}  // namespace

// A snapshot is of one moment, so no conflict can cancel a transaction that only reads.
Task<Result<TransactGetItemsResponse>> transact_get_items(const ReadContext& context,
                                                          const TransactGetItemsRequest& request) {
  auto gets = plan_all(context, request);
  CO_TRY(gets);
  std::vector<ByteView> keys;
  keys.reserve(gets->size());
  for (const OneGet& get : *gets) keys.push_back(get.key);
  Status admitted = admit_all(context, *gets);
  CO_TRY(admitted);
  TransactAnswer answer(context, request, *gets);
  const auto visit = [&](std::size_t index, std::optional<ByteView> stored) {
    answer.add(index, stored);
  };
  const Moment moment = context.one_moment();
  Status read = co_await moment.view().get(keys, visit);
  CO_TRY(read);
  co_return std::move(answer).finish();
}

}  // namespace partita::operations
