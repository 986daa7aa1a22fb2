#include "store/history/pins.h"

#include <algorithm>

#include "partita/base/big_endian.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_range.h"

// key := 00 "history-pin/" table:u32 owner      value := moment:i64

namespace partita::history {
namespace {

constexpr std::string_view kPinPrefix = "history-pin/";

Bytes pin_key(const Pin& pin) {
  const std::size_t bytes = 1 + kPinPrefix.size() + sizeof(keys::TableId) + pin.owner.size();
  return keys::KeyBuilder(keys::Space::Metadata, bytes)
      .bytes(kPinPrefix)
      .integer(pin.table)
      .bytes(pin.owner)
      .take();
}

}  // namespace

void set_pin(engine::Transaction& transaction, const Pin& pin, std::int64_t moment) {
  Bytes value;
  append_integer(value, moment);
  transaction.put(pin_key(pin), std::move(value));
}

void remove_pin(engine::Transaction& transaction, const Pin& pin) {
  transaction.erase(pin_key(pin));
}

Task<Result<std::optional<std::int64_t>>> oldest_pin(const engine::View& view,
                                                     keys::TableId table) {
  std::optional<std::int64_t> oldest;
  Status decoded;
  const auto visit = [&](ByteView, ByteView value) {
    ByteReader reader(value);
    if (!reader.has(sizeof(std::int64_t))) {
      decoded = Error::corrupt("what keeps a table's history is damaged");
      return engine::Visit::Stop;
    }
    const auto moment = reader.integer<std::int64_t>();
    oldest = std::min(oldest.value_or(moment), moment);
    return engine::Visit::Continue;
  };
  const Bytes begin = pin_key({.table = table, .owner = {}});
  const Bytes end = keys::prefix_end(begin);
  const engine::Range range{.begin = begin, .end = end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return oldest;
}

}  // namespace partita::history
