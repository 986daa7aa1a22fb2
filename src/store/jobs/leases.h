#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/fenced_engine.h"
#include "store/jobs/lease_rows.h"

namespace partita::jobs {

// Which server holds a lane, as far as this server knows.
struct LeaseAnswer {
  bool is_held = false;     // By this server.
  std::string holder = {};  // The name of the server that does; empty: nobody, or it is not known.
};

// A program that has the store open, as another one sees it.
struct ServerReport {
  std::string name;
  ServerPresence presence = {};
  bool is_this = false;
  // The time since its last sign of life, by the clock of the program that reports.
  MonotonicTime::duration silent{0};
  std::vector<std::string> lanes = {};  // The lanes whose leases it has.
};

// All programs that have the store open.
struct ServersReport {
  bool is_shared = false;
  std::vector<ServerReport> servers = {};  // The one that has run longest comes first.
  // Lanes whose lease belongs to a server that is gone: the next server that asks gets them.
  std::vector<std::string> free_lanes = {};
};

// Decides which of several servers on a shared store does the work that only one server may do.
//
// Each server has a row, its presence, that it changes every second. A lease is a row with the name
// of the server that holds it and a random token. It is valid as long as the presence of that
// server exists, and need not be renewed. If a server sees that another presence has not changed
// for kSilence by its own clock, while its own presence is being updated, it removes that presence:
// from then on others may take that server's leases. This may be a mistake, if the other server was
// only paused. Therefore all work under a lease uses a fenced engine, which commits nothing once
// the lease belongs to another server. So clocks of different servers are never compared.
//
// A store that is not shared has no such rows: this server has all leases at once, including those
// of a program that was killed, at no cost.
// THREADS: safe for concurrent calls.
class Leases {
 public:
  // How often beat is to be called, and after how long without one a server counts as dead.
  static constexpr std::chrono::seconds kBeat{1};
  static constexpr std::chrono::seconds kSilence{5};

  // REQUIRES: all of it outlives this; random is safe for concurrent calls.
  Leases(engine::Engine& engine, const Clock& clock, Random& random, ServerFacts facts = {});
  Leases(const Leases&) = delete;
  Leases& operator=(const Leases&) = delete;

  bool is_shared() const { return is_shared_; }
  // The name of this server: 16 hexadecimal digits, different after each start.
  const std::string& server() const { return server_; }
  const ServerFacts& facts() const { return facts_; }

  // Who has the store open, and who does what. In a store that is not shared: this server alone.
  // ERRORS: those of the engine.
  Task<Result<ServersReport>> report() const;
  // What is known of that without asking the store.
  struct Figures {
    std::size_t servers = 1;  // That take requests, as of the last beat.
    std::size_t held = 0;     // Leases of this one.
    // How long ago the last beat came through; 0 in a store that is not shared.
    MonotonicTime::duration beat_age{0};
  };
  Figures figures() const;

  // Takes the lease of a lane, unless a server that is alive has it.
  // ERRORS: those of the engine.
  Task<Result<LeaseAnswer>> take(std::string lane);
  // The same, but also takes the lease from a server that is alive; work that it has begun in the
  // lane can no longer commit. Until the lease is released, or given up by keep, nobody else can do
  // that.
  // ERRORS: Conflict if another server has reserved it; those of the engine.
  Task<Status> reserve(std::string lane);
  // Ends a reservation; the lease stays here.
  Task<Status> keep(std::string lane);
  // Gives a lease back, if it is held.
  Task<Status> release(std::string lane);
  // Whether the lease is held, as far as is known: it may have been lost.
  bool holds(std::string_view lane) const;

  // The engine with which work of the lane must commit. Lives as long as this object.
  engine::Engine& engine_for(std::string_view lane);

  // Shows that this server is alive, and finds out which others are and which leases were lost.
  // ERRORS: those of the engine.
  Task<Status> beat();

  // Returns all leases and removes the presence. No lease may be taken afterwards. ERRORS: those of
  // the engine; the other servers then notice by themselves.
  Task<Status> close();

 private:
  struct Lane {
    std::shared_ptr<HeldLease> lease;
    std::unique_ptr<FencedEngine> engine;
  };
  // Another server, as it was last seen.
  struct Seen {
    Bytes presence;
    MonotonicTime::duration silent{0};  // How long it has stood still.
  };
  enum class Wish { Take, Reserve, Keep };

  Lane& lane_of(std::string_view lane) PARTITA_REQUIRES(mutex_);
  std::shared_ptr<HeldLease> lease_of(std::string_view lane);
  Task<Result<LeaseAnswer>> ask(std::string lane, Wish wish);
  Task<Result<LeaseAnswer>> decide(engine::Transaction& transaction, const Bytes& key, Wish wish,
                                   Bytes& taken);
  Task<Status> show_presence(engine::Transaction& transaction, bool is_beat);
  Task<Result<std::map<std::string, Bytes>>> read_others() const;
  MonotonicTime::duration silence_of(const std::string& server, const Bytes& presence) const;
  // The servers that count as dead by now, with their last presence.
  std::map<std::string, Bytes> note_others(const std::map<std::string, Bytes>& others);
  Task<Status> evict(const std::string& server, const Bytes& presence);
  Task<Status> check_leases();

  engine::Engine& engine_;
  const Clock& clock_;
  Random& random_;
  const bool is_shared_;
  const std::string server_;
  ServerFacts facts_;  // Never changed once this is made.
  mutable Mutex mutex_;
  std::map<std::string, Lane, std::less<>> lanes_ PARTITA_GUARDED_BY(mutex_);
  std::map<std::string, Seen> seen_ PARTITA_GUARDED_BY(mutex_);
  std::optional<MonotonicTime> last_beat_ PARTITA_GUARDED_BY(mutex_);
  std::size_t alive_ PARTITA_GUARDED_BY(mutex_) = 1;
};

}  // namespace partita::jobs
