#include "modelled/serving/leg_reader.h"

#include <algorithm>
#include <utility>

#include "model/planning/key_part.h"
#include "modelled/serving/item_fetch.h"
#include "partita/value/item_codec.h"

namespace partita::serving {
namespace {

constexpr std::size_t kChunkRowsMax = 1000;

void add_names(std::vector<std::string>& names, std::vector<std::string> more) {
  for (auto& name : more) {
    const bool is_new = std::ranges::find(names, name) == names.end();
    if (is_new) names.push_back(std::move(name));
  }
}

operations::TreeRead scan_request(const planning::PatternReadPlan& plan) {
  return {.table_name = plan.table->name};
}

}  // namespace

LegSource leg_source(const operations::ReadContext& context, const planning::PatternReadPlan& plan,
                     ReadCost& cost) {
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
    : LegReader(source, std::move(leg.request), std::move(leg.order), std::move(start)) {
  const bool is_forward = source.plan.is_descending == source.is_reversed;
  request_.direction = is_forward ? engine::Direction::Forward : engine::Direction::Backward;
}

LegReader::LegReader(const LegSource& source, std::optional<EncodedItem> start)
    : LegReader(source, scan_request(source.plan), {}, std::move(start)) {}

LegReader::LegReader(const LegSource& source, operations::TreeRead request,
                     std::vector<OrderPart> order, std::optional<EncodedItem> start)
    : source_(&source),
      request_(std::move(request)),
      order_(std::move(order)),
      passed_(std::move(start)),
      chunk_end_(passed_) {
  request_.is_consistent = source.is_consistent;
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
  if (!planned_) {
    auto planned = operations::PlannedRead::create(source_->context, request_);
    CO_TRY(planned);
    planned_ = std::move(*planned);
  }
  operations::PlannedRead::PageRequest wanted{.rows_max = chunk_rows_};
  if (chunk_end_) wanted.start_key = chunk_end_->view();
  auto page = co_await planned_->read(source_->context, wanted);
  CO_TRY(page);
  take(std::move(*page));
  co_return Status{};
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

void LegReader::take(query::Page page) {
  source_->cost.scanned += page.scanned_count;
  source_->cost.read_units += page.units.table + page.units.index;
  rows_ = std::move(page.items);
  is_read_ = !page.last_evaluated_key.has_value();
  chunk_end_ = std::move(page.last_evaluated_key);
}

}  // namespace partita::serving
