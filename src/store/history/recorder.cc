#include "store/history/recorder.h"

#include <memory>
#include <utility>
#include <vector>

#include "partita/base/check.h"
#include "store/catalog/commit_times.h"
#include "store/keys/history_keys.h"

namespace partita::history {
namespace {

// The entries of one transaction, which wait for their time.
class WaitingEntries final : public engine::LastStep {
 public:
  explicit WaitingEntries(catalog::CommitTimes& times) : times_(times) {}

  void add(Bytes prefix, Bytes entry) {
    entries_.emplace_back(std::move(prefix), std::move(entry));
  }

  void buffer(engine::Transaction& transaction) override {
    const std::int64_t time = times_.take(transaction);
    const auto day = keys::day_of(time);
    for (auto& [prefix, entry] : entries_) {
      keys::set_history_day(prefix, day);
      append_time(entry, time);
      transaction.append(std::move(prefix), std::move(entry));
    }
    entries_.clear();
  }

 private:
  catalog::CommitTimes& times_;
  std::vector<std::pair<Bytes, Bytes>> entries_;
};

// Nobody else has anything to do at the end of a transaction.
WaitingEntries& entries_of(engine::Transaction& transaction, catalog::CommitTimes& times) {
  if (transaction.last_step() == nullptr) {
    transaction.set_last_step(std::make_unique<WaitingEntries>(times));
  }
  return static_cast<WaitingEntries&>(*transaction.last_step());
}

}  // namespace

void record_change(engine::Transaction& transaction, const catalog::Table& table, ByteView item_key,
                   const Change& change) {
  if (!table.keeps_history()) return;
  PARTITA_CHECK(table.commit_times != nullptr);
  const keys::HistoryPlace place{
      .table = table.id,
      .period = static_cast<keys::HistoryPeriod>(table.settings.recovery->period),
      .day = {}};
  entries_of(transaction, *table.commit_times)
      .add(keys::history_prefix(place, item_key), encode_change(change));
}

}  // namespace partita::history
