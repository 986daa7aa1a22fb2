#include "dynamodb/operations/planned_get.h"

#include <span>
#include <utility>

#include "dynamodb/operations/key_paths.h"
#include "dynamodb/operations/read_admission.h"
#include "dynamodb/operations/table_access.h"
#include "language/expression/placeholders.h"
#include "partita/value/measure.h"
#include "store/items/item_key.h"
#include "store/items/shown_item.h"

namespace partita::operations {

PlannedGet::PlannedGet(Parts parts, Bytes key)
    : table_(std::move(parts.table)),
      key_(std::move(key)),
      projection_(std::move(parts.projection)),
      consistency_(parts.consistency) {}

Result<PlannedGet> PlannedGet::create(const ReadContext& context, const TreeGet& request) {
  Parts parts{.table = {}, .key = request.key.view(), .projection = {}};
  if (request.projection) {
    const expression::Placeholders none;
    expression::PlaceholderUse use(none);
    parts.projection = TRY(expression::Projection::bind(request.projection, use));
  }
  if (request.is_consistent) parts.consistency = items::ReadConsistency::Strong;
  parts.table = TRY(find_table(context, request.table_name));
  return create(std::move(parts));
}

Result<PlannedGet> PlannedGet::create(Parts parts) {
  Bytes key = TRY(items::key_of_argument(*parts.table, parts.key));
  if (parts.projection) TRY(check_key_paths(*parts.table, parts.projection->paths()));
  return PlannedGet(std::move(parts), std::move(key));
}

EncodedItem PlannedGet::selected(const ItemView& item) const {
  const items::ShownItem shown(*table_, item);
  if (!projection_) return EncodedItem(shown.view());
  Bytes bytes;
  projection_->append_to(bytes, shown.view());
  return EncodedItem(std::move(bytes));
}

Task<Result<FoundItem>> PlannedGet::read(const ReadContext& context) const {
  // AWS: an item that is not there costs as much as the smallest one.
  FoundItem found{.item = {}, .read_units = items::read_units(0, consistency_)};
  ReadAdmission admission(context, {.table = *table_, .partition = key_});
  Status admitted = admission.ask(found.read_units);
  CO_TRY(admitted);
  Status damage;
  const ByteView key = key_;
  const auto visit = [&](std::size_t, std::optional<ByteView> stored) {
    if (!stored) return;
    const auto item = ItemView::parse(*stored);
    if (!item.ok()) {
      damage = item.error();
      return;
    }
    found = {.item = selected(*item),
             .read_units = items::read_units(size_bytes(*item), consistency_)};
  };
  Status read = co_await context.view().get(std::span(&key, 1), visit);
  CO_TRY(read);
  CO_TRY(damage);
  admission.charge(found.read_units);
  context.catalog.usage().read(table_->id, found.read_units);
  co_return found;
}

}  // namespace partita::operations
