#include "modelled/syncs/sync_event.h"

#include "partita/base/big_endian.h"
#include "store/keys/key_builder.h"

// event := version:u8 kind:u8 time_ms:i64 item:hash image old
// image := length:u32 byte[length]     an encoded item (value/item_format.h)
// old   := length:u32 byte[length]     the same; empty: there is none

namespace partita::syncs {
namespace {

constexpr std::uint8_t kEventVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::size_t kHeadBytes = 2 + sizeof(std::int64_t) + keys::KeyHash::kBytes;

Error damaged_event() { return Error::corrupt("an event of a sync is damaged"); }

Result<ByteView> read_part(ByteReader& reader) {
  if (!reader.has(sizeof(std::uint32_t))) return damaged_event();
  const auto size = reader.integer<std::uint32_t>();
  if (!reader.has(size)) return damaged_event();
  return reader.bytes(size);
}

Result<EventHead> read_head(keys::KeyReader& reader) {
  if (!reader.has(kHeadBytes)) return damaged_event();
  if (reader.integer<std::uint8_t>() != kEventVersion) {
    return Error::corrupt("an event of a sync has a format that is not known here");
  }
  EventHead head;
  head.kind = reader.integer<EventKind>();
  if (head.kind < EventKind::Insert || head.kind > EventKind::Remove) return damaged_event();
  head.time_ms = reader.integer<std::int64_t>();
  head.item = reader.hash();
  return head;
}

}  // namespace

std::string_view name_of(EventKind kind) {
  switch (kind) {
    case EventKind::Insert:
      return "inserted";
    case EventKind::Modify:
      return "modified";
    case EventKind::Remove:
      return "removed";
  }
  return "";
}

Bytes encode_event(const SyncEvent& event) {
  Bytes bytes;
  const ByteView image = event.image.bytes();
  const ByteView old = event.old ? event.old->bytes() : ByteView();
  bytes.reserve(kHeadBytes + 2 * sizeof(std::uint32_t) + image.size() + old.size());
  append_integer(bytes, kEventVersion);
  append_integer(bytes, event.kind);
  append_integer(bytes, event.time_ms);
  bytes.append(event.item.view());
  append_with_length(bytes, image);
  append_with_length(bytes, old);
  return bytes;
}

Result<EventHead> decode_event_head(ByteView bytes) {
  keys::KeyReader reader(bytes);
  return read_head(reader);
}

Result<SyncEvent> decode_event(ByteView bytes) {
  keys::KeyReader reader(bytes);
  const auto head = TRY(read_head(reader));
  const auto image_bytes = TRY(read_part(reader));
  const auto image = TRY(ItemView::parse(image_bytes));
  SyncEvent event{
      .kind = head.kind, .time_ms = head.time_ms, .item = head.item, .image = image, .old = {}};
  const auto old = TRY(read_part(reader));
  if (!old.empty()) event.old = TRY(ItemView::parse(old));
  if (!reader.rest().empty()) return damaged_event();
  return event;
}

}  // namespace partita::syncs
