#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "partita/base/memory_budget.h"
#include "wire/protocol/http_parser.h"

namespace partita::server {

// The bytes of one connection that have arrived and are not yet answered. Small ones cost nothing
// but themselves; beyond that the memory comes out of the budget of all connections.
class ReceiveBuffer {
 public:
  static constexpr std::size_t kBytesAtFirst = 8 * 1024;
  // Any head and a small body fit without asking the budget.
  static constexpr std::size_t kBytesUnmetered = 32 * 1024;
  static constexpr std::size_t kBytesMax =
      protocol::kHttpHeadBytesMax + protocol::kHttpBodyBytesMax + protocol::kHttpTrailerBytesMax;

  explicit ReceiveBuffer(MemoryBudget& budget);
  ~ReceiveBuffer();
  ReceiveBuffer(const ReceiveBuffer&) = delete;
  ReceiveBuffer& operator=(const ReceiveBuffer&) = delete;

  protocol::ReceivedBytes bytes() { return {data_.get() + begin_, end_ - begin_}; }
  bool is_empty() const { return begin_ == end_; }
  // The parser has shortened bytes() to this.
  void shorten(std::size_t size) { end_ = begin_ + size; }
  // The first bytes are of no more use.
  void drop(std::size_t bytes);

  // Where the next bytes go, at least one; none if the budget has no more.
  std::span<char> room();
  void add(std::size_t bytes) { end_ += bytes; }

  // Gives back the memory of a large body. REQUIRES: is_empty().
  void shrink();

 private:
  bool grow();
  void resize(std::size_t capacity);
  static std::size_t metered(std::size_t capacity) {
    return capacity > kBytesUnmetered ? capacity : 0;
  }

  MemoryBudget& budget_;
  std::unique_ptr<char[]> data_;
  std::size_t capacity_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace partita::server
