#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "wire/faults/fault_plan.h"
#include "wire/faults/kept_past.h"

namespace partita::faults {

// What a request is about, as far as rules ask.
struct FaultSubject {
  std::string_view operation;
  std::vector<std::string> tables;
  std::size_t members = 1;  // Of a batch or a transaction.
  bool is_consistent = false;
};

// What one request meets.
struct MetFault {
  FaultKind kind;
  bool is_applied;
  std::chrono::milliseconds delay;
  std::uint64_t seed;              // Decides which members of a batch are left.
  std::shared_ptr<KeptPast> past;  // Of StaleRead.
};

struct FaultSettings {
  // Whether a request may set rules: a server that is in use by others should not let anybody.
  bool are_allowed = false;
  FaultPlan plan = {};                                // In force from the start.
  std::function<void(std::string_view)> report = {};  // Told when rules begin and end.
  std::vector<std::string_view> operations = {};      // The names that rules may use.
  const Clock* clock = &Clock::system();
};

// Faults that somebody has asked for, so that programs can be tested for how they bear them. They
// live as long as the server: none is stored.
// THREADS: safe for concurrent calls. As long as no rule is set, a request costs one relaxed load.
class Faults {
 public:
  explicit Faults(FaultSettings settings);

  bool is_on() const { return is_on_.load(std::memory_order_relaxed); }
  bool are_allowed() const { return settings_.are_allowed; }
  const std::vector<std::string_view>& operations() const { return settings_.operations; }

  // Sets these rules instead of all that were set.
  void set(FaultPlan plan);
  void clear();

  // What the request meets: by the first rule that is for it and whose turn it is.
  std::optional<MetFault> choose(const FaultSubject& subject);

  // To be called before each request while it is on: stale reads show what was before it.
  // ERRORS: those of the engine.
  Task<Status> keep_moments(const engine::Engine& engine);

  // Rules that are not over yet, and which kinds they are: "throttle, delay".
  std::size_t rules_left() const;
  std::string kinds_left() const;
  // How often each kind was met since the start, by number.
  std::array<std::uint64_t, kFaultKinds> met() const;

  // All of it as JSON (docs/FAULTS.md).
  std::string document() const;

 private:
  struct RuleState {
    FaultRule rule;
    SeededRandom random;
    std::shared_ptr<KeptPast> past;
    std::uint64_t matched = 0;
    std::uint64_t met = 0;

    bool is_over(MonotonicTime now, MonotonicTime since) const;
    bool is_for(const FaultSubject& subject) const;
    bool has_turn();
  };

  void tell(std::string_view line) const;
  bool are_all_over() const PARTITA_REQUIRES(mutex_);
  void end_if_over() PARTITA_REQUIRES(mutex_);

  const FaultSettings settings_;
  std::atomic<bool> is_on_{false};
  mutable Mutex mutex_;
  std::vector<RuleState> rules_ PARTITA_GUARDED_BY(mutex_);
  std::uint64_t seed_ PARTITA_GUARDED_BY(mutex_) = 0;
  MonotonicTime since_ PARTITA_GUARDED_BY(mutex_){};
  std::array<std::uint64_t, kFaultKinds> met_ PARTITA_GUARDED_BY(mutex_){};
};

}  // namespace partita::faults
