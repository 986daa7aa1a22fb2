#pragma once

#include <algorithm>
#include <vector>

#include "partita/base/bytes.h"

namespace partita::testing {

// A copy of bytes in memory of its own that becomes useless on demand: what is kept of a view of it
// is found by its content, or by a sanitizer once it is freed.
class LentBytes {
 public:
  static constexpr char kPoison = '\xDD';

  explicit LentBytes(ByteView bytes) : bytes_(bytes.begin(), bytes.end()) {}

  ByteView view() const { return {bytes_.data(), bytes_.size()}; }
  void poison() { std::fill(bytes_.begin(), bytes_.end(), kPoison); }

 private:
  std::vector<char> bytes_;
};

}  // namespace partita::testing
