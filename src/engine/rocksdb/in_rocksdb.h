#pragma once

#include "partita/base/memory_reserve.h"

namespace partita::engine {

// Calls RocksDB, which cannot bear a failed allocation.
template <typename Call>
auto in_rocksdb(Call call) {
  const AllocationScope scope(AllocationFailure::DrawsOnReserve);
  return call();
}

}  // namespace partita::engine
