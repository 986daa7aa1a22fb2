#pragma once

namespace partita {

// Prints where and what, then aborts. For our own bugs only; input is answered with an Error.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace partita

// Holds in every build, unlike assert: use it where going on would damage data.
#define PARTITA_CHECK(condition)                       \
  (static_cast<bool>(condition) ? static_cast<void>(0) \
                                : ::partita::check_failed(#condition, __FILE__, __LINE__))
