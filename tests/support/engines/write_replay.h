#pragma once

#include <utility>

#include "engine/engine.h"

namespace partita::testing {

// Buffers writes in another transaction, for engines that stand before another one.
inline void replay(engine::WriteSet& writes, engine::Transaction& target) {
  writes.only_frees_space() ? target.frees_space() : target.takes_space();
  for (auto& write : writes.take()) {
    if (write.is_merged) {
      target.merge(std::move(write.key), std::move(*write.value));
    } else if (write.is_appended) {
      target.append(std::move(write.key), std::move(*write.value));
    } else if (write.value) {
      target.put(std::move(write.key), std::move(*write.value));
    } else {
      target.erase(std::move(write.key));
    }
  }
}

}  // namespace partita::testing
