#include "store/streams/change_record.h"

#include <chrono>

#include "partita/base/check.h"
#include "partita/base/varint.h"
#include "partita/value/measure.h"

// entry  := kind:u8 time:varint rest                 time in milliseconds since 1970
// rest   := flags:u8 keys:image old:image? new:image?    Insert, Modify, Remove
//         |                                              Begin, End
// image  := bytes:varint item                            value/item_format.h
//
// flags  0x01: TTL has deleted the item; 0x02: the old image follows; 0x04: the new one.

namespace partita::streams {
namespace {

using std::chrono::milliseconds;

constexpr std::uint8_t kExpiry = 0x01;    // DO NOT CHANGE: stored.
constexpr std::uint8_t kOldImage = 0x02;  // DO NOT CHANGE: stored.
constexpr std::uint8_t kNewImage = 0x04;  // DO NOT CHANGE: stored.
constexpr std::uint8_t kFlags = kExpiry | kOldImage | kNewImage;

// More than kind, time, flags and lengths ever need.
constexpr std::size_t kHeadBytesMax = 32;

bool is_mark(EntryKind kind) { return kind == EntryKind::Begin || kind == EntryKind::End; }

Error damaged() { return Error::corrupt("an entry of a stream's log is damaged"); }

std::size_t size_of(const std::optional<ItemView>& image) { return image ? size_bytes(*image) : 0; }

std::size_t length_of(const std::optional<ItemView>& image) {
  return image ? image->bytes().size() : 0;
}

void append_head(Bytes& bytes, EntryKind kind, WallTime time) {
  const auto since = std::chrono::floor<milliseconds>(time).time_since_epoch().count();
  bytes.push_back(static_cast<char>(kind));
  append_varint(bytes, since < 0 ? 0 : static_cast<std::uint64_t>(since));
}

void append_image(Bytes& bytes, const ItemView& image) {
  append_varint(bytes, image.bytes().size());
  bytes.append(image.bytes());
}

std::uint8_t flags_of(const ChangeRecord& change) {
  unsigned flags = 0;
  if (change.is_expiry) flags |= kExpiry;
  if (change.old_image) flags |= kOldImage;
  if (change.new_image) flags |= kNewImage;
  return static_cast<std::uint8_t>(flags);
}

Result<std::uint8_t> take_byte(ByteView& rest) {
  if (rest.empty()) return damaged();
  const auto byte = static_cast<std::uint8_t>(rest.front());
  rest.remove_prefix(1);
  return byte;
}

Result<ItemView> take_image(ByteView& rest) {
  const auto length = take_varint(rest);
  if (!length || *length > rest.size()) return damaged();
  const ByteView image = rest.substr(0, *length);
  rest.remove_prefix(*length);
  return ItemView::parse(image);
}

Result<LogEntry> take_head(ByteView& rest) {
  // Far beyond any calendar, and what nanoseconds of 64 bits can hold.
  constexpr std::uint64_t kMillisecondsMax = std::uint64_t{1} << 43;
  const auto kind = static_cast<EntryKind>(TRY(take_byte(rest)));
  if (kind < EntryKind::Insert || kind > EntryKind::End) return damaged();
  const auto time = take_varint(rest);
  if (!time || *time > kMillisecondsMax) return damaged();
  return LogEntry{.kind = kind, .time = WallTime(milliseconds(*time))};
}

Result<ChangeRecord> take_change(ByteView& rest, const LogEntry& head) {
  const std::uint8_t flags = TRY(take_byte(rest));
  if ((flags & ~kFlags) != 0) return damaged();
  const auto keys = TRY(take_image(rest));
  ChangeRecord change{
      .kind = head.kind, .time = head.time, .is_expiry = (flags & kExpiry) != 0, .keys = keys};
  if ((flags & kOldImage) != 0) change.old_image = TRY(take_image(rest));
  if ((flags & kNewImage) != 0) change.new_image = TRY(take_image(rest));
  return change;
}

}  // namespace

std::size_t ChangeRecord::size_bytes() const {
  return size_of(keys) + size_of(old_image) + size_of(new_image);
}

Bytes encode(const ChangeRecord& change) {
  PARTITA_CHECK(!is_mark(change.kind));
  Bytes bytes;
  bytes.reserve(kHeadBytesMax + change.keys.bytes().size() + length_of(change.old_image) +
                length_of(change.new_image));
  append_head(bytes, change.kind, change.time);
  bytes.push_back(static_cast<char>(flags_of(change)));
  append_image(bytes, change.keys);
  if (change.old_image) append_image(bytes, *change.old_image);
  if (change.new_image) append_image(bytes, *change.new_image);
  return bytes;
}

Bytes encode_mark(EntryKind kind, WallTime time) {
  PARTITA_CHECK(is_mark(kind));
  Bytes bytes;
  append_head(bytes, kind, time);
  return bytes;
}

Result<LogEntry> decode_entry(ByteView bytes) {
  LogEntry entry = TRY(take_head(bytes));
  if (!is_mark(entry.kind)) entry.change = TRY(take_change(bytes, entry));
  if (!bytes.empty()) return damaged();
  return entry;
}

Result<LogEntry> decode_entry_head(ByteView bytes) { return take_head(bytes); }

}  // namespace partita::streams
