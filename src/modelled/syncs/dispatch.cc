#include "modelled/syncs/dispatch.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include "partita/base/mutex.h"

namespace partita::syncs {
namespace {

using Fate = Load::Fate;
using Kind = Receipt::Kind;

// A request has no more than this of items as they are stored, unless it is one event.
constexpr std::size_t kBatchBytesMax = std::size_t{256} << 10;
constexpr std::size_t kBulkBatchBytesMax = std::size_t{1} << 20;
// So many items in a row that the target cannot do, and it is the target.
constexpr std::size_t kSuspectsMax = 3;

// A load with its event, which views it.
struct Loaded {
  Load* load;
  StampedEvent stamped;
};

// What all lanes share.
class Run {
 public:
  Run(const SyncPlan& plan, Courier& courier, const DispatchOptions& options)
      : plan_(plan), courier_(courier), options_(options) {}

  bool may_go_on() const { return !is_over_ && options_.may_go_on(); }

  Receipt send(const std::vector<StampedEvent>& events) {
    return courier_.deliver({.plan = plan_, .instance = options_.instance, .events = events});
  }

  void fail(const Receipt& receipt) {
    is_over_ = true;
    const MutexLock lock(mutex_);
    if (failure_) return;
    failure_ = TargetFailure{.error = receipt.error,
                             .retry_after = receipt.retry_after,
                             .is_gone = receipt.kind == Kind::Gone};
  }

  std::optional<TargetFailure> take_failure() {
    const MutexLock lock(mutex_);
    return std::move(failure_);
  }

 private:
  const SyncPlan& plan_;
  Courier& courier_;
  const DispatchOptions& options_;
  std::atomic<bool> is_over_{false};
  Mutex mutex_;
  std::optional<TargetFailure> failure_ PARTITA_GUARDED_BY(mutex_);
};

// The events of some items, one request after another.
class Lane {
 public:
  struct Batching {
    std::size_t events_max;
    std::size_t bytes_max;
  };
  Lane(Run& run, Batching batching) : run_(run), batching_(batching) {}

  void add(Loaded loaded) { loads_.push_back(std::move(loaded)); }
  bool is_empty() const { return loads_.empty(); }

  void work() {
    for (std::size_t next = 0; next < loads_.size() && run_.may_go_on();) {
      const std::vector<Loaded*> batch = take_batch(next);
      if (!batch.empty() && !deliver(batch)) return;
    }
  }

  // One event after another; what the target cannot do is looked at again in the light of what it
  // can.
  void work_carefully() {
    std::vector<std::pair<Loaded*, Receipt>> suspects;
    bool is_target_well = false;
    for (Loaded& loaded : loads_) {
      if (!run_.may_go_on()) return;
      if (is_blocked(loaded)) continue;
      const Receipt receipt = run_.send({loaded.stamped});
      if (receipt.kind == Kind::Gone || receipt.kind == Kind::NoAnswer) return run_.fail(receipt);
      if (receipt.kind != Kind::Busy) {
        is_target_well = true;
        Loaded* const one = &loaded;
        settle({&one, 1}, receipt);
        continue;
      }
      suspects.emplace_back(&loaded, receipt);
      blocked_.insert(loaded.stamped.event.item);
      if (!is_target_well && suspects.size() == kSuspectsMax) break;
    }
    for (const auto& [loaded, receipt] : suspects) {
      if (!is_target_well) return run_.fail(receipt);
      refuse(*loaded, receipt.error);
    }
  }

 private:
  bool is_blocked(Loaded& loaded) {
    if (!blocked_.contains(loaded.stamped.event.item)) return false;
    loaded.load->fate = Fate::Behind;
    return true;
  }

  std::vector<Loaded*> take_batch(std::size_t& next) {
    std::vector<Loaded*> batch;
    std::size_t bytes = 0;
    for (; next < loads_.size() && batch.size() < batching_.events_max; ++next) {
      if (is_blocked(loads_[next])) continue;
      bytes += loads_[next].load->bytes.size();
      if (!batch.empty() && bytes > batching_.bytes_max) break;
      batch.push_back(&loads_[next]);
    }
    return batch;
  }

