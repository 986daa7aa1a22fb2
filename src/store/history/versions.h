#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/table.h"
#include "store/history/author.h"

namespace partita::history {

// One change of an item.
struct ItemVersion {
  std::int64_t time = 0;
  bool is_expiry = false;
  Author::Kind author = Author::Kind::Unknown;
  std::uint64_t request = 0;    // As that of Author.
  std::string access_key;       // The same.
  std::optional<Bytes> before;  // Nullopt: there was none.
  std::optional<Bytes> after;   // The same.
};

struct ItemVersions {
  std::vector<ItemVersion> changes;  // The newest first.
  bool has_more = false;             // There are older ones.
};

// What has happened to an item since recovery was switched on, as far as the window reaches.
// REQUIRES: the table keeps its history; `item_key` is the key of one of its items.
// ERRORS: Corrupt if entries do not fit each other; those of the engine.
Task<Result<ItemVersions>> read_versions(const engine::Engine& engine, const catalog::Table& table,
                                         ByteView item_key, std::size_t changes_max);

}  // namespace partita::history
