#include "store/jobs/leases.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

namespace partita::jobs {
namespace {

// A server that was away itself does not know whether others were.
constexpr auto kElapsedMax = 2 * Leases::kBeat;

// A command beside the servers is none of them. Of an older version nobody knows.
bool takes_requests(ByteView row) {
  const ServerPresence presence = decode_presence(row);
  return !presence.has_facts || !presence.facts.address.empty();
}

}  // namespace

Leases::Leases(engine::Engine& engine, const Clock& clock, Random& random, ServerFacts facts)
    : engine_(engine),
      clock_(clock),
      random_(random),
      is_shared_(engine.abilities().is_shared),
      server_(fmt::format("{:016x}", random.next())),
      facts_(std::move(facts)) {
  if (!facts_.since) facts_.since = clock_.wall_now();
}

Leases::Lane& Leases::lane_of(std::string_view lane) {
  const auto found = lanes_.find(lane);
  if (found != lanes_.end()) return found->second;
  auto lease = std::make_shared<HeldLease>(lease_key(lane));
  auto engine = std::make_unique<FencedEngine>(engine_, lease);
  return lanes_.emplace(lane, Lane{std::move(lease), std::move(engine)}).first->second;
}

std::shared_ptr<HeldLease> Leases::lease_of(std::string_view lane) {
  const MutexLock lock(mutex_);
  return lane_of(lane).lease;
}

engine::Engine& Leases::engine_for(std::string_view lane) {
  if (!is_shared_) return engine_;
  const MutexLock lock(mutex_);
  return *lane_of(lane).engine;
}

bool Leases::holds(std::string_view lane) const {
  if (!is_shared_) return true;
  const MutexLock lock(mutex_);
  const auto found = lanes_.find(lane);
  return found != lanes_.end() && found->second.lease->fence().has_value();
}

// Checked: who has lost its presence, and with it its leases, takes none before it is back.
Task<Status> Leases::show_presence(engine::Transaction& transaction, bool is_beat) {
  Bytes key = presence_key(server_);
  auto stored = co_await engine::read_one(transaction, key);
  CO_TRY(stored);
  if (*stored && !is_beat) co_return Status{};
  transaction.put(std::move(key), encode_presence({.beat = random_.next(), .facts = facts_}));
  co_return Status{};
}

Task<Result<LeaseAnswer>> Leases::decide(engine::Transaction& transaction, const Bytes& key,
                                         Wish wish, Bytes& taken) {
  Status shown = co_await show_presence(transaction, false);
  CO_TRY(shown);
  auto row = co_await engine::read_one(transaction, key);
  CO_TRY(row);
  const LeaseRow lease = decode_lease(*row);
  const bool is_own = lease.server == server_;
  if (wish == Wish::Keep && !is_own) co_return LeaseAnswer{.holder = lease.server};
  bool is_taken = false;
  if (!is_own && !lease.server.empty()) {
    const Bytes presence = presence_key(lease.server);
    auto alive = co_await engine::read_one(transaction, presence);
    CO_TRY(alive);
    is_taken = alive->has_value() && (wish == Wish::Take || lease.is_reserved);
  }
  if (is_taken) co_return LeaseAnswer{.holder = lease.server};
  taken = lease.fence;
  if (!is_own) taken = make_fence(server_, random_.next());
  const bool is_reserved = wish == Wish::Reserve || (wish == Wish::Take && lease.is_reserved);
  transaction.put(Bytes(key), encode_lease(taken, is_own ? is_reserved : wish == Wish::Reserve));
  co_return LeaseAnswer{.is_held = true, .holder = server_};
}

Task<Result<LeaseAnswer>> Leases::ask(std::string lane, Wish wish) {
  if (!is_shared_) co_return LeaseAnswer{.is_held = true, .holder = server_};
  const auto lease = lease_of(lane);
  LeaseAnswer answer;
  Bytes taken;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto decided = co_await decide(transaction, lease->key(), wish, taken);
    CO_TRY(decided);
    answer = std::move(*decided);
    co_return Status{};
  };
  Status committed = co_await engine::run(engine_, body);
  // If nobody knows whether it was applied, the next one who asks finds it so.
  CO_TRY(committed);
  lease->set(answer.is_held ? std::optional(std::move(taken)) : std::nullopt);
  co_return answer;
}

Task<Result<LeaseAnswer>> Leases::take(std::string lane) {
  if (holds(lane)) co_return LeaseAnswer{.is_held = true, .holder = server_};
  co_return co_await ask(std::move(lane), Wish::Take);
}

