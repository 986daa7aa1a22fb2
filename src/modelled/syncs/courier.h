#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "modelled/syncs/sync_event.h"
#include "modelled/syncs/sync_plan.h"
#include "partita/base/result.h"

namespace partita::syncs {

struct StampedEvent {
  std::uint64_t stamp = 0;
  SyncEvent event;
};

// What one request tells.
struct Parcel {
  const SyncPlan& plan;
  std::uint64_t instance = 0;  // SyncState::instance
  std::span<const StampedEvent> events;
};

// What has become of it.
struct Receipt {
  enum class Kind {
    Taken,    // All of it but `refused`.
    Refused,  // The target does not want this, and may want other events.
    Busy,     // The target has answered that it cannot do it now, or only a part of it.
    NoAnswer,
    Gone,  // The target has answered that it is gone for good.
  };
  struct RefusedEvent {
    std::uint64_t stamp = 0;
    std::string error;
  };

  Kind kind = Kind::NoAnswer;
  std::string error;                                     // For people; empty if it was taken.
  std::optional<std::chrono::milliseconds> retry_after;  // As the target wishes.
  std::vector<RefusedEvent> refused = {};                // Of Taken and Busy.
  std::vector<std::uint64_t> taken = {};                 // Of Busy: these all the same.
};

// Brings events to their targets: how that is done, and how events look there, is not known below
// the wire.
// THREADS: safe for concurrent calls.
class Courier {
 public:
  virtual ~Courier() = default;
  // Waits for the answer of the target, for half a minute at most. Never fails: that the secret of
  // a sync cannot be read is no answer, too.
  virtual Receipt deliver(const Parcel& parcel) = 0;
};

}  // namespace partita::syncs
