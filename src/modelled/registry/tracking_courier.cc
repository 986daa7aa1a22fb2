#include "modelled/registry/tracking_courier.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "modelled/enforcement/tracked_rows.h"
#include "store/items/item_key.h"
#include "store/items/item_write.h"

namespace partita::registry {
namespace {

using Kind = syncs::Receipt::Kind;

// What an answer says of one event: nothing, that it was taken, or why it was refused.
struct EventFate {
  bool is_decided = false;
  std::optional<std::string> error = {};
};

EventFate fate_in(const syncs::Receipt& receipt, const syncs::Parcel& parcel, std::uint64_t stamp) {
  const auto refused =
      std::ranges::find(receipt.refused, stamp, &syncs::Receipt::RefusedEvent::stamp);
  if (refused != receipt.refused.end()) return {.is_decided = true, .error = refused->error};
  if (receipt.kind == Kind::Taken) return {.is_decided = true};
  // Of several it is not known yet which one it was.
  if (receipt.kind == Kind::Refused && parcel.events.size() == 1) {
    return {.is_decided = true, .error = receipt.error};
  }
  return {.is_decided = std::ranges::find(receipt.taken, stamp) != receipt.taken.end()};
}

}  // namespace

syncs::Receipt TrackingCourier::deliver(const syncs::Parcel& parcel) {
  syncs::Receipt receipt = courier_.deliver(parcel);
  if (enforcement::tracked_rows_of(parcel.plan) == nullptr) return receipt;
  for (const syncs::StampedEvent& stamped : parcel.events) {
    const Status noted = note(parcel, receipt, stamped);
    if (noted.ok()) continue;
    return {
        .kind = Kind::NoAnswer,
        .error = "the row that tells of the item cannot be written: " + noted.error().message()};
  }
  return receipt;
}

Status TrackingCourier::note(const syncs::Parcel& parcel, const syncs::Receipt& receipt,
                             const syncs::StampedEvent& stamped) {
  EventFate fate = fate_in(receipt, parcel, stamped.stamp);
  if (!fate.is_decided) return {};
  Status written = sync_wait(write_row(parcel.plan, stamped.event, std::move(fate.error)));
  // The item has no row any more, or has changed again.
  if (!written.ok() && written.error().kind() == ErrorKind::NotFound) return {};
  return written;
}

Task<Status> TrackingCourier::write_row(const syncs::SyncPlan& plan, const syncs::SyncEvent& event,
                                        std::optional<std::string> error) {
  const model::Entity& rows = *enforcement::tracked_rows_of(plan);
  const auto table = tools_.catalog.find(rows.table->name);
  const auto key_attributes = enforcement::tracked_key(rows, event.image);
  if (!table || !key_attributes) co_return Error::not_found("there is no such row");
  const EncodedItem known(*key_attributes);
  auto key = items::key_of_item(*table, known.view());
  CO_TRY(key);
  const auto now = std::chrono::floor<model::Duration>(tools_.clock.wall_now());
  const bool goes = event.kind == syncs::EventKind::Remove && !error;
  EncodedItem changed;
  const auto decide =
      [&](const std::optional<ItemView>& before) -> Result<std::optional<ItemView>> {
    const bool is_newest = before && enforcement::changed_at(rows, *before) == event.time_ms;
    if (!is_newest) return Error::not_found("the item has changed again");
    if (goes) return std::optional<ItemView>();
    changed = EncodedItem(error ? enforcement::failed_row(rows, *before, *error)
                                : enforcement::synced_row(rows, *before, now));
    return std::optional(changed.view());
  };
  items::WriteTarget target{.table = table, .key = std::move(*key)};
  target.origin = {.kind = goes ? WriteKind::Delete : WriteKind::Put, .is_server = true};
  target.origin.author.kind = history::Author::Kind::Server;
  auto written =
      co_await items::write_item(tools_.engine, tools_.catalog, std::move(target), decide);
  CO_TRY(written);
  co_return Status{};
}

}  // namespace partita::registry
