#include "engine_suite/random_history.h"

#include <fmt/format.h>

#include <iterator>
#include <memory>

#include "engine_suite/history_model.h"
#include "partita/base/random.h"

using namespace std::string_literals;

namespace partita::engine {
namespace {

// Few keys, so that transactions meet, and such as an order or a comparison can get wrong.
const std::vector<Bytes> kHistoryKeys = {""s,   "\x00"s,  "\x00\x00"s, "a"s,    "a\x00"s,
                                         "aa"s, "a\xFF"s, "b"s,        "\xFF"s, "\xFF\xFF"s};
constexpr std::size_t kOpenMax = 4;

class RandomHistory {
 public:
  RandomHistory(Engine& engine, const RandomHistories& asked, std::uint64_t seed,
                RandomHistoryReport& report)
      : engine_(engine),
        may_refuse_unread_writes_(asked.may_refuse_unread_writes),
        seed_(seed),
        report_(report),
        random_(seed) {}

  void run(std::size_t steps) {
    for (step_ = 0; step_ < steps && !has_failed_; ++step_) {
      (this->*kActions[random_.below(std::size(kActions))])();
    }
    transactions_.clear();
    snapshots_.clear();
    scan(engine_, model_.now(), {}, SIZE_MAX);
    erase_all();
  }

 private:
  struct OpenTransaction {
    std::unique_ptr<Transaction> real;
    TransactionModel model;
  };
  struct OpenSnapshot {
    std::unique_ptr<View> real;
    std::size_t moment;
  };
  using Action = void (RandomHistory::*)();
  static const Action kActions[24];

  // --- What a step can be ---

  void begin() {
    if (transactions_.size() < kOpenMax) transactions_.push_back({engine_.begin(), {}});
  }

  void read_in_transaction() {
    if (transactions_.empty()) return begin();
    OpenTransaction& open = any(transactions_);
    const std::vector<Bytes> keys = some_keys();
    const auto values = get_all(*open.real, keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      expect(open.model.accepts_read(model_, keys[i], values[i]), [&] {
        return fmt::format("a transaction read {} as {}, which it never was",
                           printable(ByteView(keys[i])), printable(values[i]));
      });
    }
    report_.reads += keys.size();
  }

  void put() {
    if (transactions_.empty()) return begin();
    OpenTransaction& open = any(transactions_);
    const Bytes& key = any(kHistoryKeys);
    const Bytes value = fmt::format("value {} of history {}", step_, seed_);
    open.real->put(key, value);
    open.model.put(key, value);
  }

  void erase() {
    if (transactions_.empty()) return begin();
    OpenTransaction& open = any(transactions_);
    const Bytes& key = any(kHistoryKeys);
    open.real->erase(key);
    open.model.erase(key);
  }

  void discard_writes() {
    if (transactions_.empty() || random_.below(4) != 0) return;
    OpenTransaction& open = any(transactions_);
    open.real->discard_writes();
    open.model.discard_writes();
  }

  void commit_transaction() {
    if (transactions_.empty()) return begin();
    const OpenTransaction open = take(transactions_);
    const Status status = commit(*open.real);
    if (status.ok()) {
      ++report_.commits;
      expect(open.model.may_commit(model_),
             [] { return "a transaction was committed although its reads did not hold"s; });
      if (!open.model.writes().empty()) model_.commit(open.model.writes());
    } else if (kind_of(status) == ErrorKind::Conflict) {
      ++report_.conflicts;
      const bool has_rival = open.model.has_rival(model_) ||
                             (may_refuse_unread_writes_ && open.model.has_rival_in_writes(model_));
      if (!has_rival) ++report_.unneeded_conflicts;
    } else {
      report_status("commit", status);
    }
  }

  void abandon() {
    if (transactions_.size() == kOpenMax) take(transactions_);
  }

  void take_snapshot() {
    if (snapshots_.size() == kOpenMax) return;
    snapshots_.push_back({engine_.snapshot(), model_.now()});
    // Its first read fixes the moment.
    engine::get(*snapshots_.back().real, "first");
  }

  void read_snapshot() {
    if (snapshots_.empty()) return take_snapshot();
    const OpenSnapshot& open = any(snapshots_);
    read(*open.real, open.moment);
  }

  void scan_snapshot() {
    if (snapshots_.empty()) return take_snapshot();
    const OpenSnapshot& open = any(snapshots_);
    scan_somewhere(*open.real, open.moment);
  }

  void drop_snapshot() {
    if (!snapshots_.empty()) take(snapshots_);
  }

  void read_newest() { read(engine_, model_.now()); }

  void scan_newest() { scan_somewhere(engine_, model_.now()); }

