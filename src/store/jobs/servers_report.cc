#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "store/jobs/leases.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// What Leases tells to people who ask which servers there are.

namespace partita::jobs {
namespace {

// The rows of a prefix, by what follows it in their keys.
Task<Result<std::map<std::string, Bytes>>> read_rows(const engine::Engine& engine,
                                                     std::string_view prefix_name) {
  std::map<std::string, Bytes> rows;
  const Bytes prefix = keys::metadata_key(prefix_name);
  const auto all = keys::prefix_range(prefix);
  const auto visit = [&](ByteView key, ByteView value) {
    rows.emplace(key.substr(prefix.size()), value);
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = all.begin, .end = all.end};
  Status read = co_await engine.scan(range, visit);
  CO_TRY(read);
  co_return rows;
}

void give_lanes(ServersReport& report, const std::map<std::string, Bytes>& leases) {
  for (const auto& [lane, row] : leases) {
    const std::string holder = decode_lease(row).server;
    const auto server = std::ranges::find(report.servers, holder, &ServerReport::name);
    (server == report.servers.end() ? report.free_lanes : server->lanes).push_back(lane);
  }
}

}  // namespace

// Of one that was not seen yet, this is the first sign.
MonotonicTime::duration Leases::silence_of(const std::string& server, const Bytes& presence) const {
  const auto now = clock_.monotonic_now();
  const MutexLock lock(mutex_);
  const auto since_beat = now - last_beat_.value_or(now);
  if (server == server_) return since_beat;
  const auto seen = seen_.find(server);
  const bool is_silent = seen != seen_.end() && seen->second.presence == presence;
  return is_silent ? seen->second.silent + since_beat : MonotonicTime::duration(0);
}

// The leases first: a server that goes meanwhile has given back what it had.
Task<Result<ServersReport>> Leases::report() const {
  ServersReport report{.is_shared = is_shared_};
  if (!is_shared_) {
    ServerReport own{.name = server_, .is_this = true};
    own.presence = {.facts = facts_, .has_facts = true};
    report.servers.push_back(std::move(own));
    co_return report;
  }
  auto leases = co_await read_rows(engine_, kLeasePrefix);
  CO_TRY(leases);
  auto presences = co_await read_rows(engine_, kPresencePrefix);
  CO_TRY(presences);
  for (const auto& [name, row] : *presences) {
    report.servers.push_back({.name = name,
                              .presence = decode_presence(row),
                              .is_this = name == server_,
                              .silent = silence_of(name, row)});
  }
  std::ranges::sort(report.servers, {}, [](const ServerReport& server) {
    return std::tuple(server.presence.facts.since.value_or(WallTime::min()), server.name);
  });
  give_lanes(report, *leases);
  co_return report;
}

Leases::Figures Leases::figures() const {
  Figures figures;
  if (!is_shared_) return figures;
  const auto now = clock_.monotonic_now();
  const MutexLock lock(mutex_);
  figures.servers = alive_;
  figures.held = static_cast<std::size_t>(std::ranges::count_if(
      lanes_, [](const auto& lane) { return lane.second.lease->fence().has_value(); }));
  figures.beat_age = now - last_beat_.value_or(now);
  return figures;
}

}  // namespace partita::jobs
