#include "store/expiry/expiry_time.h"

namespace partita::expiry {
namespace {

constexpr std::uint64_t kSecondsADay = 86'400;
constexpr std::uint64_t kFiveYearsSeconds = 5 * 365 * kSecondsADay + kSecondsADay;

}  // namespace

std::uint64_t second_of(WallTime time) {
  const auto since_1970 = std::chrono::floor<std::chrono::seconds>(time.time_since_epoch());
  return since_1970.count() < 0 ? 0 : static_cast<std::uint64_t>(since_1970.count());
}

bool is_too_old_to_expire(std::uint64_t expiry_second, std::uint64_t now_second) {
  return expiry_second + kFiveYearsSeconds < now_second;
}

}  // namespace partita::expiry
