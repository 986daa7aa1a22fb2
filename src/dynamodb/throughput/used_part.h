#pragma once

#include <cstdint>

#include "partita/base/bytes.h"
#include "store/catalog/table.h"

namespace partita::throughput {

enum class Use : std::uint8_t { Read, Write };

// What a request uses. Owns nothing.
struct UsedPart {
  const catalog::Table& table;
  const catalog::Index* index = nullptr;  // Global; null: the table, its local indexes among it.
  ByteView partition = {};                // What partition_of tells; empty: several of them.
};

// What all keys of a partition begin with, those of items and those of index entries.
// REQUIRES: `key` is a key of an item or of an entry, or begins a range within one partition.
ByteView partition_of(ByteView key);

}  // namespace partita::throughput
