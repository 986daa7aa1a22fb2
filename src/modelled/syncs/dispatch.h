#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "modelled/syncs/courier.h"
#include "partita/base/bytes.h"

namespace partita::syncs {

// An event that is to be delivered, and what has become of it.
struct Load {
  enum class Fate {
    Untried,  // The target has failed before.
    Delivered,
    Refused,
    Behind,      // An earlier event of its item was refused.
    Superseded,  // The target wants states, and a later load of its item has a newer one.
  };

  std::uint64_t stamp = 0;
  Bytes bytes;           // encode_event()
  bool is_held = false;  // It comes from a row of its own, and not from the log.
  Fate fate = Fate::Untried;
  std::string error;  // Of Refused.
};

// How the target as a whole has failed.
struct TargetFailure {
  std::string error;
  std::optional<std::chrono::milliseconds> retry_after;
  bool is_gone = false;
};

// What is delivered at a time. Its loads stand in the order of their stamps.
struct Dispatch {
  std::vector<Load> loads;
  std::optional<TargetFailure> failure;  // Filled by deliver.
};

struct DispatchOptions {
  std::uint64_t instance = 0;
  // The target has failed lately: events go one by one, and if it cannot do one of them but takes
  // those of other items, it is the event that is refused.
  bool is_careful = false;
  // Asked before each request; false: this server is not the one to deliver any more.
  std::function<bool()> may_go_on;
};

// Brings all of it to its target, in the lanes and batches that the sync wants; events of one item
// in the order of their stamps, and none behind one that was refused; of states only the newest of
// each item. Waits for the target.
// ERRORS: Corrupt if an event cannot be read.
Status deliver(Dispatch& dispatch, const SyncPlan& plan, Courier& courier,
               const DispatchOptions& options);

}  // namespace partita::syncs