  // The caller keeps writers away: there are none open. Rare, because an engine may be slow at it.
  void erase_a_range() {
    if (!transactions_.empty() || random_.below(4) != 0) return;
    Bytes begin = any(kHistoryKeys);
    Bytes end = any(kHistoryKeys);
    if (end < begin) std::swap(begin, end);
    report_status("erase_range", erase_range(engine_, begin, end));
    model_.erase_range(begin, end);
  }

  // --- What they are made of ---

  void read(const View& view, std::size_t moment) {
    const std::vector<Bytes> keys = some_keys();
    const auto values = get_all(view, keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const MaybeBytes expected = model_.value_at(moment, keys[i]);
      expect(values[i] == expected, [&] {
        return fmt::format("get of {} gave {} and not {}", printable(ByteView(keys[i])),
                           printable(values[i]), printable(expected));
      });
    }
    report_.reads += keys.size();
  }

  void scan_somewhere(const View& view, std::size_t moment) {
    const Bytes begin = any(kHistoryKeys);
    const Bytes end = any(kHistoryKeys);
    Range range{.begin = begin};
    if (random_.below(3) != 0) range.end = end;
    if (random_.below(2) != 0) range.direction = Direction::Backward;
    scan(view, moment, range,
         random_.below(2) == 0 ? SIZE_MAX : 1 + random_.below(kHistoryKeys.size()));
  }

  void scan(const View& view, std::size_t moment, const Range& range, std::size_t rows_max) {
    std::vector<Row> expected = model_.rows_at(moment, range);
    if (expected.size() > rows_max) expected.resize(rows_max);
    const std::vector<Row> found = rows(view, range, rows_max);
    expect(found == expected, [&] {
      return fmt::format("a scan gave {} rows that are not the {} expected", found.size(),
                         expected.size());
    });
    report_.reads += found.size();
  }

  void erase_all() {
    const auto transaction = engine_.begin();
    for (const Bytes& key : kHistoryKeys) transaction->erase(key);
    report_status("the last commit", commit(*transaction));
  }

  std::vector<Bytes> some_keys() {
    std::vector<Bytes> keys(1 + random_.below(3));
    for (Bytes& key : keys) key = any(kHistoryKeys);
    return keys;
  }

  template <typename T>
  T& any(std::vector<T>& from) {
    return from[random_.below(from.size())];
  }
  template <typename T>
  const T& any(const std::vector<T>& from) {
    return from[random_.below(from.size())];
  }
  template <typename T>
  T take(std::vector<T>& from) {
    const auto position = from.begin() + static_cast<std::ptrdiff_t>(random_.below(from.size()));
    T taken = std::move(*position);
    from.erase(position);
    return taken;
  }

  template <typename Message>
  void expect(bool holds, const Message& message) {
    if (!holds) report(message());
  }

  void report_status(const char* call, const Status& status) {
    if (!status.ok()) report(fmt::format("{} answered {}", call, status.error().to_string()));
  }

  void report(const std::string& what) {
    has_failed_ = true;
    report_.violations.push_back(fmt::format("seed {}, step {}: {}", seed_, step_, what));
  }

  Engine& engine_;
  const bool may_refuse_unread_writes_;
  const std::uint64_t seed_;
  RandomHistoryReport& report_;
  SeededRandom random_;
  HistoryModel model_;
  std::vector<OpenTransaction> transactions_;
  std::vector<OpenSnapshot> snapshots_;
  std::size_t step_ = 0;
  bool has_failed_ = false;
};

// What stands here more often is done more often.
const RandomHistory::Action RandomHistory::kActions[24] = {
    &RandomHistory::begin,
    &RandomHistory::begin,
    &RandomHistory::read_in_transaction,
    &RandomHistory::read_in_transaction,
    &RandomHistory::read_in_transaction,
    &RandomHistory::read_in_transaction,
    &RandomHistory::read_in_transaction,
    &RandomHistory::put,
    &RandomHistory::put,
    &RandomHistory::put,
    &RandomHistory::erase,
    &RandomHistory::erase,
    &RandomHistory::commit_transaction,
    &RandomHistory::commit_transaction,
    &RandomHistory::commit_transaction,
    &RandomHistory::abandon,
    &RandomHistory::discard_writes,
    &RandomHistory::take_snapshot,
    &RandomHistory::read_snapshot,
    &RandomHistory::scan_snapshot,
    &RandomHistory::drop_snapshot,
    &RandomHistory::read_newest,
    &RandomHistory::scan_newest,
    &RandomHistory::erase_a_range,
};

}  // namespace

RandomHistoryReport check_random_histories(Engine& engine, const RandomHistories& histories) {
  RandomHistoryReport report;
  for (std::size_t i = 0; i < histories.count && report.violations.empty(); ++i) {
    RandomHistory(engine, histories, histories.seed + i, report).run(histories.steps);
  }
  return report;
}

}  // namespace partita::engine
