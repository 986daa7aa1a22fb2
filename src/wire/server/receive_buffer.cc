#include "wire/server/receive_buffer.h"

#include <algorithm>
#include <cstring>

namespace partita::server {
namespace {

// With less than this left at the end, what is there moves to the front: otherwise a pipeline of
// requests would be read in ever smaller pieces.
constexpr std::size_t kRoomBytesMin = 1024;

}  // namespace

ReceiveBuffer::ReceiveBuffer(MemoryBudget& budget)
    : budget_(budget),
      data_(std::make_unique_for_overwrite<char[]>(kBytesAtFirst)),
      capacity_(kBytesAtFirst) {}

ReceiveBuffer::~ReceiveBuffer() { budget_.give_back(metered(capacity_)); }

void ReceiveBuffer::drop(std::size_t bytes) {
  begin_ += bytes;
  if (is_empty()) begin_ = end_ = 0;
}

std::span<char> ReceiveBuffer::room() {
  if (begin_ > 0 && capacity_ - end_ < kRoomBytesMin) {
    std::memmove(data_.get(), data_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == capacity_ && !grow()) return {};
  return {data_.get() + end_, capacity_ - end_};
}

void ReceiveBuffer::shrink() {
  if (capacity_ <= kBytesUnmetered) return;
  budget_.give_back(metered(capacity_));
  resize(kBytesAtFirst);
}

// Doubles, so that memory follows what has really arrived and not what a client has announced.
bool ReceiveBuffer::grow() {
  const auto capacity = std::min(capacity_ * 2, kBytesMax);
  if (capacity == capacity_ || !budget_.take(metered(capacity) - metered(capacity_))) return false;
  resize(capacity);
  return true;
}

void ReceiveBuffer::resize(std::size_t capacity) {
  auto data = std::make_unique_for_overwrite<char[]>(capacity);
  std::memcpy(data.get(), data_.get(), end_);
  data_ = std::move(data);
  capacity_ = capacity;
}

}  // namespace partita::server
