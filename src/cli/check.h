#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/value/value.h"

namespace partita::cli {

struct CheckCommand {
  ModelTarget target;
  bool prints_json = false;
};

// Whether what is stored agrees with itself: of a running server, or of data that nobody serves,
// whose files are compared with their checksums, too.
ExitCode check(const CheckCommand& command);

// "table orders, 81 MB/s, about 12 s left"
struct CheckPace {
  std::string_view table;
  std::uint64_t items = 0;
  std::uint64_t items_total = 0;
  std::uint64_t bytes = 0;
  std::chrono::milliseconds ran{};
};
std::string pace_text(const CheckPace& pace);

// The answer of GET /api/check in words.
std::string check_text(const Item& answer);

}  // namespace partita::cli
