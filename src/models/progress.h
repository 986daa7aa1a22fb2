#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace partita::models {

// What is being done, for people who wait.
struct Progress {
  std::string_view table;
  std::string_view activity;           // "building index GSI1", "checking items"
  std::uint64_t done = 0;              // Of items.
  std::optional<std::uint64_t> total;  // About; nullopt: not known.
};

// Called now and then, on the thread that does the work. May be empty.
using Report = std::function<void(const Progress&)>;

}  // namespace partita::models
