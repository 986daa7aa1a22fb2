#include "engine/postgres/connection_pool.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <utility>

#include "partita/base/check.h"

namespace partita::engine {
namespace {

using namespace std::chrono_literals;
using Moment = SqlFailure::Moment;

// How many batches of different callers follow each other on one connection.
constexpr std::size_t kBatchesOfGets = 64;
// How often what waits is looked at, when nothing else happens.
constexpr auto kLook = 50ms;
// Without any connection, waiting for one longer than this is of no use to anybody.
constexpr auto kPatienceWithoutServer = 1'000ms;
// A connection is replaced when it is that old: an address may lead elsewhere by then.
constexpr auto kConnectionAgeMax = 30min;

// A transaction that only reads was told to write: a standby, or one that is being made to one.
constexpr std::string_view kReadOnly = "25006";
// Somebody between us and the server gives us another session of it than the one we have prepared.
constexpr std::string_view kNoSuchStatement = "26000";

MonotonicTime now() { return Clock::system().monotonic_now(); }

// For a thread that has no executor.
class Gate {
 public:
  void open() {
    const MutexLock lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  void wait() {
    MutexLock lock(mutex_);
    while (!is_open_) changed_.wait(lock.native());
  }

 private:
  Mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ PARTITA_GUARDED_BY(mutex_) = false;
};

// An executor for one handle, which it does not resume: the thread that waits goes on itself.
class OneWaiter final : public Executor {
 public:
  void post(std::coroutine_handle<>) override { gate_.open(); }
  void post_after(std::chrono::nanoseconds, std::coroutine_handle<> work) override { post(work); }
  void wait() { gate_.wait(); }

 private:
  Gate gate_;
};

}  // namespace

ConnectionPool::ConnectionPool(StoreAddress address, StoreIdentity identity,
                               const PostgresOptions& options)
    : patience_(options.patience),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_up_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  PARTITA_CHECK(epoll_ >= 0 && wake_up_ >= 0);
  const PoolSizes& sizes = options.sizes;
  const std::size_t of_lanes[] = {sizes.gets, sizes.pages, sizes.transactions, sizes.snapshots};
  for (std::size_t i = 0; i < kPoolLanes; ++i) {
    lanes_[i].connections_max = std::max<std::size_t>(of_lanes[i], 1);
    lanes_[i].waiting_max = lanes_[i].connections_max * sizes.waiting_for_each;
  }
  lane_of(PoolLane::Gets).waiting_max *= kBatchesOfGets;
  epoll_event event{.events = EPOLLIN, .data = {.ptr = nullptr}};
  PARTITA_CHECK(::epoll_ctl(epoll_, EPOLL_CTL_ADD, wake_up_, &event) == 0);
  const auto receive = [this](Connector::Opened opened) {
    {
      const MutexLock lock(mutex_);
      trouble_ = opened.connection.ok() ? "" : opened.connection.error().message();
      opened_.push_back(std::move(opened));
    }
    wake();
  };
  connector_ = std::make_unique<Connector>(std::move(address), std::move(identity),
                                           options.isolation, options.patience, receive);
  thread_ = std::thread([this] { run(); });
}

ConnectionPool::~ConnectionPool() {
  connector_.reset();
  {
    const MutexLock lock(mutex_);
    is_stopped_ = true;
  }
  wake();
  thread_.join();
  connections_.clear();
  ::close(wake_up_);
  ::close(epoll_);
}

std::string ConnectionPool::trouble() const {
  const MutexLock lock(mutex_);
  return trouble_;
}

void ConnectionPool::submit(RoundTrip& trip) {
  bool was_awake = false;
  {
    const MutexLock lock(mutex_);
    submitted_.push_back(&trip);
    was_awake = std::exchange(is_awake_, true);
  }
  if (!was_awake) wake();
}

bool ConnectionPool::wait_for(RoundTrip& trip) {
  OneWaiter waiter;
  trip.executor = &waiter;
  submit(trip);
  waiter.wait();
  return false;
}

void ConnectionPool::release(PipelinedConnection& held) {
  bool was_awake = false;
  {
    const MutexLock lock(mutex_);
    released_.push_back(&held);
    was_awake = std::exchange(is_awake_, true);
  }
  if (!was_awake) wake();
}

void ConnectionPool::wake() {
  const std::uint64_t one = 1;
  static_cast<void>(::write(wake_up_, &one, sizeof(one)));
}

void ConnectionPool::run() {
  std::array<epoll_event, 64> events{};
  auto looked_at = now();
  for (;;) {
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                   static_cast<int>(kLook.count()));
    now_ = now();
    for (int i = 0; i < count; ++i) {
      void* const of = events[static_cast<std::size_t>(i)].data.ptr;
      // libpq closes a socket by itself when it fails. While a program that is just being started
      // has a copy of it, it goes on to tell of a connection that may be gone already.
      const auto found = connections_.find(static_cast<PipelinedConnection*>(of));
      if (found != connections_.end()) go_on(*found->second);
    }
    take_inbox();
    if (now_ - looked_at >= kLook) {
      looked_at = now_;
      expire();
      retire_old();
    }
    settle();
    if (has_lost_) drop_lost();
    settle();
    const MutexLock lock(mutex_);
    if (is_stopped_) return;
  }
}

