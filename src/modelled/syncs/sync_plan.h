#pragma once

#include <optional>
#include <string>

#include "model/definition/model.h"
#include "model/definition/sync.h"
#include "modelled/syncs/bell.h"
#include "modelled/syncs/sync_event.h"
#include "modelled/syncs/sync_keys.h"
#include "partita/value/item_view.h"

namespace partita::syncs {

// One write of one item, as far as it is of the sync's entity. Owns nothing.
struct ToldChange {
  ByteView key;  // Of the item in the engine: keys::item_key().
  std::optional<ItemView> before;
  std::optional<ItemView> after;
  model::Instant now{};
};

// A sync, worked out once: which changes are told, and what of them.
// THREADS: safe for concurrent calls.
class SyncPlan {
 public:
  // REQUIRES: the model outlives the plan; the sync is one of it, with its entity.
  SyncPlan(const model::Model& model, model::Sync sync, keys::TableId table);
  SyncPlan(const SyncPlan&) = delete;
  SyncPlan& operator=(const SyncPlan&) = delete;

  const model::Sync& sync() const { return sync_; }
  const SyncRef& ref() const { return ref_; }
  const model::Model& model() const { return model_; }
  // "album_workflow/task_done": how people call it.
  const std::string& full_name() const { return full_name_; }

  // Rings when an event is appended to its log.
  Bell& bell() const { return bell_; }

  // The event that tells of the change; nullopt: nothing is told. Views the images of the change.
  std::optional<SyncEvent> event_of(const ToldChange& change) const;

 private:
  std::optional<EventKind> kind_of_event(const ToldChange& change) const;
  std::optional<EventKind> kind_of_state(const ToldChange& change) const;
  bool is_wanted(const ToldChange& change) const;

  const model::Model& model_;
  model::Sync sync_;
  SyncRef ref_{};
  std::string full_name_;
  mutable Bell bell_;
};

}  // namespace partita::syncs
