// A library for LD_PRELOAD, before libfaketime 0.9.10: that one moves the end of a sleep by as much
// as it moves the date, although the sleep goes by the monotonic clock, which it was told to leave
// alone. Python's time.sleep then fails with EINVAL.

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

extern "C" int clock_nanosleep(clockid_t clock, int flags, const timespec* wanted, timespec* left) {
  using Function = int (*)(clockid_t, int, const timespec*, timespec*);
  static const auto next = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "clock_nanosleep"));
  if (clock != CLOCK_MONOTONIC) return next(clock, flags, wanted, left);
  return ::syscall(SYS_clock_nanosleep, clock, flags, wanted, left) == 0 ? 0 : errno;
}
