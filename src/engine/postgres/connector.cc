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
                     Receive receive)
    : address_(std::move(address)),
      identity_(std::move(identity)),
      isolation_(isolation),
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
  std::chrono::milliseconds pause = kFirstPause;
  while (const auto lane = next()) {
    auto connection = connect();
    const bool is_open = connection.ok();
    receive_({*lane, std::move(connection)});
    if (is_open) {
      pause = kFirstPause;
      continue;
    }
    const auto jitter =
        std::chrono::milliseconds(random.below(static_cast<std::uint64_t>(pause.count()) + 1));
    pause = std::min<std::chrono::milliseconds>(pause * 2, kLongestPause);
    MutexLock lock(mutex_);
    if (!is_stopped_) changed_.wait_for(lock.native(), jitter);
  }
}

Result<ConnectionHandle> Connector::connect() const {
  auto connection = TRY(address_.connect());
  const auto record = TRY(read_store_record(*connection));
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
  TRY(prepare_session(*connection, isolation_));
  if (PQsetnonblocking(connection.get(), 1) != 0) {
    return Error::unavailable("the connection to the store cannot be used");
  }
  return connection;
}

}  // namespace partita::engine
