#pragma once

#include <optional>
#include <string>

#include "engine/engine.h"
#include "modelled/syncs/courier.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"

namespace partita::registry {

// Brings events to their targets by another courier, and writes into the rows of syncs that keep
// some (`track: ENTITY`) what has become of each item. That is committed before the answer is
// handed on, so that it is before the events are settled: if a crash comes in between, they are
// told again and the rows are written again. THREADS: safe for concurrent calls.
class TrackingCourier final : public syncs::Courier {
 public:
  struct Tools {
    engine::Engine& engine;
    const catalog::Catalog& catalog;
    const Clock& clock;
  };
  // REQUIRES: all of it outlives this.
  TrackingCourier(Tools tools, syncs::Courier& courier) : tools_(tools), courier_(courier) {}

  // An answer whose rows cannot be written counts as none.
  syncs::Receipt deliver(const syncs::Parcel& parcel) override;

 private:
  Status note(const syncs::Parcel& parcel, const syncs::Receipt& receipt,
              const syncs::StampedEvent& stamped);
  Task<Status> write_row(const syncs::SyncPlan& plan, const syncs::SyncEvent& event,
                         std::optional<std::string> error);

  const Tools tools_;
  syncs::Courier& courier_;
};

}  // namespace partita::registry
