#include "store/catalog/commit_times.h"

#include <algorithm>
#include <chrono>

#include "engine/read_one.h"
#include "store/catalog/counter.h"
#include "store/keys/key_space.h"

// What is stored:
//
// key   := 00 "commit-time"      value := milliseconds:u64, big-endian: about the newest time

namespace partita::catalog {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kStoreIntervalMs = 100;

Bytes mark_key() { return keys::metadata_key("commit-time"); }

}  // namespace

Task<Status> CommitTimes::load(const engine::View& view) {
  const Bytes key = mark_key();
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  if (!*stored) co_return Status{};
  const auto time = decode_counter(**stored);
  CO_TRY(time);
  never_back(static_cast<std::int64_t>(*time));
  co_return Status{};
}

std::int64_t CommitTimes::never_back(std::int64_t time) {
  std::int64_t last = last_.load(std::memory_order_relaxed);
  while (last < time && !last_.compare_exchange_weak(last, time)) {
  }
  return std::max(last, time);
}

// Two commits may store their times in the other order: the mark is about right all the same.
std::int64_t CommitTimes::take(engine::Transaction& transaction) {
  const std::int64_t time = never_back(now() + 1);
  if (time - kStoreIntervalMs >= stored_.load(std::memory_order_relaxed)) {
    stored_.store(time, std::memory_order_relaxed);
    transaction.put(mark_key(), encode_counter(static_cast<std::uint64_t>(time)));
  }
  return time;
}

std::int64_t CommitTimes::now() const {
  const auto time = std::chrono::floor<milliseconds>(clock_.wall_now()).time_since_epoch().count();
  return std::max<std::int64_t>(time, 0);
}

}  // namespace partita::catalog
