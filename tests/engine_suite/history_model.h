#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine_suite/blocking.h"

namespace partita::engine {

// What an engine should hold, as simply as it can be said: every state there ever was. A moment
// is the number of commits before it.
class HistoryModel {
 public:
  using State = std::map<Bytes, Bytes>;
  using Writes = std::map<Bytes, MaybeBytes>;

  HistoryModel() : states_(1) {}

  std::size_t now() const { return states_.size() - 1; }
  MaybeBytes value_at(std::size_t moment, const Bytes& key) const;
  // The rows of the range as a scan of that moment must give them.
  std::vector<Row> rows_at(std::size_t moment, const Range& range) const;

  void commit(const Writes& writes);
  void erase_range(const Bytes& begin, const Bytes& end);

  // Whether a commit after the moment wrote the key, be it with what was there before.
  bool was_written_after(std::size_t moment, const Bytes& key) const;
  // The last moment, not before `earliest`, at which the key had this value.
  std::optional<std::size_t> last_moment_with(const Bytes& key, const MaybeBytes& value,
                                              std::size_t earliest) const;

 private:
  std::vector<State> states_;
  std::map<Bytes, std::size_t> last_written_;
};

// A transaction as the model sees it, with the rules for what its commit may answer.
class TransactionModel {
 public:
  void put(const Bytes& key, const Bytes& value) { writes_[key] = value; }
  void erase(const Bytes& key) { writes_[key] = std::nullopt; }
  void discard_writes() { writes_.clear(); }
  const HistoryModel::Writes& writes() const { return writes_; }

  // Takes note of a read. Answers whether it may have had this result: its own write, or what the
  // key held at some moment since the transaction's first read.
  bool accepts_read(const HistoryModel& model, const Bytes& key, const MaybeBytes& value);

  // Whether the commit may succeed: with writes, if every key read is as it was read; without, if
  // there is a moment that all reads can be of.
  bool may_commit(const HistoryModel& model) const;
  // Whether a conflict is the fault of a rival: somebody wrote a key that was read, be it that the
  // transaction saw its own write there.
  bool has_rival(const HistoryModel& model) const;
  // The same for a key that it has written.
  bool has_rival_in_writes(const HistoryModel& model) const;

 private:
  struct Read {
    Bytes key;
    MaybeBytes value;
    std::size_t moment;
  };

  bool can_be_of(const HistoryModel& model, std::size_t moment) const;

  HistoryModel::Writes writes_;
  std::vector<Read> reads_;  // Without those of its own writes.
  std::set<Bytes> keys_read_;
  std::optional<std::size_t> first_read_;
};

}  // namespace partita::engine
