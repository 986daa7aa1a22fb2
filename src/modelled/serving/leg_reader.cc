#include "patterns/leg_reader.h"

#include <algorithm>
#include <utility>

#include "operations/query.h"
#include "operations/scan.h"
#include "partita/value/item_codec.h"
#include "patterns/item_fetch.h"
#include "planning/key_part.h"

namespace partita::patterns {
namespace {

constexpr std::size_t kChunkRowsMax = 1000;

void add_names(std::vector<std::string>& names, std::vector<std::string> more) {
  for (auto& name : more) {
    const bool is_new = std::ranges::find(names, name) == names.end();
    if (is_new) names.push_back(std::move(name));
  }
}

api::ScanRequest scan_request(const planning::ReadPlan& plan) {
  api::ScanRequest request;
  request.table_name = plan.table->name;
  return request;
}

}  // namespace

LegSource leg_source(operations::Context& context, const planning::ReadPlan& plan, ReadCost& cost) {
  LegSource source{.context = context, .plan = plan, .cost = cost, .position_names = {}};
  auto& names = source.position_names;
  add_names(names, planning::partition_names(*plan.table, nullptr));
  add_names(names, planning::sort_names(*plan.table, nullptr));
  add_names(names, planning::partition_names(*plan.table, plan.index));
  add_names(names, planning::sort_names(*plan.table, plan.index));
  source.is_consistent = plan.is_consistent;
  return source;
}

LegReader::LegReader(const LegSource& source, BoundLeg leg, std::optional<EncodedItem> start)
    : source_(&source),
      request_(std::move(leg.request)),
      order_(std::move(leg.order)),
      passed_(std::move(start)) {
  auto& request = std::get<api::QueryRequest>(request_);
  set_up(request);
  request.scan_index_forward = source.plan.is_descending == source.is_reversed;
}

LegReader::LegReader(const LegSource& source, std::optional<EncodedItem> start)
    : source_(&source), request_(scan_request(source.plan)), passed_(std::move(start)) {
  set_up(std::get<api::ScanRequest>(request_));
}

template <typename AnyRequest>
void LegReader::set_up(AnyRequest& request) const {
  request.return_consumed_capacity = api::ReturnConsumedCapacity::Total;
  if (source_->is_consistent) request.consistent_read = true;
  if (passed_) request.exclusive_start_key = *passed_;
}

EncodedItem LegReader::position_of(const ItemView& row) const {
  Bytes bytes;
  append_projected(bytes, row, std::span<const std::string>(source_->position_names));
  return EncodedItem(std::move(bytes));
}

std::optional<EncodedItem> LegReader::position() const {
  return next_ == 0 ? passed_ : position_of(rows_.at(next_ - 1));
}

std::optional<ItemView> LegReader::item() const {
  if (items_.empty()) return head();
  const auto& item = items_[next_];
  return item ? std::optional(item->view()) : std::nullopt;
}

Task<Status> LegReader::prepare(std::size_t rows) {
  if (chunk_rows_ == 0) chunk_rows_ = std::clamp<std::size_t>(rows, 1, kChunkRowsMax);
  while (!has_head() && !is_read_) {
    Status read = co_await read_chunk();
    CO_TRY(read);
  }
  co_return Status{};
}

Task<Status> LegReader::read_rows() {
  if (auto* request = std::get_if<api::QueryRequest>(&request_)) return query(*request);
  return scan(std::get<api::ScanRequest>(request_));
}

Task<Status> LegReader::read_chunk() {
  passed_ = position();
  items_.clear();
  Status read = co_await read_rows();
  CO_TRY(read);
  next_ = 0;
  chunk_rows_ = std::min(2 * chunk_rows_, kChunkRowsMax);
  if (!source_->plan.fetches_items || rows_.is_empty()) co_return Status{};
  auto items = co_await fetch_items(source_->context, *source_->plan.table, rows_, source_->cost);
  CO_TRY(items);
  items_ = std::move(*items);
  co_return Status{};
}

template <typename Response>
void LegReader::take(Response response, std::optional<api::ItemInput>& start) {
  source_->cost.scanned += static_cast<std::uint64_t>(response.scanned_count.value_or(0));
  if (response.consumed_capacity) {
    source_->cost.read_units += response.consumed_capacity->capacity_units.value_or(0);
  }
  rows_ = response.items ? std::move(*response.items) : EncodedItemList();
  is_read_ = !response.last_evaluated_key.has_value();
  if (!is_read_) start = std::move(*response.last_evaluated_key);
}

Task<Status> LegReader::query(api::QueryRequest& request) {
  request.limit = static_cast<std::int32_t>(chunk_rows_);
  auto response = co_await operations::query(source_->context, request);
  CO_TRY(response);
  take(std::move(*response), request.exclusive_start_key);
  co_return Status{};
}

Task<Status> LegReader::scan(api::ScanRequest& request) {
  request.limit = static_cast<std::int32_t>(chunk_rows_);
  auto response = co_await operations::scan(source_->context, request);
  CO_TRY(response);
  take(std::move(*response), request.exclusive_start_key);
  co_return Status{};
}

}  // namespace partita::patterns
