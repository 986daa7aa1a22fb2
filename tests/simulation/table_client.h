#pragma once

#include <optional>
#include <string>
#include <vector>

#include "database/database.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/transact_write_items.h"
#include "partita/base/result.h"
#include "partita/value/value.h"
#include "reference_table.h"

namespace partita::simulation {

inline constexpr const char* kTableName = "simulated";

// Speaks to the database as a program in the same process does, and follows pages to their end.
class TableClient {
 public:
  using Key = ReferenceTable::Key;

  explicit TableClient(database::Database& database) : database_(database) {}

  // Key pk:S, sk:N; global indexes byGroup (g:S, sk:N; everything) and byPair (g:S and v:N
  // together; keys only); local index byValue (v:N); a stream with both images.
  Status create_table();

  // Whether it was written; false if the condition did not hold.
  Result<bool> put(const Item& item, const std::string& condition = "", const Item& values = {});
  Result<std::optional<Item>> get(const Key& key);
  Status add_and_set(const Key& key, std::int64_t by, std::int64_t v);
  Status remove_attribute(const Key& key, const std::string& name);
  // What was there.
  Result<std::optional<Item>> erase(const Key& key);
  Status batch_write(const std::vector<Item>& puts, const std::vector<Key>& deletes);
  // Puts all, or none if the item of `check` is there.
  Result<bool> transact(const std::vector<Item>& puts, const Key& absent);

  struct Range {
    std::string partition;
    std::int64_t low;
    std::int64_t high;
    bool is_forward = true;
    int page_items_max = 3;
  };
  Result<std::vector<Item>> query(const Range& range);
  Result<std::vector<Item>> query_index(const std::string& index, const std::string& condition,
                                        const Item& values);
  // Of the table, or of an index if it is named.
  Result<std::vector<Item>> scan(const std::string& index = "", int total_segments = 1);
  Result<std::int64_t> item_count();

 private:
  database::Database& database_;
};

Item key_item(const ReferenceTable::Key& key);

}  // namespace partita::simulation
