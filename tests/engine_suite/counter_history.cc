#include "engine_suite/counter_history.h"

#include <fmt/format.h>

#include <array>
#include <thread>

#include "engine/retry.h"
#include "engine_suite/blocking.h"
#include "partita/base/random.h"

namespace partita::engine {
namespace {

constexpr std::size_t kCounters = 3;

struct Tally {
  std::array<int, kCounters> acknowledged{};
  std::array<int, kCounters> unknown{};
};

Bytes counter(std::size_t number) { return "counter " + std::to_string(number); }

int number_in(std::optional<ByteView> value) { return value ? std::stoi(Bytes(*value)) : 0; }

Status increment(Engine& engine, const Bytes& key) {
  const auto body = [&key](Transaction& transaction) -> Task<Status> {
    int before = 0;
    const ByteView keys[] = {key};
    const auto visit = [&](std::size_t, auto value) { before = number_in(value); };
    const Status read = co_await transaction.get(keys, visit);
    if (!read.ok()) co_return read;
    std::this_thread::yield();
    transaction.put(key, std::to_string(before + 1));
    co_return Status();
  };
  // Patient, because a slow machine is no failure.
  return sync_wait(run(engine, body, {.give_up_after = std::chrono::seconds(60)}));
}

void count_up(Engine& engine, std::uint64_t seed, int increments, Tally& tally) {
  SeededRandom random(seed);
  for (int i = 0; i < increments; ++i) {
    const std::size_t number = random.below(kCounters);
    const Status status = increment(engine, counter(number));
    if (status.ok()) ++tally.acknowledged[number];
    if (kind_of(status) == ErrorKind::Unknown) ++tally.unknown[number];
  }
}

}  // namespace

Violations check_counters(Engine& engine, const Load& load) {
  std::vector<Tally> tallies(static_cast<std::size_t>(load.threads));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    threads.emplace_back([&engine, &load, &tally = tallies[i], i] {
      count_up(engine, load.seed * 1000 + i, load.transactions_per_thread, tally);
    });
  }
  for (std::thread& thread : threads) thread.join();

  Violations violations;
  for (std::size_t number = 0; number < kCounters; ++number) {
    int acknowledged = 0;
    int unknown = 0;
    for (const Tally& tally : tallies) {
      acknowledged += tally.acknowledged[number];
      unknown += tally.unknown[number];
    }
    const int stored = number_in(get(engine, counter(number)));
    if (acknowledged > 0 && stored >= acknowledged && stored <= acknowledged + unknown) continue;
    violations.push_back(fmt::format("counter {} is {} after {} acknowledged and {} unknown",
                                     number, stored, acknowledged, unknown));
  }
  return violations;
}

}  // namespace partita::engine
