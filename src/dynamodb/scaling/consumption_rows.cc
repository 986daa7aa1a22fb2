#include "dynamodb/scaling/consumption_rows.h"

#include "partita/base/big_endian.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "store/catalog/structure_codec.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// key := 00 "consumed/" minute:u64 server      value := MinuteRow, as structure_codec.h
// minute := since 1970, big-endian; server := its name of 16 hexadecimal digits
// DO NOT CHANGE: stored.

namespace partita::scaling {
namespace {

constexpr std::string_view kConsumed = "consumed/";

Bytes minute_key(std::int64_t minute) {
  Bytes key = keys::metadata_key(kConsumed);
  append_integer(key, static_cast<std::uint64_t>(minute));
  return key;
}

Result<MinuteRow> decode_minute(ByteView value) {
  MinuteRow row;
  const auto item = TRY(ItemView::parse(value));
  TRY(catalog::read_map(item.to_item(), row));
  return row;
}

}  // namespace

void put_minute(engine::Transaction& transaction, std::int64_t minute, std::string_view server,
                const MinuteRow& row) {
  transaction.put(minute_key(minute) + Bytes(server), encode(catalog::to_map(row)));
}

Task<Status> read_minutes(const engine::View& view, std::int64_t from, MinuteVisitor visit) {
  Status decoded;
  const Bytes prefix = keys::metadata_key(kConsumed);
  const Bytes begin = minute_key(from);
  const Bytes end = keys::prefix_end(prefix);
  const auto row_of = [&](ByteView key, ByteView value) {
    ByteReader reader(key.substr(prefix.size()));
    if (key.size() < prefix.size() + sizeof(std::uint64_t)) {
      decoded = Error::corrupt("the key of a minute of consumption is damaged");
      return engine::Visit::Stop;
    }
    const auto minute = static_cast<std::int64_t>(reader.integer<std::uint64_t>());
    const auto row = decode_minute(value);
    if (!row.ok()) {
      decoded = row.error();
      return engine::Visit::Stop;
    }
    visit(minute, *row);
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = begin, .end = end};
  Status read = co_await view.scan(range, row_of);
  CO_TRY(read);
  co_return decoded;
}

Task<Status> erase_minutes(engine::Engine& engine, std::int64_t before) {
  const Bytes begin = minute_key(0);
  const Bytes end = minute_key(before);
  co_return co_await engine.erase_range(begin, end);
}

}  // namespace partita::scaling