  // False: the target has failed.
  bool deliver(std::span<Loaded* const> batch) {
    std::vector<StampedEvent> events;
    for (const Loaded* loaded : batch) events.push_back(loaded->stamped);
    const Receipt receipt = run_.send(events);
    if (receipt.kind != Kind::Taken && receipt.kind != Kind::Refused) {
      settle_parts(batch, receipt);
      run_.fail(receipt);
      return false;
    }
    if (receipt.kind == Kind::Taken || batch.size() == 1) {
      settle(batch, receipt);
      return true;
    }
    // Which of them it was is found out by halves.
    const std::size_t middle = batch.size() / 2;
    return deliver_unblocked(batch.first(middle)) && deliver_unblocked(batch.subspan(middle));
  }

  bool deliver_unblocked(std::span<Loaded* const> batch) {
    std::vector<Loaded*> rest;
    for (Loaded* loaded : batch) {
      if (!is_blocked(*loaded)) rest.push_back(loaded);
    }
    return rest.empty() || (run_.may_go_on() && deliver(rest));
  }

  // What a target that cannot do all of it has done.
  void settle_parts(std::span<Loaded* const> batch, const Receipt& receipt) {
    for (Loaded* loaded : batch) {
      const std::uint64_t stamp = loaded->stamped.stamp;
      const auto refused = std::ranges::find(receipt.refused, stamp, &Receipt::RefusedEvent::stamp);
      if (refused != receipt.refused.end()) {
        refuse(*loaded, refused->error);
      } else if (std::ranges::find(receipt.taken, stamp) != receipt.taken.end()) {
        loaded->load->fate = Fate::Delivered;
      }
    }
  }

  void settle(std::span<Loaded* const> batch, const Receipt& receipt) {
    for (Loaded* loaded : batch) {
      if (is_blocked(*loaded)) continue;
      const auto refused =
          std::ranges::find(receipt.refused, loaded->stamped.stamp, &Receipt::RefusedEvent::stamp);
      if (refused != receipt.refused.end()) {
        refuse(*loaded, refused->error);
      } else if (receipt.kind == Kind::Refused) {
        refuse(*loaded, receipt.error);
      } else {
        loaded->load->fate = Fate::Delivered;
      }
    }
  }

  void refuse(Loaded& loaded, const std::string& error) {
    loaded.load->fate = Fate::Refused;
    loaded.load->error = error;
    blocked_.insert(loaded.stamped.event.item);
  }

  Run& run_;
  const Batching batching_;
  std::vector<Loaded> loads_;
  std::set<keys::KeyHash> blocked_;
};

std::size_t lane_of(const keys::KeyHash& item, std::size_t lanes) {
  return static_cast<unsigned char>(item.bytes.back()) % lanes;
}

// The calling thread works in the first one.
void work_in_all(std::vector<Lane>& lanes) {
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < lanes.size(); ++i) {
    if (!lanes[i].is_empty()) threads.emplace_back([&lane = lanes[i]] { lane.work(); });
  }
  lanes.front().work();
  for (std::thread& thread : threads) thread.join();
}

Lane::Batching batching_of(const model::Sync& sync, const DispatchOptions& options) {
  return {.events_max = options.is_careful ? 1 : sync.batch,
          .bytes_max = sync.tells_states() ? kBulkBatchBytesMax : kBatchBytesMax};
}

// Of each item only its last load goes on.
Status supersede(Dispatch& dispatch) {
  std::set<keys::KeyHash> newer;
  for (auto load = dispatch.loads.rbegin(); load != dispatch.loads.rend(); ++load) {
    const auto head = TRY(decode_event_head(load->bytes));
    if (!newer.insert(head.item).second) load->fate = Fate::Superseded;
  }
  return {};
}

}  // namespace

Status deliver(Dispatch& dispatch, const SyncPlan& plan, Courier& courier,
               const DispatchOptions& options) {
  Run run(plan, courier, options);
  if (plan.sync().tells_states()) TRY(supersede(dispatch));
  const std::size_t count = options.is_careful ? 1 : plan.sync().lanes;
  std::vector<Lane> lanes(count, Lane(run, batching_of(plan.sync(), options)));
  for (Load& load : dispatch.loads) {
    if (load.fate != Fate::Untried) continue;
    const auto event = TRY(decode_event(load.bytes));
    lanes[lane_of(event.item, count)].add(
        {.load = &load, .stamped = {.stamp = load.stamp, .event = event}});
  }
  if (options.is_careful) {
    lanes.front().work_carefully();
  } else {
    work_in_all(lanes);
  }
  dispatch.failure = run.take_failure();
  return {};
}

}  // namespace partita::syncs
