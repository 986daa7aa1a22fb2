#include "wire/parquet/runs.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "partita/base/varint.h"

namespace partita::parquet {
namespace {

constexpr std::size_t kGroup = 8;

template <typename Number>
class RunWriter {
 public:
  RunWriter(Bytes& bytes, std::span<const Number> numbers, unsigned width)
      : bytes_(bytes), numbers_(numbers), width_(width) {}

  void write() {
    std::size_t at = 0;
    while (at < numbers_.size()) {
      at = equal_from(at) >= kGroup ? write_run(at) : write_groups(at);
    }
  }

 private:
  std::size_t equal_from(std::size_t at, std::size_t enough = kGroup) const {
    std::size_t end = at;
    while (end < numbers_.size() && end - at < enough && numbers_[end] == numbers_[at]) ++end;
    return end - at;
  }

  std::size_t write_run(std::size_t at) {
    const std::size_t count = equal_from(at, SIZE_MAX);
    append_varint(bytes_, std::uint64_t{count} << 1);
    std::uint32_t value = numbers_[at];
    for (unsigned bits = 0; bits < width_; bits += 8, value >>= 8) {
      bytes_.push_back(static_cast<char>(value & 0xFF));
    }
    return at + count;
  }

  // Until a run begins where a group does.
  std::size_t write_groups(std::size_t at) {
    std::size_t end = at;
    while (end < numbers_.size() && equal_from(end) < kGroup) end += kGroup;
    append_varint(bytes_, std::uint64_t{(end - at) / kGroup} << 1 | 1);
    std::uint64_t bits = 0;
    unsigned filled = 0;
    for (std::size_t i = at; i < end; ++i) {
      const std::uint64_t number = i < numbers_.size() ? numbers_[i] : 0;
      bits |= number << filled;
      for (filled += width_; filled >= 8; filled -= 8, bits >>= 8) {
        bytes_.push_back(static_cast<char>(bits & 0xFF));
      }
    }
    return std::min(end, numbers_.size());
  }

  Bytes& bytes_;
  std::span<const Number> numbers_;
  unsigned width_;
};

}  // namespace

void append_runs(Bytes& bytes, std::span<const std::uint32_t> numbers, unsigned width) {
  RunWriter<std::uint32_t>(bytes, numbers, width).write();
}

void append_runs(Bytes& bytes, std::span<const std::uint8_t> numbers, unsigned width) {
  RunWriter<std::uint8_t>(bytes, numbers, width).write();
}

unsigned width_for(std::uint32_t max) { return static_cast<unsigned>(std::bit_width(max)); }

}  // namespace partita::parquet