void ConnectionPool::take_inbox() {
  std::uint64_t ignored = 0;
  static_cast<void>(::read(wake_up_, &ignored, sizeof(ignored)));
  std::vector<RoundTrip*> submitted;
  std::vector<PipelinedConnection*> released;
  std::vector<Connector::Opened> opened;
  {
    const MutexLock lock(mutex_);
    submitted.swap(submitted_);
    released.swap(released_);
    opened.swap(opened_);
    is_awake_ = false;
  }
  for (auto& one : opened) take_opened(std::move(one));
  for (PipelinedConnection* const connection : released) free(*connection);
  for (RoundTrip* const trip : submitted) accept(*trip);
}

void ConnectionPool::take_opened(Connector::Opened opened) {
  Lane& lane = lane_of(opened.lane);
  --lane.opening;
  if (!opened.connection.ok()) return;
  if (opened.is_of_successor) lose_all("another server has taken over from the one it led to");
  auto connection = std::make_unique<PipelinedConnection>(std::move(opened.connection).value(),
                                                          opened.lane, now_);
  PipelinedConnection& added = *connection;
  epoll_event event{.events = EPOLLIN, .data = {.ptr = &added}};
  if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, added.socket(), &event) != 0) return;
  connections_.emplace(&added, std::move(connection));
  ++lane.open;
  ++counts_.opened;
  ++counts_.open;
  serve(opened.lane);
}

void ConnectionPool::accept(RoundTrip& trip) {
  trip.begun = now_;
  if (trip.held != nullptr) return send_over(*trip.held, trip);
  Lane& lane = lane_of(trip.lane);
  if (lane.waiting.size() >= lane.waiting_max) {
    return refuse(trip, "too many requests wait for a connection to the store");
  }
  lane.waiting.push_back(&trip);
  serve(trip.lane);
}

void ConnectionPool::send_over(PipelinedConnection& connection, RoundTrip& trip) {
  if (connection.is_lost()) {
    trip.answer.failure = SqlFailure{Moment::BeforeSending, "", connection.why_lost()};
    return settle_trip(trip);
  }
  ++counts_.round_trips;
  if (trip.lane != PoolLane::Gets) connection.is_held = true;
  trip.held = &connection;
  connection.send(trip, now_);
  if (connection.is_lost()) has_lost_ = true;
  watch(connection);
}

PipelinedConnection* ConnectionPool::free_connection(PoolLane lane) {
  PipelinedConnection* best = nullptr;
  for (const auto& [connection, owner] : connections_) {
    const bool is_free = connection->lane() == lane && !connection->is_held &&
                         !connection->is_lost() && connection->load() < kBatchesOfGets;
    if (is_free && (best == nullptr || connection->load() < best->load())) best = connection;
  }
  return best;
}

// Sends what waits, and asks for more connections if there is still more.
void ConnectionPool::serve(PoolLane name) {
  Lane& lane = lane_of(name);
  while (!lane.waiting.empty()) {
    PipelinedConnection* const connection = free_connection(name);
    const bool may_grow = lane.open + lane.opening < lane.connections_max;
    const bool is_crowded = connection == nullptr || connection->load() > 0;
    if (is_crowded && may_grow && lane.opening < lane.waiting.size()) {
      ++lane.opening;
      connector_->open(name);
    }
    if (connection == nullptr) return;
    RoundTrip& trip = *lane.waiting.front();
    lane.waiting.pop_front();
    send_over(*connection, trip);
  }
}

void ConnectionPool::go_on(PipelinedConnection& connection) {
  connection.go_on(now_, finished_);
  if (connection.is_lost()) {
    has_lost_ = true;
  } else {
    watch(connection);
  }
}

// Tells those whose answers are there, and lets others have their connections.
void ConnectionPool::settle() {
  while (!finished_.empty()) {
    Finished finished;
    finished.swap(finished_);
    for (RoundTrip* const trip : finished) settle_trip(*trip);
  }
  for (std::size_t i = 0; i < kPoolLanes; ++i) serve(static_cast<PoolLane>(i));
  std::size_t waiting = 0;
  for (const Lane& lane : lanes_) waiting += lane.waiting.size();
  counts_.waiting = waiting;
}

