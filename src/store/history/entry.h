#pragma once

#include <cstdint>
#include <optional>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "store/history/author.h"

namespace partita::history {

// What a change has done to an item, as it is needed to take it back. Owns nothing.
struct Entry {
  enum class Kind : std::uint8_t {  // DO NOT CHANGE: stored.
    Absent = 1,                     // There was no item.
    Full = 2,                       // The item as it was.
    Delta = 3,                      // How it differed from what it became.
  };

  Kind kind = Kind::Absent;
  std::int64_t time = 0;         // Of the commit (catalog/commit_times.h).
  bool is_expiry = false;        // TTL has deleted the item.
  bool is_deletion = false;      // There is no item afterwards.
  std::uint32_t after_sum = 0;   // The CRC-32 of the item that the change has made.
  std::uint32_t before_sum = 0;  // The same of the item that was there; of Delta only.
  ByteView before;               // Of Full: the item. Of Delta: the attributes that it had instead.
  ByteView added;                // Of Delta: the names of those that it did not have.
  Author author = {.kind = Author::Kind::Unknown};

  // Whether what was there is known without what it has become.
  bool is_whole() const { return kind != Kind::Delta; }
};

struct Change {
  std::optional<ItemView> before;
  std::optional<ItemView> after;
  bool is_expiry = false;
  Author author = {};
};

// An entry without its time, which is added last.   REQUIRES: the two images differ.
Bytes encode_change(const Change& change);
void append_time(Bytes& entry, std::int64_t time);

// Views `bytes`.   ERRORS: Corrupt.
Result<Entry> decode_entry(ByteView bytes);

// The item as it was before the change, from what it was after it.
// ERRORS: Corrupt if the item is not the one that the change has made, or the result not the one
// that was there: an entry is damaged, or one between the two is lost.
Result<std::optional<Bytes>> take_back(const Entry& entry, const std::optional<Bytes>& after);

// Whether the item is the one that the change has made.
bool is_result_of(const Entry& entry, const std::optional<Bytes>& item);

}  // namespace partita::history
