#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/formula/timestamp.h"

namespace partita::registry {

// Items in a state whose lease is over, where the model has them reported or counted.
struct OverdueItems {
  std::string table;
  std::string entity;
  std::string state;
  model::Duration timeout{};
  std::uint64_t items = 0;
  std::optional<model::Instant> oldest;  // When the longest of these leases began.
  model::Instant walked_at{};            // When the walk that has counted them ended.

  friend bool operator==(const OverdueItems&, const OverdueItems&) = default;
};

}  // namespace partita::registry
