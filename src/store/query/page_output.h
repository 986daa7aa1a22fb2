#pragma once

#include "partita/base/bytes.h"
#include "partita/value/item_view.h"
#include "store/query/read_page.h"
#include "store/query/read_plan.h"

namespace partita::query {

// Counts the item, and appends what the plan wants to see of it.
inline void add_to_page(Page& page, const ReadPlan& plan, const ItemView& item) {
  ++page.count;
  if (plan.output == Output::CountOnly) return;
  if (plan.projection == nullptr) return page.items.append(item);
  page.items.append_with([&](Bytes& bytes) { plan.projection->append_to(bytes, item); });
}

}  // namespace partita::query
