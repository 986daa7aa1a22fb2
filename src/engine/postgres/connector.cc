#include "engine/postgres/connector.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/postgres/store_schema.h"
#include "partita/base/random.h"

namespace partita::engine {
namespace {

using namespace std::chrono_literals;

constexpr auto kFirstPause = 20ms;
constexpr auto kLongestPause = 1'000ms;

}  // namespace

Connector::Connector(StoreAddress address, StoreIdentity identity, std::string_view isolation,
                     std::chrono::milliseconds patience, Receive receive)
    : address_(std::move(address)),
      identity_(std::move(identity)),
      isolation_(isolation),
      patience_(patience),
      receive_(std::move(receive)),
      thread_([this] { run(); }) {}

Connector::~Connector() {
  {
    const MutexLock lock(mutex_);
    is_stopped_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void Connector::open(PoolLane lane) {
  const MutexLock lock(mutex_);
  wanted_.push_back(lane);
  changed_.notify_all();
}

std::optional<PoolLane> Connector::next() {
  MutexLock lock(mutex_);
  while (!is_stopped_ && wanted_.empty()) changed_.wait(lock.native());
  if (is_stopped_) return std::nullopt;
  const PoolLane lane = wanted_.front();
  wanted_.pop_front();
  return lane;
}

// After a failure the next try waits, with jitter: a server that comes back should not meet all
// of its clients at the same moment.
void Connector::run() {
  SystemRandom random;
  std::chrono::milliseconds longest = kFirstPause;
  while (const auto lane = next()) {
    Opened opened = connect(*lane);
    const bool is_open = opened.connection.ok();
    receive_(std::move(opened));
    if (is_open) {
      longest = kFirstPause;
      continue;
    }
    const auto jitter = random.below(static_cast<std::uint64_t>(longest.count()) + 1);
    longest = std::min<std::chrono::milliseconds>(longest * 2, kLongestPause);
    pause(std::chrono::milliseconds(jitter));
  }
}

// Whoever asks for a connection meanwhile does not make it shorter.
void Connector::pause(std::chrono::milliseconds duration) {
  const auto until = Clock::system().monotonic_now() + duration;
  MutexLock lock(mutex_);
  while (!is_stopped_) {
    const auto left = until - Clock::system().monotonic_now();
    if (left <= left.zero()) return;
    changed_.wait_for(lock.native(), left);
  }
}

Connector::Opened Connector::connect(PoolLane lane) {
  std::int64_t timeline = 0;
  Opened opened{.lane = lane, .connection = open_connection(timeline)};
  if (!opened.connection.ok()) return opened;
  address_.prefer_server_of(**opened.connection);
  opened.is_of_successor = timeline > identity_.timeline;
  identity_.timeline = std::max(identity_.timeline, timeline);
  return opened;
}

Result<ConnectionHandle> Connector::open_connection(std::int64_t& timeline) {
  auto connection = TRY(address_.connect());
  const auto record = TRY(read_store_record(*connection, patience_));
  if (record.format > kPostgresFormat) {
    return Error::unavailable(
        fmt::format("the store was upgraded to format {}, and this version of Partita knows format "
                    "{}: upgrade this server",
                    record.format, kPostgresFormat));
  }
  if (record.format != kPostgresFormat || record.identity != identity_.identity ||
      record.stamp_base != identity_.stamp_base) {
    return Error::unavailable(
        "what answers at the store's address is another store than the one that was opened: "
        "restart this server if that is right");
  }
  timeline = record.timeline;
  if (timeline < identity_.timeline) {
    return Error::unavailable(
        "what answers at the store's address is a server from which another one has taken over: "
        "what it has is outdated");
  }
  TRY(prepare_session(*connection, isolation_, patience_));
  if (PQsetnonblocking(connection.get(), 1) != 0) {
    return Error::unavailable("the connection to the store cannot be used");
  }
  return connection;
}

}  // namespace partita::engine
