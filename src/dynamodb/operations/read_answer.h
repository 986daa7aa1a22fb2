#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "items/item_change.h"
#include "operations/capacity_answer.h"
#include "operations/context.h"
#include "query/read_page.h"
#include "query/read_plan.h"

namespace partita::operations {

inline std::optional<api::ConsumedCapacity> consumed_by_page(const query::Source& source,
                                                             const query::ReadUnits& units,
                                                             const CapacityChoice& choice) {
  if (!choice || *choice == api::ReturnConsumedCapacity::None) return std::nullopt;
  items::WriteUnits parts;
  parts.table = units.table;
  if (source.index != nullptr) parts.indexes.push_back({source.index, units.index});
  return consumed_capacity(*source.table, *choice, parts);
}

inline Task<Result<query::Page>> read_page(const Context& context, const query::ReadPlan& plan) {
  if (context.moment != nullptr) return query::read_page_at(*context.moment, plan);
  return query::read_page(context.engine, plan);
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
