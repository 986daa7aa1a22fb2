#pragma once

#include <rocksdb/slice.h>

#include "partita/base/bytes.h"

namespace partita::engine {

// An empty view may have no address, at which RocksDB's assertions would stop the process.
inline rocksdb::Slice as_slice(ByteView bytes) {
  return bytes.data() == nullptr ? rocksdb::Slice() : rocksdb::Slice(bytes.data(), bytes.size());
}

inline ByteView as_view(const rocksdb::Slice& bytes) { return {bytes.data(), bytes.size()}; }

}  // namespace partita::engine
