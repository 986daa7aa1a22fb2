#include "wire/server/request_counts.h"

#include <algorithm>

namespace partita::server {
namespace {

using protocol::HttpStatus;

// Those of failures; any other is counted as the last one.
constexpr std::array kStatuses = {HttpStatus::BadRequest,
                                  HttpStatus::Forbidden,
                                  HttpStatus::NotFound,
                                  HttpStatus::MethodNotAllowed,
                                  HttpStatus::RequestTimeout,
                                  HttpStatus::Conflict,
                                  HttpStatus::PreconditionFailed,
                                  HttpStatus::PayloadTooLarge,
                                  HttpStatus::UnsupportedMediaType,
                                  HttpStatus::UnprocessableContent,
                                  HttpStatus::PreconditionRequired,
                                  HttpStatus::TooManyRequests,
                                  HttpStatus::NotImplemented,
                                  HttpStatus::ServiceUnavailable,
                                  HttpStatus::InternalServerError};
static_assert(RequestCounts::kFirstStatus + kStatuses.size() <= RequestCounts::kErrors);

}  // namespace

DurationCounts RequestSums::all_durations() const {
  DurationCounts all;
  for (const auto& durations_of_one : durations) all += durations_of_one;
  return all;
}

std::size_t RequestCounts::error_place(const CountedAnswer& answer) {
  if (answer.error != 0) return answer.error % kFirstStatus;
  const auto status = std::find(kStatuses.begin(), kStatuses.end() - 1, answer.status);
  return kFirstStatus + static_cast<std::size_t>(status - kStatuses.begin());
}

void RequestCounts::add_to(RequestSums& sums) const {
  sums.durations.resize(kOperations);
  for (std::size_t i = 0; i < kOperations; ++i) {
    const DurationCounts counts = durations_[i].counts();
    if (counts.count() == 0) continue;
    sums.durations[i] += counts;
    for (std::size_t place = 0; place < kErrors; ++place) {
      const std::uint64_t errors = errors_[i][place].load(std::memory_order_relaxed);
      if (errors == 0) continue;
      const auto error = place < kFirstStatus
                             ? static_cast<std::uint16_t>(place)
                             : static_cast<std::uint16_t>(kStatuses[place - kFirstStatus]);
      sums.errors[{static_cast<std::uint8_t>(i), error}] += errors;
    }
  }
  sums.bytes_in += bytes_in_.load(std::memory_order_relaxed);
  sums.bytes_out += bytes_out_.load(std::memory_order_relaxed);
}

}  // namespace partita::server
