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

std::optional<SyncEvent> SyncPlan::event_of(const ToldChange& change) const {
  if (!change.before && !change.after) return std::nullopt;
  if (change.before && change.after && *change.before == *change.after) return std::nullopt;
  if (!is_wanted(change)) return std::nullopt;
  SyncEvent event{.kind = EventKind::Modify,
                  .time_ms = milliseconds_of(change.now),
                  .item = keys::hash_item(change.key),
                  .image = change.after ? *change.after : *change.before,
                  .old = {}};
  if (!change.before) event.kind = EventKind::Insert;
  if (!change.after) event.kind = EventKind::Remove;
  if (sync_.tells_old && event.kind == EventKind::Modify) event.old = change.before;
  return event;
}

}  // namespace partita::syncs
