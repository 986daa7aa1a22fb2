#include "modelled/syncs/sync_plan.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "store/keys/item_keys.h"

namespace partita::syncs {
namespace {

std::string model_name(const model::Model& model) {
  return model.environment.empty() ? model.name
                                   : fmt::format("{}@{}", model.name, model.environment);
}

std::int64_t milliseconds_of(model::Instant instant) {
  return std::chrono::floor<std::chrono::milliseconds>(instant).time_since_epoch().count();
}

}  // namespace

SyncPlan::SyncPlan(const model::Model& model, model::Sync sync, keys::TableId table)
    : model_(model),
      sync_(std::move(sync)),
      ref_{.table = table, .id = sync_id(sync_.name)},
      full_name_(fmt::format("{}/{}", model_name(model), sync_.name)) {}

bool SyncPlan::is_wanted(const ToldChange& change) const {
  if (!sync_.when) return true;
  return sync_.when->holds(model::ItemImages(change.before, change.after, change.now));
}

std::optional<EventKind> SyncPlan::kind_of_event(const ToldChange& change) const {
  if (!is_wanted(change)) return std::nullopt;
  if (!change.before) return EventKind::Insert;
  return change.after ? EventKind::Modify : EventKind::Remove;
}

// What `when` holds of is in the index: what it holds of no more leaves it. An item that was not
// there is not removed; but what the clock has decided once, it may decide otherwise now.
std::optional<EventKind> SyncPlan::kind_of_state(const ToldChange& change) const {
  const auto is_in_index = [&](const std::optional<ItemView>& image) {
    return image && is_wanted({.key = change.key, .before = {}, .after = image, .now = change.now});
  };
  const bool was_in_index =
      change.before && ((sync_.when && sync_.when->uses_now()) || is_in_index(change.before));
  if (is_in_index(change.after)) return was_in_index ? EventKind::Modify : EventKind::Insert;
  if (was_in_index) return EventKind::Remove;
  return std::nullopt;
}

std::optional<SyncEvent> SyncPlan::event_of(const ToldChange& change) const {
  if (!change.before && !change.after) return std::nullopt;
  if (change.before && change.after && *change.before == *change.after) return std::nullopt;
  const auto kind = sync_.tells_states() ? kind_of_state(change) : kind_of_event(change);
  if (!kind) return std::nullopt;
  const bool is_removal = *kind == EventKind::Remove;
  SyncEvent event{.kind = *kind,
                  .time_ms = milliseconds_of(change.now),
                  .item = keys::hash_item(change.key),
                  .image = is_removal ? *change.before : *change.after,
                  .old = {}};
  if (sync_.tells_old && event.kind == EventKind::Modify) event.old = change.before;
  return event;
}

}  // namespace partita::syncs
