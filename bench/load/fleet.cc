#include "fleet.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <iterator>
#include <thread>
#include <utility>

namespace partita::load {
namespace {

constexpr int kWaitMilliseconds = 60'000;
constexpr std::size_t kEventsAtOnce = 64;

using Lanes = std::vector<std::unique_ptr<Lane>>;

// One thread's part of a run.
class Crew {
 public:
  Crew(Lanes& lanes, MonotonicTime end, std::atomic<bool>& is_cancelled)
      : lanes_(lanes), end_(end), is_cancelled_(is_cancelled), poll_(::epoll_create1(0)) {}
  ~Crew() { ::close(poll_); }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  Result<Tally> run() {
    auto done = play();
    if (!done.ok()) {
      is_cancelled_ = true;
      return std::move(done).error();
    }
    return tally_;
  }

 private:
  Status play() {
    for (const auto& lane : lanes_) {
      epoll_event event{.events = EPOLLIN, .data = {.ptr = lane.get()}};
      if (::epoll_ctl(poll_, EPOLL_CTL_ADD, lane->descriptor(), &event) != 0) {
        return Error::unavailable("epoll refuses a connection");
      }
      TRY(ask(*lane));
    }
    while (under_way_ > 0 && !is_cancelled_) TRY(wait());
    return {};
  }

  Status wait() {
    std::array<epoll_event, kEventsAtOnce> events;
    const int ready = ::epoll_wait(poll_, events.data(), std::size(events), kWaitMilliseconds);
    if (ready < 0 && errno == EINTR) return {};
    if (ready <= 0) return Error::unavailable("the server does not answer");
    for (int at = 0; at < ready; ++at) {
      TRY(go_on(*static_cast<Lane*>(events[static_cast<std::size_t>(at)].data.ptr)));
    }
    return {};
  }

  Status go_on(Lane& lane) {
    const bool is_answered = TRY(lane.hear(tally_));
    if (!is_answered) return {};
    --under_way_;
    const bool is_over = Clock::system().monotonic_now() >= end_;
    if (is_over && !lane.script().must_finish()) return {};
    return ask(lane);
  }

  Status ask(Lane& lane) {
    if (TRY(lane.ask())) ++under_way_;
    return {};
  }

  Lanes& lanes_;
  const MonotonicTime end_;
  std::atomic<bool>& is_cancelled_;
  const int poll_;
  std::size_t under_way_ = 0;
  Tally tally_;
};

}  // namespace

Result<Fleet> Fleet::open(Lane::Options options, unsigned threads,
                          std::vector<std::unique_ptr<Script>> scripts) {
  Fleet fleet;
  fleet.lanes_of_thread_.resize(std::min<std::size_t>(threads, scripts.size()));
  for (std::size_t at = 0; at < scripts.size(); ++at) {
    options.whole_offset = static_cast<unsigned>(at);
    auto lane = TRY(Lane::open(options, std::move(scripts[at])));
    fleet.lanes_of_thread_[at % fleet.lanes_of_thread_.size()].push_back(std::move(lane));
  }
  return fleet;
}

Result<Tally> Fleet::run(std::chrono::duration<double> time) {
  const auto start = Clock::system().monotonic_now();
  const auto end = start + std::chrono::duration_cast<MonotonicTime::duration>(time);
  std::atomic<bool> is_cancelled = false;
  std::vector<Result<Tally>> tallies(lanes_of_thread_.size(), Tally{});
  {
    std::vector<std::jthread> threads;
    for (std::size_t at = 0; at < tallies.size(); ++at) {
      threads.emplace_back(
          [&, at] { tallies[at] = Crew(lanes_of_thread_[at], end, is_cancelled).run(); });
    }
  }
  Tally sum{.elapsed = Clock::system().monotonic_now() - start};
  for (auto& tally : tallies) sum.add(TRY(std::move(tally)));
  return sum;
}

std::vector<Message> Fleet::acknowledged() const {
  std::vector<Message> all;
  for (const Lanes& lanes : lanes_of_thread_) {
    for (const auto& lane : lanes) {
      const auto own = lane->script().acknowledged();
      all.insert(all.end(), own.begin(), own.end());
    }
  }
  return all;
}

}  // namespace partita::load
