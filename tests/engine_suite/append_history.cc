#include "engine_suite/append_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <map>
#include <thread>

#include "engine_suite/blocking.h"
#include "engine_suite/serial_order.h"
#include "partita/base/random.h"

namespace partita::engine {
namespace {

constexpr std::size_t kLists = 4;

using Ids = std::vector<std::uint64_t>;

Bytes key_of(std::size_t list) { return "list " + std::to_string(list); }

Bytes encode(const Ids& ids) {
  Bytes bytes(ids.size() * sizeof(std::uint64_t), '\0');
  std::memcpy(bytes.data(), ids.data(), bytes.size());
  return bytes;
}

Ids decode(const MaybeBytes& bytes) {
  Ids ids(bytes ? bytes->size() / sizeof(std::uint64_t) : 0);
  if (bytes) std::memcpy(ids.data(), bytes->data(), ids.size() * sizeof(std::uint64_t));
  return ids;
}

// Tells lists apart without keeping them: the fingerprint of a list from that of one shorter.
std::uint64_t extend(std::uint64_t fingerprint, std::uint64_t id) {
  return (fingerprint ^ id) * 0x9E3779B97F4A7C15U + 1;
}

std::uint64_t fingerprint_of(const Ids& ids) {
  std::uint64_t fingerprint = 0;
  for (const std::uint64_t id : ids) fingerprint = extend(fingerprint, id);
  return fingerprint;
}

enum class Outcome { Acknowledged, Refused, Unknown };

struct ListRead {
  std::size_t list;
  std::size_t length;
  std::uint64_t fingerprint;
};

struct AppendAttempt {
  std::uint64_t id;
  std::vector<ListRead> reads;
  std::vector<std::size_t> appended_to;  // Lists; each was read.
  Outcome outcome = Outcome::Refused;

  std::size_t position_in(std::size_t list) const {
    return std::find_if(reads.begin(), reads.end(), [&](auto& read) { return read.list == list; })
        ->length;
  }
};

Outcome outcome_of(const Status& status) {
  if (status.ok()) return Outcome::Acknowledged;
  return kind_of(status) == ErrorKind::Unknown ? Outcome::Unknown : Outcome::Refused;
}

// How long each list is at least, as far as somebody was told.
class AcknowledgedLengths {
 public:
  std::size_t of(std::size_t list) const { return lengths_[list].load(); }
  void raise(std::size_t list, std::size_t length) {
    std::size_t known = lengths_[list].load();
    while (known < length && !lengths_[list].compare_exchange_weak(known, length)) {
    }
  }

 private:
  std::array<std::atomic<std::size_t>, kLists> lengths_{};
};

class Appender {
 public:
  Appender(Engine& engine, AcknowledgedLengths& lengths, std::uint64_t seed, std::uint64_t number)
      : engine_(engine), lengths_(lengths), random_(seed * 1000 + number), next_id_(number << 32) {}

  void run(int transactions) {
    for (int i = 0; i < transactions; ++i) {
      attempt();
      if (random_.below(4) == 0) check_freshness(random_.below(kLists));
    }
  }

  const std::vector<AppendAttempt>& attempts() const { return attempts_; }
  const Violations& violations() const { return violations_; }

 private:
  // Reads one or two lists, together or one after the other, and appends to some of them.
  void attempt() {
    AppendAttempt attempt{.id = ++next_id_, .reads = {}, .appended_to = {}};
    const auto transaction = engine_.begin();
    const std::size_t first = random_.below(kLists);
    const std::size_t second = (first + 1 + random_.below(kLists - 1)) % kLists;
    const auto shape = random_.below(8);
    if (shape == 0) {
      read_and_append(*transaction, {first}, attempt);
    } else if (shape < 4) {
      read_and_append(*transaction, {first}, attempt);
      step_aside();
      read_and_append(*transaction, {second}, attempt);
    } else {
      read_and_append(*transaction, {first, second}, attempt);
    }
    step_aside();
    attempt.outcome = outcome_of(commit(*transaction));
    if (attempt.outcome == Outcome::Acknowledged) {
      for (const auto list : attempt.appended_to)
        lengths_.raise(list, attempt.position_in(list) + 1);
    }
    attempts_.push_back(std::move(attempt));
  }

  void read_and_append(Transaction& transaction, const std::vector<std::size_t>& lists,
                       AppendAttempt& attempt) {
    std::vector<Bytes> keys;
    for (const std::size_t list : lists) keys.push_back(key_of(list));
    const auto values = get_all(transaction, keys);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      Ids ids = decode(values[i]);
      attempt.reads.push_back({lists[i], ids.size(), fingerprint_of(ids)});
      if (random_.below(3) == 0) continue;
      ids.push_back(attempt.id);
      transaction.put(keys[i], encode(ids));
      attempt.appended_to.push_back(lists[i]);
    }
  }

  void check_freshness(std::size_t list) {
    const std::size_t known = lengths_.of(list);
    const std::size_t seen = decode(get(engine_, key_of(list))).size();
    if (seen >= known) return;
    violations_.push_back(fmt::format(
        "stale read: list {} showed {} entries after {} were acknowledged", list, seen, known));
  }

  // Lets the others in between a read and what follows from it.
  void step_aside() {
    if (random_.below(2) == 0) std::this_thread::yield();
  }

