#pragma once

namespace partita {

// Prints the place and the condition, then aborts. For bugs only; wrong input returns an Error.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace partita

// Checked in every build, unlike assert: use it where continuing would damage data.
#define PARTITA_CHECK(condition)                       \
  (static_cast<bool>(condition) ? static_cast<void>(0) \
                                : ::partita::check_failed(#condition, __FILE__, __LINE__))
