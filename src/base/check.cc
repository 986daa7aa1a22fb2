#include "partita/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace partita {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "partita: a check failed, this is a bug: %s (%s:%d)\n", condition, file,
               line);
  std::abort();
}

}  // namespace partita
