#include "engine_suite/log_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>

#include "engine_suite/blocking.h"
#include "partita/base/random.h"

namespace partita::engine {
namespace {

constexpr std::size_t kFollowers = 2;
constexpr std::uint64_t kPartsMax = 3;
const Bytes kLog = "log ";
const Bytes kLogEnd = "log!";
const Bytes kTurn = "turn";

// An entry tells whose it is: which of how many parts, of which transaction of which thread.
struct Entry {
  std::uint32_t thread = 0;
  std::uint32_t transaction = 0;
  std::uint32_t part = 0;
  std::uint32_t parts = 0;

  bool is_before(const Entry& other) const {
    return transaction < other.transaction ||
           (transaction == other.transaction && part < other.part);
  }
  std::string text() const {
    return fmt::format("part {} of {} of transaction {} of thread {}", part, parts, transaction,
                       thread);
  }
  friend bool operator==(const Entry&, const Entry&) = default;
};

Bytes encode_entry(const Entry& entry) {
  Bytes bytes(sizeof(entry), '\0');
  std::memcpy(bytes.data(), &entry, sizeof(entry));
  return bytes;
}

Entry decode_entry(ByteView bytes) {
  Entry entry;
  if (bytes.size() == sizeof(entry)) std::memcpy(&entry, bytes.data(), sizeof(entry));
  return entry;
}

struct LogAttempt {
  Entry last;  // Of its entries.
  std::optional<ErrorKind> failure;
};

// Every other transaction competes for the turn, so that some are refused.
LogAttempt append_once(Engine& engine, Entry entry, SeededRandom& random) {
  const auto transaction = engine.begin();
  if (random.below(2) == 0) {
    const auto turn = get(*transaction, kTurn);
    std::this_thread::yield();
    transaction->put(kTurn, std::to_string(turn ? std::stoi(*turn) + 1 : 1));
  }
  entry.parts = static_cast<std::uint32_t>(1 + random.below(kPartsMax));
  for (entry.part = 1;; ++entry.part) {
    transaction->append(kLog, encode_entry(entry));
    if (entry.part == entry.parts) break;
  }
  return {.last = entry, .failure = kind_of(commit(*transaction))};
}

std::vector<LogAttempt> append_all(Engine& engine, const Load& load, std::uint32_t thread) {
  SeededRandom random(load.seed * 1000 + thread);
  std::vector<LogAttempt> attempts;
  for (int i = 0; i < load.transactions_per_thread; ++i) {
    const Entry entry{.thread = thread, .transaction = static_cast<std::uint32_t>(i)};
    attempts.push_back(append_once(engine, entry, random));
  }
  return attempts;
}

// What one who follows the log has seen of it.
class Follower {
 public:
  explicit Follower(const Engine& engine) : engine_(engine) {}

  void look() {
    const std::size_t seen = rows_.size();
    const auto keep = [&](std::uint64_t stamp, ByteView value) {
      Bytes key = kLog;
      append_stamp(key, stamp);
      rows_.push_back({std::move(key), Bytes(value)});
      next_ = stamp + 1;
      return Visit::Continue;
    };
    const Status read = sync_wait(engine_.read_log({.prefix = kLog, .from = next_}, keep));
    if (!read.ok()) violations_.push_back("a follower: " + read.error().to_string());
    if (rows_.size() == seen) return;
    if (decode_entry(rows_[seen].value).part != 1) note(rows_[seen]);
    const Entry last = decode_entry(rows_.back().value);
    if (last.part != last.parts) note(rows_.back());
  }
  void compare_with(const std::vector<Row>& log) {
    if (rows_ == log) return;
    const auto differ = std::ranges::mismatch(rows_, log);
    const auto at = differ.in1 - rows_.begin();
    violations_.push_back(fmt::format("a follower has seen {} entries of {} and another at {}",
                                      rows_.size(), log.size(), at));
  }
  const Violations& violations() const { return violations_; }

 private:
  void note(const Row& row) {
    violations_.push_back("a look was cut at " + decode_entry(row.value).text());
  }

  const Engine& engine_;
  std::uint64_t next_ = 0;
  std::vector<Row> rows_;
  Violations violations_;
};

// What the log should hold of one thread, in this order; entries of unknown fate may be missing.
void check_thread(const std::vector<LogAttempt>& attempts, const std::vector<Entry>& found,
                  Violations& violations) {
  auto at = found.begin();
  for (const LogAttempt& attempt : attempts) {
    const bool is_there = at != found.end() && at->transaction == attempt.last.transaction;
    const bool may_be_there = !attempt.failure || *attempt.failure == ErrorKind::Unknown;
    if (is_there != may_be_there && attempt.failure != ErrorKind::Unknown) {
      violations.push_back(
          fmt::format("{} is {} the log", attempt.last.text(), is_there ? "in" : "not in"));
    }
    for (std::uint32_t part = 1; is_there && part <= attempt.last.parts; ++part) {
      Entry expected = attempt.last;
      expected.part = part;
      if (at == found.end() || !(*at == expected)) {
        violations.push_back(expected.text() + " is not where it belongs");
        return;
      }
      ++at;
    }
  }
  if (at != found.end()) violations.push_back("there is too much: " + at->text());
}

}  // namespace

Violations check_log(Engine& engine, const Load& load) {
  std::vector<std::vector<LogAttempt>> attempts(static_cast<std::size_t>(load.threads));
  std::vector<Follower> followers(kFollowers, Follower(engine));
  std::atomic<bool> is_done = false;
  {
    std::vector<std::jthread> following;
    for (Follower& follower : followers) {
      following.emplace_back([&follower, &is_done] {
        while (!is_done) follower.look();
      });
    }
    {
      std::vector<std::jthread> appending;
      for (std::size_t i = 0; i < attempts.size(); ++i) {
        appending.emplace_back([&engine, &load, &mine = attempts[i], i] {
          mine = append_all(engine, load, static_cast<std::uint32_t>(i));
        });
      }
    }
    is_done = true;
  }
  const auto log = rows(engine, {.begin = kLog, .end = kLogEnd});
  std::vector<std::vector<Entry>> by_thread(attempts.size());
  for (const Row& row : log) {
    const Entry entry = decode_entry(row.value);
    if (entry.thread < by_thread.size()) by_thread[entry.thread].push_back(entry);
  }
  Violations violations;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    check_thread(attempts[i], by_thread[i], violations);
  }
  for (Follower& follower : followers) {
    follower.look();
    follower.compare_with(log);
    std::ranges::copy(follower.violations(), std::back_inserter(violations));
  }
  return violations;
}

}  // namespace partita::engine
