#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "dynamodb/operations/capacity_answer.h"
#include "dynamodb/operations/context.h"
#include "dynamodb/operations/read_admission.h"
#include "store/items/item_change.h"
#include "store/query/read_page.h"
#include "store/query/read_plan.h"

namespace partita::operations {

inline std::optional<api::ConsumedCapacity> consumed_by_page(const query::ReadSource& source,
                                                             const query::ReadUnits& units,
                                                             const CapacityChoice& choice) {
  if (!choice || *choice == api::ReturnConsumedCapacity::None) return std::nullopt;
  items::WriteUnits parts;
  parts.table = units.table;
  if (source.index != nullptr) parts.indexes.push_back({source.index, units.index});
  return consumed_capacity(*source.table, *choice, parts);
}

// Once a page is read: its units are counted as used.
inline void charge_page(const ReadContext& context, const query::ReadSource& source,
                        const query::ReadUnits& units) {
  catalog::Usage& usage = context.catalog.usage();
  if (source.index == nullptr || units.table > 0) usage.read(source.table->id, units.table);
  if (source.index != nullptr) usage.read(source.table->id, units.index, source.index->id);
}

// Rows and the items that they stand for are of one moment.
inline Task<Result<query::Page>> read_items_page(const ReadContext& context,
                                                 const query::ReadPlan& plan) {
  const Moment moment = context.one_moment();
  co_return co_await query::read_page(moment.view(), plan);
}

inline Task<Result<query::Page>> read_any_page(const ReadContext& context,
                                               const query::ReadPlan& plan) {
  return plan.output == query::Output::Items ? read_items_page(context, plan)
                                             : query::read_page(context.view(), plan);
}

// Takes what the page costs of the throughput of the table and of the global index that is read.
inline Task<Result<query::Page>> read_watched_page(const ReadContext& context,
                                                   const query::ReadPlan& plan) {
  const query::ReadSource& source = plan.source;
  const catalog::Index* index = source.is_global() ? source.index : nullptr;
  ByteView partition;
  if (!plan.partition.empty()) partition = plan.range.begin;
  ReadAdmission admission(context,
                          {.table = *source.table, .index = index, .partition = partition});
  Status admitted = admission.ask(items::read_units(0, plan.consistency));
  CO_TRY(admitted);
  auto page = co_await read_any_page(context, plan);
  CO_TRY(page);
  admission.charge(page->units.table + page->units.index);
  co_return page;
}

// REQUIRES: context and plan outlive the task.
inline Task<Result<query::Page>> read_page(const ReadContext& context,
                                           const query::ReadPlan& plan) {
  if (context.throughput_of(*plan.source.table) == nullptr) return read_any_page(context, plan);
  return read_watched_page(context, plan);
}

// A page as the answer of a Query or a Scan, which look the same.
template <typename Response>
Response page_answer(const query::ReadPlan& plan, query::Page&& page,
                     const CapacityChoice& choice) {
  Response response;
  response.count = static_cast<std::int32_t>(page.count);
  response.scanned_count = static_cast<std::int32_t>(page.scanned_count);
  response.last_evaluated_key = std::move(page.last_evaluated_key);
  response.consumed_capacity = consumed_by_page(plan.source, page.units, choice);
  if (plan.output != query::Output::CountOnly) response.items = std::move(page.items);
  return response;
}

}  // namespace partita::operations
