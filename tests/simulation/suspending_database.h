#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "database/database.h"
#include "support/engines/suspending_engine.h"

namespace partita::simulation {

// A database in memory, behind an engine that waits in every call as if a network lay between.
inline std::unique_ptr<database::Database> open_suspending_database(std::uint64_t seed) {
  const database::Store below = database::MemoryStore{};
  auto engine = std::make_unique<testing::SuspendingEngine>(
      database::open_engine(below).value(), testing::SuspendingOptions{.seed = seed});
  return database::Database::open_on(std::move(engine), database::traits_of(below)).value();
}

}  // namespace partita::simulation
