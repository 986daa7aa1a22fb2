#include "engine/postgres/key_lookup.h"

#include <utility>

#include "engine/read_step.h"

namespace partita::engine {

void KeyLookup::add_to(SqlBatch& batch) {
  std::vector<ByteView> plain;
  std::vector<ByteView> merged;
  for (const ByteView key : keys_) (kinds_(key) == nullptr ? plain : merged).push_back(key);
  asks_plain_ = !plain.empty();
  asks_merged_ = !merged.empty();
  is_one_ = plain.size() == 1;
  if (is_one_) {
    batch.add(Sql::GetOne, {plain.front()});
  } else if (asks_plain_) {
    batch.add(Sql::GetMany, {batch.keep(encode_keys(plain.data(), plain.size()))});
  }
  if (asks_merged_) {
    batch.add(Sql::GetMerged, {batch.keep(encode_keys(merged.data(), merged.size()))});
  }
}

void KeyLookup::take(SqlResults results) {
  results_ = std::move(results);
  std::size_t next = 0;
  if (asks_plain_) take_rows(*results_[next++]);
  if (asks_merged_) take_merged(*results_[next]);
}

void KeyLookup::take_rows(const PGresult& rows) {
  const int count = PQntuples(&rows);
  for (int row = 0; row < count; ++row) {
    if (!is_one_) {
      values_.emplace(field(rows, row, 0), field(rows, row, 1));
      continue;
    }
    for (const ByteView key : keys_) {
      if (kinds_(key) == nullptr) values_.emplace(key, field(rows, row, 0));
    }
  }
}

// The row first, then the operands, whatever the order in which they came.
void KeyLookup::take_merged(const PGresult& rows) {
  struct Parts {
    std::optional<ByteView> stored;
    std::vector<ByteView> operands;
  };
  std::unordered_map<ByteView, Parts> parts;
  const int count = PQntuples(&rows);
  for (int row = 0; row < count; ++row) {
    Parts& of_key = parts[field(rows, row, 0)];
    if (field(rows, row, 2).back() == '\0') {
      of_key.stored = field(rows, row, 1);
    } else {
      of_key.operands.push_back(field(rows, row, 1));
    }
  }
  for (const auto& [key, of_key] : parts) {
    if (of_key.operands.size() > kCrowd) crowded_.emplace_back(key);
    const Combine combine = merged_kind(kinds_, key);
    std::optional<Bytes> value;
    if (of_key.stored) value = Bytes(*of_key.stored);
    for (const ByteView operand : of_key.operands) value = combine(value, operand);
    if (value) values_.emplace(key, folded_.emplace_back(std::move(*value)));
  }
}

std::optional<ByteView> KeyLookup::value(std::size_t index) const {
  const auto found = values_.find(keys_[index]);
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

Task<Status> visit_values(const KeyLookup& lookup, std::size_t count, ValueVisitor visit) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (bytes >= kReadStepBytes) {
      bytes = 0;
      co_await give_way();
    }
    const auto value = lookup.value(i);
    if (value) bytes += value->size();
    visit(i, value);
  }
  co_return Status{};
}

}  // namespace partita::engine
