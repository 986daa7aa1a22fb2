#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "engine/postgres/postgres_engine.h"
#include "engine/retry.h"
#include "engine_suite/blocking.h"
#include "engine_suite/engine_home.h"
#include "engine_suite/violations.h"

// Writers for stores that break under them, and what must be true of it afterwards.
namespace partita::engine {

inline constexpr std::size_t kWriters = 6;

inline std::unique_ptr<PostgresEngine> opened_store(const PostgresOptions& options) {
  auto engine = open_postgres_engine(options, &suite_kinds);
  if (!engine.ok()) throw std::runtime_error(engine.error().to_string());
  return std::move(engine).value();
}

// A store that was just broken may refuse a read on a busy machine; in the end it answers.
inline MaybeBytes get_at_last(const View& view, const Bytes& key) {
  MaybeBytes found;
  const ByteView keys[] = {key};
  const auto keep = [&](std::size_t, std::optional<ByteView> value) {
    found = value ? MaybeBytes(*value) : std::nullopt;
  };
  while (!sync_wait(view.get(keys, keep)).ok()) continue;
  return found;
}

// What one writer was told, of a counter of its own and a sum that all share.
struct Told {
  std::atomic<int> acknowledged = 0;
  std::atomic<int> unknown = 0;
  std::atomic<int> refused = 0;
};

inline Task<Status> increment(Transaction& transaction, Bytes key) {
  int number = 0;
  const ByteView keys[] = {key};
  const auto keep = [&](std::size_t, std::optional<ByteView> value) {
    if (value) number = std::stoi(Bytes(*value));
  };
  Status read = co_await transaction.get(keys, keep);
  CO_TRY(read);
  transaction.put(key, std::to_string(number + 1));
  transaction.merge("sum all", "1");
  transaction.append("log ", key);
  co_return Status{};
}

class Writers {
 public:
  explicit Writers(Engine& engine) : engine_(engine) {
    for (std::size_t i = 0; i < kWriters; ++i) threads_.emplace_back([this, i] { write(i); });
  }
  ~Writers() { stop(); }

  // Until so many more increments were acknowledged.
  void wait_for(int more) {
    const int wanted = acknowledged() + more;
    while (acknowledged() < wanted) std::this_thread::yield();
  }
  void stop() {
    is_done_ = true;
    threads_.clear();
  }

  // What does not agree with what was told, one line each.   REQUIRES: stopped.
  Violations violations() const {
    Violations found;
    int all = 0;
    for (std::size_t i = 0; i < kWriters; ++i) {
      const auto stored = get_at_last(engine_, key_of(i));
      const int number = stored ? std::stoi(*stored) : 0;
      const Told& told = told_[i];
      if (number < told.acknowledged) found.push_back(fmt::format("writer {} has lost some", i));
      if (number > told.acknowledged + told.unknown) {
        found.push_back(fmt::format("writer {}: what was refused was done", i));
      }
      all += number;
    }
    // The counter, the sum and the log are of one commit, whatever became of it.
    const int sum = std::stoi(get_at_last(engine_, "sum all").value_or("0"));
    if (sum != all) found.push_back(fmt::format("the sum is {} and not {}", sum, all));
    const int entries = log_entries();
    if (entries != all) found.push_back(fmt::format("{} entries and not {}", entries, all));
    return found;
  }
  // How many were told that it is refused, or that nobody knows.
  int refused() const {
    int all = 0;
    for (const Told& told : told_) all += told.refused + told.unknown;
    return all;
  }
  void wait_for_refusals(int more) {
    const int wanted = refused() + more;
    while (refused() < wanted) std::this_thread::yield();
  }
  int acknowledged() const {
    int all = 0;
    for (const Told& told : told_) all += told.acknowledged;
    return all;
  }

 private:
  int log_entries() const {
    int entries = 0;
    const auto count = [&](std::uint64_t, ByteView) {
      ++entries;
      return Visit::Continue;
    };
    while (!sync_wait(engine_.read_log({.prefix = "log "}, count)).ok()) entries = 0;
    return entries;
  }

  static Bytes key_of(std::size_t writer) { return fmt::format("counter {}", writer); }

  void write(std::size_t writer) {
    const Bytes key = key_of(writer);
    const auto body = [&](Transaction& transaction) { return increment(transaction, key); };
    while (!is_done_) {
      const auto failure = kind_of(sync_wait(run(engine_, body)));
      Told& told = told_[writer];
      if (!failure) {
        ++told.acknowledged;
      } else if (*failure == ErrorKind::Unknown) {
        ++told.unknown;
      } else {
        EXPECT_EQ(*failure, ErrorKind::Unavailable);
        ++told.refused;
      }
    }
  }

  Engine& engine_;
  std::array<Told, kWriters> told_;
  std::atomic<bool> is_done_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace partita::engine
