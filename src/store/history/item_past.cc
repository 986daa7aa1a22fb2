#include "store/history/item_past.h"

#include "store/history/entry.h"

namespace partita::history {

// Times of one item never go back. Should one do so nevertheless, because it comes from another
// server whose clock is behind, then it belongs to what is after the moment, as its cause does.
Result<std::size_t> ItemPast::add(ByteView entry, std::int64_t moment) {
  if (is_settled_) return 0;
  const auto decoded = TRY(decode_entry(entry));
  if (after_.empty() && decoded.time <= moment) {
    last_until_ = Bytes(entry);
    return entry.size();
  }
  after_.emplace_back(entry);
  is_settled_ = decoded.is_whole();
  return entry.size();
}

Result<std::optional<Bytes>> ItemPast::at_moment() const {
  std::optional<Bytes> item = present_;
  for (auto entry = after_.rbegin(); entry != after_.rend(); ++entry) {
    item = TRY(take_back(TRY(decode_entry(*entry)), item));
  }
  if (last_until_ && !is_result_of(TRY(decode_entry(*last_until_)), item)) {
    return Error::corrupt("a change is missing in a table's history, or an entry is damaged");
  }
  return item;
}

}  // namespace partita::history
