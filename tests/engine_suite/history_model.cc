#include "engine_suite/history_model.h"

#include <algorithm>

namespace partita::engine {

MaybeBytes HistoryModel::value_at(std::size_t moment, const Bytes& key) const {
  const auto found = states_[moment].find(key);
  return found == states_[moment].end() ? MaybeBytes() : found->second;
}

std::vector<Row> HistoryModel::rows_at(std::size_t moment, const Range& range) const {
  std::vector<Row> rows;
  for (const auto& [key, value] : states_[moment]) {
    if (key >= range.begin && (!range.end || key < *range.end)) rows.push_back({key, value});
  }
  if (range.direction == Direction::Backward) std::reverse(rows.begin(), rows.end());
  return rows;
}

void HistoryModel::commit(const Writes& writes) {
  State next = states_.back();
  for (const auto& [key, value] : writes) {
    if (value) {
      next[key] = *value;
    } else {
      next.erase(key);
    }
    last_written_[key] = states_.size();
  }
  states_.push_back(std::move(next));
}

void HistoryModel::erase_range(const Bytes& begin, const Bytes& end) {
  State next = states_.back();
  std::erase_if(next, [&](const auto& row) { return row.first >= begin && row.first < end; });
  states_.push_back(std::move(next));
}

bool HistoryModel::was_written_after(std::size_t moment, const Bytes& key) const {
  const auto found = last_written_.find(key);
  return found != last_written_.end() && found->second > moment;
}

std::optional<std::size_t> HistoryModel::last_moment_with(const Bytes& key, const MaybeBytes& value,
                                                          std::size_t earliest) const {
  for (std::size_t moment = now() + 1; moment-- > earliest;) {
    if (value_at(moment, key) == value) return moment;
  }
  return std::nullopt;
}

bool TransactionModel::accepts_read(const HistoryModel& model, const Bytes& key,
                                    const MaybeBytes& value) {
  if (!first_read_) first_read_ = model.now();
  keys_read_.insert(key);
  if (const auto own = writes_.find(key); own != writes_.end()) return own->second == value;
  const auto moment = model.last_moment_with(key, value, *first_read_);
  if (moment) reads_.push_back({key, value, *moment});
  return moment.has_value();
}

bool TransactionModel::may_commit(const HistoryModel& model) const {
  if (!writes_.empty()) return can_be_of(model, model.now());
  for (std::size_t moment = first_read_.value_or(0); moment <= model.now(); ++moment) {
    if (can_be_of(model, moment)) return true;
  }
  return false;
}

bool TransactionModel::can_be_of(const HistoryModel& model, std::size_t moment) const {
  return std::all_of(reads_.begin(), reads_.end(), [&](const Read& read) {
    return model.value_at(moment, read.key) == read.value;
  });
}

bool TransactionModel::has_rival(const HistoryModel& model) const {
  return std::any_of(keys_read_.begin(), keys_read_.end(),
                     [&](const Bytes& key) { return model.was_written_after(*first_read_, key); });
}

bool TransactionModel::has_rival_in_writes(const HistoryModel& model) const {
  return first_read_ && std::any_of(writes_.begin(), writes_.end(), [&](const auto& write) {
           return model.was_written_after(*first_read_, write.first);
         });
}

}  // namespace partita::engine
