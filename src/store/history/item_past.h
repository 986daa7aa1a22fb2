#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::history {

// One item on its way back to a moment. Its entries come from the oldest to the newest.
class ItemPast {
 public:
  ItemPast() = default;
  explicit ItemPast(Bytes present) : present_(std::move(present)) {}

  // An entry of the item's history. Says how many bytes were kept of it.
  // ERRORS: Corrupt.
  Result<std::size_t> add(ByteView entry, std::int64_t moment);
  // Whether no later entry can matter.
  bool is_settled() const { return is_settled_; }

  // The item at the moment, once all entries are added.
  // ERRORS: Corrupt if they do not fit each other or the present item.
  Result<std::optional<Bytes>> at_moment() const;

 private:
  std::optional<Bytes> present_;     // As it is now.
  std::optional<Bytes> last_until_;  // The last entry up to the moment: its result is the item.
  std::vector<Bytes> after_;         // Those after it, up to the first that is whole.
  bool is_settled_ = false;
};

}  // namespace partita::history
