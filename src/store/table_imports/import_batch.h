#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "language/records/item_reader.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"

namespace partita::table_imports {

// Records that are written in one transaction. Of several items with one key the last one counts,
// and all of them are counted as imported.
class ImportBatch {
 public:
  struct Entry {
    Bytes key;
    Bytes item;
  };
  struct Limits {
    std::size_t items_max = 4000;
    std::size_t bytes_max = std::size_t{1} << 20;
  };

  // Takes the record as an item of the table, or as an error. REQUIRES: the table has its id.
  void add(const catalog::Table& table, std::string_view object, const records::Record& record);
  // An object can not be read any further.
  void add_fault(std::string_view object, std::string_view message);

  bool is_full(const Limits& limits) const {
    return entries_.size() >= limits.items_max || bytes_ >= limits.bytes_max ||
           errors_.size() >= limits.items_max;
  }
  const std::vector<Entry>& entries() const { return entries_; }
  // "data/a.json:17: ...", a line each.
  const std::vector<std::string>& errors() const { return errors_; }
  std::size_t processed() const { return processed_; }
  std::size_t imported() const { return imported_; }

 private:
  Status add_item(const catalog::Table& table, const ItemView& item);

  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> places_;  // Of keys in the entries.
  std::vector<std::string> errors_;
  std::size_t bytes_ = 0;
  std::size_t processed_ = 0;
  std::size_t imported_ = 0;
};

}  // namespace partita::table_imports
