#pragma once

#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/postgres/session.h"

namespace partita::engine {

class OperandFolder;

// Point reads: what to ask the server for some keys, and which value is whose in what it answers.
// LIFETIME: the keys stay; the values are valid as long as this is.
class KeyLookup {
 public:
  KeyLookup(std::span<const ByteView> keys, KeyKinds kinds) : keys_(keys), kinds_(kinds) {}

  void add_to(SqlBatch& batch);
  void take(SqlResults results);
  std::optional<ByteView> value(std::size_t index) const;
  // Merged keys of which so many operands are not folded that it is time to.
  const std::vector<Bytes>& crowded() const { return crowded_; }

 private:
  void take_rows(const PGresult& rows);
  void take_merged(const PGresult& rows);

  const std::span<const ByteView> keys_;
  const KeyKinds kinds_;
  bool asks_plain_ = false;
  bool asks_merged_ = false;
  bool is_one_ = false;
  SqlResults results_;
  std::unordered_map<ByteView, ByteView> values_;
  std::deque<Bytes> folded_;
  std::vector<Bytes> crowded_;
};

// Visits the values of a lookup, in steps between which others have their turn.
Task<Status> visit_values(const KeyLookup& lookup, std::size_t count, ValueVisitor visit);

// More operands of one key than this are folded soon.
inline constexpr std::size_t kCrowd = 64;

}  // namespace partita::engine
