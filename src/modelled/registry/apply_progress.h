#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "partita/base/result.h"

namespace partita::registry {

// What is being done, for people who wait.
struct ApplyProgress {
  std::string_view table;
  std::string_view activity;           // "building index GSI1", "checking items"
  std::uint64_t done = 0;              // Of items.
  std::optional<std::uint64_t> total;  // About; nullopt: not known.
};

// Called now and then, on the thread that does the work. False: nobody wants it done any more, so
// it is left as it is, as a crash would leave it. May be empty.
using Report = std::function<bool(const ApplyProgress&)>;

// Calls the report, if there is one.
// ERRORS: Unavailable if it says false.
Status tell(const Report& report, const ApplyProgress& progress);

}  // namespace partita::registry
