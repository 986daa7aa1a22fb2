#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"

namespace partita::audit {

// What does not agree with the items.
enum class Aspect : std::uint8_t {
  Item,
  Index,
  Expiry,
  Collection,
  Count,
  Stream,
  History,
  Unique,
  Rollup,
  Search,
  Sync,
};

// "item", "index", "expiry", "collection", "count", "stream", "history", "unique", "rollup",
// "search", "sync".
std::string_view name_of(Aspect aspect);

struct Disagreement {
  Aspect aspect;
  std::string table;
  std::string item;  // Its key as JSON, or what names the row; empty: it is about the table.
  std::string what;
};

// What was found: all of it is counted, the first ones are kept.
class Disagreements {
 public:
  static constexpr std::size_t kKeptMax = 1000;

  void add(Disagreement one);
  // What was not compared, and why.
  void leave_out(std::string sentence) { left_out_.push_back(std::move(sentence)); }

  std::uint64_t total() const { return total_; }
  const std::vector<Disagreement>& first() const { return first_; }
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  std::uint64_t total_ = 0;
  std::vector<Disagreement> first_;
  std::vector<std::string> left_out_;
};

// The key of an item, as JSON.
std::string item_name(const catalog::KeySchema& key, const ItemView& item);
// A row that cannot be read, by the bytes of its key.
std::string row_name(ByteView key);

}  // namespace partita::audit