  Engine& engine_;
  AcknowledgedLengths& lengths_;
  SeededRandom random_;
  std::uint64_t next_id_;
  std::vector<AppendAttempt> attempts_;
  Violations violations_;
};

class AppendChecker {
 public:
  AppendChecker(const Engine& engine, std::vector<AppendAttempt> attempts)
      : attempts_(std::move(attempts)) {
    for (std::size_t list = 0; list < kLists; ++list) {
      lists_[list] = decode(get(engine, key_of(list)));
    }
    for (std::size_t i = 0; i < attempts_.size(); ++i) by_id_[attempts_[i].id] = i;
  }

  Violations run() {
    for (std::size_t list = 0; list < kLists; ++list) check_entries(list);
    for (const AppendAttempt& attempt : attempts_) check_positions(attempt);
    check_reads();
    check_that_enough_happened();
    // Without the checks above the lists are no base to build an order on.
    if (violations_.empty()) check_order();
    return std::move(violations_);
  }

 private:
  void check_entries(std::size_t list) {
    std::map<std::uint64_t, int> seen;
    for (const std::uint64_t id : lists_[list]) {
      if (++seen[id] == 2) report(list, id, "is there twice");
      const auto found = by_id_.find(id);
      if (found == by_id_.end()) {
        report(list, id, "was never written");
      } else if (attempts_[found->second].outcome == Outcome::Refused) {
        report(list, id, "is there although its transaction was refused");
      }
    }
  }

  void check_positions(const AppendAttempt& attempt) {
    if (attempt.outcome != Outcome::Acknowledged) return;
    for (const std::size_t list : attempt.appended_to) {
      const std::size_t position = attempt.position_in(list);
      const bool is_there = position < lists_[list].size() && lists_[list][position] == attempt.id;
      if (!is_there) report(list, attempt.id, "was acknowledged and is not where it was written");
    }
  }

  void check_reads() {
    std::array<std::vector<std::uint64_t>, kLists> fingerprints;
    for (std::size_t list = 0; list < kLists; ++list) {
      fingerprints[list].push_back(0);
      for (const std::uint64_t id : lists_[list]) {
        fingerprints[list].push_back(extend(fingerprints[list].back(), id));
      }
    }
    for (const AppendAttempt& attempt : attempts_) {
      for (const ListRead& read : attempt.reads) {
        const auto& known = fingerprints[read.list];
        const bool is_prefix = read.length < known.size() && known[read.length] == read.fingerprint;
        if (!is_prefix) report(read.list, attempt.id, "read what was never committed");
      }
    }
  }

  // A run in which nearly all is refused would pass every other check and mean nothing.
  void check_that_enough_happened() {
    const auto acknowledged = std::count_if(
        attempts_.begin(), attempts_.end(),
        [](const AppendAttempt& attempt) { return attempt.outcome == Outcome::Acknowledged; });
    if (static_cast<std::size_t>(acknowledged) * 20 >= attempts_.size()) return;
    violations_.push_back(fmt::format("only {} of {} transactions were acknowledged", acknowledged,
                                      attempts_.size()));
  }

  void check_order() {
    SerialOrder order(attempts_.size());
    for (const Ids& ids : lists_) {
      for (std::size_t i = 1; i < ids.size(); ++i) order.add(writer(ids[i - 1]), writer(ids[i]));
    }
    for (std::size_t i = 0; i < attempts_.size(); ++i) {
      if (has_happened(attempts_[i])) add_reads(order, i);
    }
    for (const std::size_t i : order.unorderable()) {
      violations_.push_back(
          fmt::format("the transaction of {:x} fits into no serial order", attempts_[i].id));
    }
  }

  // A reader comes after whoever wrote the end of what it saw, and before whoever wrote on.
  void add_reads(SerialOrder& order, std::size_t reader) const {
    for (const ListRead& read : attempts_[reader].reads) {
      const Ids& ids = lists_[read.list];
      if (read.length > 0) order.add(writer(ids[read.length - 1]), reader);
      if (read.length < ids.size()) order.add(reader, writer(ids[read.length]));
    }
  }

  bool has_happened(const AppendAttempt& attempt) const {
    if (attempt.outcome != Outcome::Unknown) return attempt.outcome == Outcome::Acknowledged;
    return std::any_of(lists_.begin(), lists_.end(), [&](const Ids& ids) {
      return std::find(ids.begin(), ids.end(), attempt.id) != ids.end();
    });
  }

  std::size_t writer(std::uint64_t id) const { return by_id_.at(id); }

  void report(std::size_t list, std::uint64_t id, std::string_view what) {
    violations_.push_back(fmt::format("list {}: {:x} {}", list, id, what));
  }

  const std::vector<AppendAttempt> attempts_;
  std::array<Ids, kLists> lists_;
  std::map<std::uint64_t, std::size_t> by_id_;
  Violations violations_;
};

}  // namespace

Violations check_appends(Engine& engine, const Load& load) {
  AcknowledgedLengths lengths;
  std::vector<Appender> appenders;
  for (int i = 1; i <= load.threads; ++i) {
    appenders.emplace_back(engine, lengths, load.seed, static_cast<std::uint64_t>(i));
  }
  std::vector<std::thread> threads;
  for (Appender& appender : appenders) {
    threads.emplace_back([&] { appender.run(load.transactions_per_thread); });
  }
  for (std::thread& thread : threads) thread.join();

  std::vector<AppendAttempt> attempts;
  Violations violations;
  for (const Appender& appender : appenders) {
    attempts.insert(attempts.end(), appender.attempts().begin(), appender.attempts().end());
    violations.insert(violations.end(), appender.violations().begin(), appender.violations().end());
  }
  const Violations found = AppendChecker(engine, std::move(attempts)).run();
  violations.insert(violations.end(), found.begin(), found.end());
  return violations;
}

}  // namespace partita::engine