// What the server that a connection leads to is not, or not any more.
void ConnectionPool::heed(const SqlFailure& failure, PipelinedConnection& connection) {
  if (failure.sqlstate == kReadOnly) {
    lose_all("the server that it led to takes no writes any more");
  } else if (failure.sqlstate == kNoSuchStatement) {
    connection.lose("the server has forgotten what was prepared", finished_);
    has_lost_ = true;
  }
}

// None of them is of use: what is under way on them fails, and new ones are looked for.
void ConnectionPool::lose_all(std::string_view why) {
  for (const auto& [connection, owner] : connections_) {
    connection->lose(std::string(why), finished_);
    has_lost_ = true;
  }
}

void ConnectionPool::settle_trip(RoundTrip& trip) {
  PipelinedConnection* const connection = trip.held;
  if (trip.answer.failure) heed(*trip.answer.failure, *connection);
  if (trip.lane == PoolLane::Gets) {
    trip.held = nullptr;
  } else if (!trip.keeps || trip.answer.failure) {
    trip.held = nullptr;
    free(*connection);
  }
  resume(trip);
}

void ConnectionPool::free(PipelinedConnection& connection) {
  connection.is_held = false;
  if (connection.is_lost()) {
    has_lost_ = true;
    return;
  }
  if (connection.is_in_transaction()) connection.send_rollback(now_);
  if (connection.is_lost()) has_lost_ = true;
  watch(connection);
}

// Those who have waited for too long, and servers that do not answer.
void ConnectionPool::expire() {
  const auto too_late = [this](const RoundTrip* trip) {
    const bool has_nobody =
        connections_.empty() && !trouble().empty() && now_ - trip->begun >= kPatienceWithoutServer;
    return now_ >= trip->deadline || has_nobody || now_ - trip->begun >= patience_;
  };
  for (Lane& lane : lanes_) {
    std::vector<RoundTrip*> late;
    std::copy_if(lane.waiting.begin(), lane.waiting.end(), std::back_inserter(late), too_late);
    std::erase_if(lane.waiting, too_late);
    for (RoundTrip* const trip : late) {
      const std::string why = trouble();
      refuse(*trip, why.empty() ? "no connection to the store was free in time" : why);
    }
  }
  for (const auto& [connection, owner] : connections_) {
    if (connection->load() > 0 && now_ - connection->owed_since() >= patience_) {
      connection->lose("the store does not answer", finished_);
      has_lost_ = true;
    }
  }
}

// One at a time, and none that is in use.
void ConnectionPool::retire_old() {
  for (auto& [connection, owner] : connections_) {
    const bool is_idle = !connection->is_held && connection->load() == 0;
    if (!is_idle || now_ - connection->opened_at() < kConnectionAgeMax) continue;
    connection->lose("it was old", finished_);
    has_lost_ = true;
    return;
  }
}

void ConnectionPool::drop_lost() {
  has_lost_ = false;
  for (auto at = connections_.begin(); at != connections_.end();) {
    PipelinedConnection& connection = *at->first;
    if (connection.is_lost()) connection.lose("", finished_);
    // Whoever holds it is told when he sends something, or gives it back.
    const bool is_done = connection.is_lost() && !connection.is_held && finished_.empty();
    if (connection.is_lost() && !finished_.empty()) has_lost_ = true;
    if (connection.is_lost()) unwatch(connection);
    if (!is_done) {
      ++at;
      continue;
    }
    --lane_of(connection.lane()).open;
    --counts_.open;
    ++counts_.lost;
    at = connections_.erase(at);
  }
}

void ConnectionPool::watch(PipelinedConnection& connection) {
  if (connection.is_lost()) return;
  const std::uint32_t wanted =
      connection.wants_to_write() ? std::uint32_t{EPOLLIN | EPOLLOUT} : std::uint32_t{EPOLLIN};
  if (wanted == connection.watched) return;
  connection.watched = wanted;
  epoll_event event{.events = wanted, .data = {.ptr = &connection}};
  PARTITA_CHECK(::epoll_ctl(epoll_, EPOLL_CTL_MOD, connection.socket(), &event) == 0);
}

// What libpq has closed, epoll has forgotten; its number may be another connection's by now.
void ConnectionPool::unwatch(PipelinedConnection& connection) {
  if (std::exchange(connection.watched, 0) == 0 || connection.socket() < 0) return;
  ::epoll_ctl(epoll_, EPOLL_CTL_DEL, connection.socket(), nullptr);
}

void ConnectionPool::refuse(RoundTrip& trip, std::string why) {
  ++counts_.refused;
  trip.answer.failure = SqlFailure{Moment::BeforeSending, "", std::move(why)};
  resume(trip);
}

// The trip may be gone when this returns.
void ConnectionPool::resume(RoundTrip& trip) { trip.executor->post(trip.waiter); }

}  // namespace partita::engine
