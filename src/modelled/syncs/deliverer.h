#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "engine/engine.h"
#include "modelled/syncs/courier.h"
#include "modelled/syncs/dispatch.h"
#include "modelled/syncs/settlement.h"
#include "modelled/syncs/sync_log.h"
#include "modelled/syncs/sync_plan.h"
#include "modelled/syncs/sync_state.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/job.h"
#include "store/places/errand.h"

namespace partita::syncs {

// What a deliverer works with. All of it outlives it.
struct DelivererTools {
  engine::Engine& engine;  // That commits under the lease of the sync's lane.
  const Clock& clock;
  Random& random;              // Safe for concurrent calls.
  Courier* courier = nullptr;  // Null: events only wait, as long as they may.
  // Whether this server may go on to deliver: it has the lease, as far as it knows.
  std::function<bool()> may_go_on = [] { return true; };
  // Wakes the job, from any thread.
  std::function<void()> wake = [] {};
  Pauses pauses = {};
  // Another look is needed although nobody has rung: others write to the store, too.
  bool is_shared = false;
};

// A plan that stays as long as it is held, although the rules of the table change.
using SyncPlanPointer = std::shared_ptr<const SyncPlan>;

// Delivers the events of one sync. At least once, each with an id that is the same on every try;
// those of an item in the order of its commits; no newer one of an item before an older one is
// taken, given up or held back with it. What is settled is committed after the target has taken
// it, so a crash in between tells it again. While the target fails, the whole sync waits; while it
// refuses an event, only the item of that event does. Nothing waits for ever: what a sync may not
// keep any more is counted as lost.
// THREADS: one thread at a time.
class Deliverer {
 public:
  explicit Deliverer(DelivererTools tools) : tools_(std::move(tools)) {}

  // A little of it. REQUIRES: the plan is that of the same sync in each turn.
  // ERRORS: Corrupt; those of the engine. The next turn goes on.
  Task<Result<jobs::Turn>> turn(SyncPlanPointer plan, const Bytes& epoch_key, const Bytes& epoch);

  // Whether it waits for the target, so that turns do nothing before `wake`.
  bool is_under_way() const { return errand_.is_under_way(); }

  // How far it was after the last turn; nullopt: there was none.
  struct Report {
    SyncState state;
    std::size_t held_items = 0;
    std::size_t dead_items = 0;
  };
  const std::optional<Report>& report() const { return report_; }

 private:
  // What is under way.
  struct UnderWay {
    Dispatch dispatch;
    LogWindow window;
    std::uint64_t turn = 0;                   // Of the state that it began with.
    std::set<keys::KeyHash> tried_held = {};  // Items whose events it has.
    std::set<keys::KeyHash> cut_held = {};    // Of these, those that have more of them.
  };
  struct ItemsInCommit;
  struct NewestStates;
  // What a dispatch comes to as a whole.
  struct Outcome {
    LogWindow window;
    std::size_t delivered = 0;
    bool was_tried = false;
  };

  // deliverer.cc
  Task<Status> load(const SyncPlan& plan, const Bytes& epoch_key, const Bytes& epoch);
  Task<Result<bool>> gather(const SyncPlan& plan);
  Task<Status> gather_held(const SyncPlan& plan, std::int64_t now);
  Task<Status> gather_window(const SyncPlan& plan);
  void send(SyncPlanPointer plan);
  jobs::Turn rest(const SyncPlan& plan);
  std::int64_t now() const;
  bool may_deliver(std::int64_t at) const;

  // deliverer_commit.cc
  Task<Status> settle(const SyncPlan& plan);
  Task<Result<Outcome>> settle_events(engine::Transaction& transaction, const SyncPlan& plan);
  void put_state(engine::Transaction& transaction, const SyncPlan& plan, const SyncState& stored,
                 const Outcome& outcome);
  Task<Result<ItemsInCommit>> read_items(engine::Transaction& transaction,
                                         const SyncPlan& plan) const;
  void put_items(engine::Transaction& transaction, const SyncPlan& plan,
                 const ItemsInCommit& items) const;

  // deliverer_states.cc: the same where only the newest state of an item counts.
  Task<Result<Outcome>> settle_states(engine::Transaction& transaction, const SyncPlan& plan);
  Result<NewestStates> newest_states() const;
  Task<Status> settle_held_item(engine::Transaction& transaction, const SyncPlan& plan,
                                const keys::KeyHash& item, const Load* newest);
  HeldItem refused_item(const HeldItem* before, const Load& load, const SyncPlan& plan) const;
  // deliverer_upkeep.cc: true if there is more of it to do now.
  Task<Result<bool>> keep_house(const SyncPlan& plan);
  Task<Result<bool>> count_ahead(const SyncPlan& plan);
  Task<Result<bool>> give_up_late(const SyncPlan& plan);
  Task<Status> give_up_held(const SyncPlan& plan);
  Task<Result<bool>> trim(const SyncPlan& plan);
  Task<Status> change_state(const SyncPlan& plan,
                            const std::function<void(engine::Transaction&, SyncState&)>& change);

  DelivererTools tools_;
  SyncState state_;  // As of this turn.
  HeldItems held_;
  bool knows_held_ = false;
  std::uint64_t held_commands_ = 0;  // SyncState::commands when the held items were read.
  std::optional<UnderWay> under_way_;
  MonotonicTime house_at_{};
  MonotonicTime look_until_{};  // Until then something may still appear.
  std::string news_;            // What a person should be told of this turn.
  std::optional<Report> report_;
  places::Errand errand_;  // Works with what stands above, so it ends first.
};

}  // namespace partita::syncs