Task<Status> Leases::reserve(std::string lane) {
  auto answer = co_await ask(std::move(lane), Wish::Reserve);
  CO_TRY(answer);
  if (!answer->is_held) {
    co_return Error::conflict(fmt::format("server {} is at it", answer->holder));
  }
  co_return Status{};
}

Task<Status> Leases::keep(std::string lane) {
  auto answer = co_await ask(std::move(lane), Wish::Keep);
  CO_TRY(answer);
  co_return Status{};
}

Task<Status> Leases::release(std::string lane) {
  if (!is_shared_ || !holds(lane)) co_return Status{};
  const auto lease = lease_of(lane);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto row = co_await engine::read_one(transaction, lease->key());
    CO_TRY(row);
    if (decode_lease(*row).server == server_) transaction.erase(lease->key());
    co_return Status{};
  };
  Status released = co_await engine::run(engine_, body);
  CO_TRY(released);
  lease->set(std::nullopt);
  co_return Status{};
}

Task<Result<std::map<std::string, Bytes>>> Leases::read_others() const {
  std::map<std::string, Bytes> others;
  const Bytes prefix = keys::metadata_key(kPresencePrefix);
  const auto all = keys::prefix_range(prefix);
  const auto visit = [&](ByteView key, ByteView value) {
    std::string server(key.substr(prefix.size()));
    if (server != server_) others.emplace(std::move(server), value);
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = all.begin, .end = all.end};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  co_return others;
}

std::map<std::string, Bytes> Leases::note_others(const std::map<std::string, Bytes>& others) {
  const auto now = clock_.monotonic_now();
  const MutexLock lock(mutex_);
  const auto elapsed =
      std::min<MonotonicTime::duration>(now - last_beat_.value_or(now), kElapsedMax);
  last_beat_ = now;
  std::erase_if(seen_, [&](const auto& each) { return !others.contains(each.first); });
  std::map<std::string, Bytes> dead;
  for (const auto& [server, presence] : others) {
    Seen& seen = seen_[server];
    seen.silent = seen.presence == presence ? seen.silent + elapsed : MonotonicTime::duration(0);
    seen.presence = presence;
    if (seen.silent >= kSilence) dead.emplace(server, presence);
  }
  alive_ = 1 + static_cast<std::size_t>(std::ranges::count_if(others, [&](const auto& each) {
             return takes_requests(each.second) && !dead.contains(each.first);
           }));
  return dead;
}

Task<Status> Leases::evict(const std::string& server, const Bytes& presence) {
  const Bytes key = presence_key(server);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto stored = co_await engine::read_one(transaction, key);
    CO_TRY(stored);
    if (*stored == presence) transaction.erase(key);
    co_return Status{};
  };
  co_return co_await engine::run(engine_, body);
}

Task<Status> Leases::check_leases() {
  std::vector<std::pair<std::shared_ptr<HeldLease>, Bytes>> held;
  {
    const MutexLock lock(mutex_);
    for (const auto& [name, lane] : lanes_) {
      if (auto fence = lane.lease->fence()) held.emplace_back(lane.lease, *std::move(fence));
    }
  }
  if (held.empty()) co_return Status{};
  std::vector<ByteView> wanted;
  for (const auto& [lease, fence] : held) wanted.emplace_back(lease->key());
  const auto compare = [&](std::size_t index, std::optional<ByteView> row) {
    const auto& [lease, fence] = held[index];
    if (!row || !row->starts_with(fence)) lease->lose(fence);
  };
  co_return co_await engine_.get(wanted, compare);
}

Task<Status> Leases::beat() {
  if (!is_shared_) co_return Status{};
  const auto body = [&](engine::Transaction& transaction) {
    return show_presence(transaction, true);
  };
  Status shown = co_await engine::run(engine_, body);
  CO_TRY(shown);
  auto others = co_await read_others();
  CO_TRY(others);
  for (const auto& [server, presence] : note_others(*others)) {
    Status evicted = co_await evict(server, presence);
    CO_TRY(evicted);
  }
  co_return co_await check_leases();
}

Task<Status> Leases::close() {
  if (!is_shared_) co_return Status{};
  std::vector<std::string> lanes;
  {
    const MutexLock lock(mutex_);
    for (const auto& [name, lane] : lanes_) lanes.push_back(name);
  }
  for (const std::string& lane : lanes) {
    Status released = co_await release(lane);
    CO_TRY(released);
  }
  const auto body = [&](engine::Transaction& transaction) {
    transaction.erase(presence_key(server_));
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine_, body);
}

}  // namespace partita::jobs
