#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "partita/base/duration_histogram.h"
#include "wire/protocol/http_response.h"

namespace partita::server {

// One answer, as it is counted.
struct CountedAnswer {
  std::uint8_t operation;  // As HttpResponse has them.
  std::uint8_t error;
  protocol::HttpStatus status;
  std::chrono::nanoseconds duration;
  std::size_t bytes_in;
  std::size_t bytes_out;
};

// The answers of all loops together.
struct RequestSums {
  // By operation. All are there, from the first answer on that any has given.
  std::vector<DurationCounts> durations;
  // By operation, and error or status: of an answer that failed without an error of the handler's,
  // its HTTP status.
  std::map<std::pair<std::uint8_t, std::uint16_t>, std::uint64_t> errors;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;

  DurationCounts all_durations() const;
};

// What one event loop has answered. Its size is fixed: whatever clients ask for, there are not more
// operations and errors than the handler has numbers.
// THREADS: add on the loop's own thread, add_to on any.
class RequestCounts {
 public:
  static constexpr std::size_t kOperations = 128;
  static constexpr std::size_t kErrors = 96;  // Those of the handler, then statuses.
  static constexpr std::size_t kFirstStatus = 64;

  void add(const CountedAnswer& answer) {
    const std::size_t operation = answer.operation % kOperations;
    durations_[operation].add(answer.duration);
    increase(bytes_in_, answer.bytes_in);
    increase(bytes_out_, answer.bytes_out);
    if (answer.error != 0 || answer.status >= protocol::HttpStatus::BadRequest) {
      increase(errors_[operation][error_place(answer)], 1);
    }
  }
  void add_to(RequestSums& sums) const;

 private:
  using Number = std::atomic<std::uint64_t>;

  static std::size_t error_place(const CountedAnswer& answer);
  // One thread writes, so it need not be one indivisible step.
  static void increase(Number& number, std::uint64_t by) {
    number.store(number.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  std::array<DurationHistogram, kOperations> durations_;
  std::array<std::array<Number, kErrors>, kOperations> errors_{};
  Number bytes_in_{0};
  Number bytes_out_{0};
};

}  // namespace partita::server
