#include "store/history/entry.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <string_view>
#include <vector>

#include "partita/base/big_endian.h"
#include "partita/base/check.h"
#include "partita/base/crc32.h"
#include "partita/base/varint.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_writer.h"

// entry  := flags:u8 after:u32 author? before time:u64    integers big-endian, time in milliseconds
// author := kind:u8 request:u64? key?                     key := bytes:u8 byte*
// before :=                                               Absent
//         | item                                          Full: language/value/item_format.h
//         | sum:u32 bytes:varint item name*               Delta
// name   := bytes:varint byte*
//
// flags  0x03: the kind; 0x04: TTL has deleted the item; 0x08: there is no item afterwards; 0x10:
//        it is said who has made the change.
// kind   0x0f: Author::Kind; 0x10: of a request; 0x20: by an access key.
// after  the CRC-32 of the item afterwards, 0 if there is none; sum: that of the item before.
//
// The item of a Delta has the attributes that are gone or have another value now, with their old
// values; the names are those that came with the change.

namespace partita::history {
namespace {

constexpr std::uint8_t kKind = 0x03;      // DO NOT CHANGE: stored.
constexpr std::uint8_t kExpiry = 0x04;    // DO NOT CHANGE: stored.
constexpr std::uint8_t kDeletion = 0x08;  // DO NOT CHANGE: stored.
constexpr std::uint8_t kAuthor = 0x10;    // DO NOT CHANGE: stored.
constexpr std::uint8_t kFlags = kKind | kExpiry | kDeletion | kAuthor;
constexpr std::uint8_t kAuthorKind = 0x0F;  // DO NOT CHANGE: stored.
constexpr std::uint8_t kRequest = 0x10;     // DO NOT CHANGE: stored.
constexpr std::uint8_t kAccessKey = 0x20;   // DO NOT CHANGE: stored.
constexpr std::size_t kHeadBytes = 5;
constexpr std::size_t kAuthorBytes = 2 + sizeof(std::uint64_t);  // And the access key.
constexpr std::size_t kTimeBytes = 8;

Error damaged() { return Error::corrupt("an entry of a table's history is damaged"); }

struct Difference {
  std::vector<std::string_view> old;    // Gone, or other now.
  std::vector<std::string_view> added;  // Not there before.
};

// Both items have their attributes in the order of their names.
Difference difference_of(const ItemView& before, const ItemView& after) {
  Difference difference;
  const MapView olds = before.attributes();
  const MapView news = after.attributes();
  auto old = olds.begin();
  auto now = news.begin();
  while (old != olds.end() || now != news.end()) {
    const bool is_gone = now == news.end() || (old != olds.end() && old->name < now->name);
    const bool is_new = !is_gone && (old == olds.end() || now->name < old->name);
    if (is_new) {
      difference.added.push_back(now->name);
      ++now;
      continue;
    }
    if (is_gone || old->value != now->value) difference.old.push_back(old->name);
    ++old;
    if (!is_gone) ++now;
  }
  return difference;
}

Bytes delta_of(const ItemView& before, const ItemView& after, std::uint32_t before_sum) {
  const Difference difference = difference_of(before, after);
  Bytes old;
  append_projected(old, before, std::span(difference.old));
  Bytes delta;
  append_integer(delta, before_sum);
  append_varint(delta, old.size());
  delta.append(old);
  for (const std::string_view name : difference.added) {
    append_varint(delta, name.size());
    delta.append(name);
  }
  return delta;
}

// Whole images stand between deltas here and there, so that a reader need not go through all that
// came later: so seldom that they take less than half as much room as the deltas. Which ones is
// left to chance, and the item's sum is as good as dice.
bool is_delta_worth_it(std::size_t delta_bytes, std::size_t item_bytes, std::uint32_t sum) {
  if (delta_bytes * 10 >= item_bytes * 6) return false;
  return sum % (2 * item_bytes / delta_bytes + 1) != 0;
}

std::uint8_t flags_of(const Change& change, Entry::Kind kind) {
  unsigned flags = static_cast<unsigned>(kind);
  if (change.is_expiry) flags |= kExpiry;
  if (!change.after) flags |= kDeletion;
  if (change.author.kind != Author::Kind::Unknown) flags |= kAuthor;
  return static_cast<std::uint8_t>(flags);
}

void append_author(Bytes& entry, const Author& author) {
  if (author.kind == Author::Kind::Unknown) return;
  const ByteView key = ByteView(author.access_key).substr(0, Author::kAccessKeyBytesMax);
  unsigned head = static_cast<unsigned>(author.kind);
  if (author.request != 0) head |= kRequest;
  if (!key.empty()) head |= kAccessKey;
  entry.push_back(static_cast<char>(head));
  if (author.request != 0) append_integer(entry, author.request);
  if (key.empty()) return;
  entry.push_back(static_cast<char>(key.size()));
  entry.append(key);
}

Result<Author> read_author(ByteReader& reader) {
  if (!reader.has(1)) return damaged();
  const auto head = reader.integer<std::uint8_t>();
  Author author{.kind = static_cast<Author::Kind>(head & kAuthorKind)};
  const bool is_known = !name_of(author.kind).empty();
  if (!is_known || (head & ~(kAuthorKind | kRequest | kAccessKey)) != 0) return damaged();
  if ((head & kRequest) != 0) {
    if (!reader.has(sizeof(std::uint64_t))) return damaged();
    author.request = reader.integer<std::uint64_t>();
  }
  if ((head & kAccessKey) == 0) return author;
  if (!reader.has(1)) return damaged();
  const auto bytes = reader.integer<std::uint8_t>();
  if (!reader.has(bytes)) return damaged();
  author.access_key = reader.bytes(bytes);
  return author;
}

Bytes assemble(const Change& change, Entry::Kind kind, ByteView before) {
  Bytes entry;
  const std::size_t author = kAuthorBytes + change.author.access_key.size();
  entry.reserve(kHeadBytes + author + before.size() + kTimeBytes);
  entry.push_back(static_cast<char>(flags_of(change, kind)));
  append_integer(entry, change.after ? crc32(change.after->bytes()) : 0U);
  append_author(entry, change.author);
  entry.append(before);
  return entry;
}

Status read_delta(ByteView body, Entry& entry) {
  ByteReader reader(body);
  if (!reader.has(sizeof(std::uint32_t))) return damaged();
  entry.before_sum = reader.integer<std::uint32_t>();
  ByteView rest = reader.rest();
  const auto length = take_varint(rest);
  if (!length || *length > rest.size()) return damaged();
  entry.before = rest.substr(0, *length);
  entry.added = rest.substr(*length);
  return {};
}

Result<std::vector<std::string_view>> names_of(ByteView added) {
  std::vector<std::string_view> names;
  while (!added.empty()) {
    const auto length = take_varint(added);
    if (!length || *length > added.size()) return damaged();
    names.push_back(added.substr(0, *length));
    added.remove_prefix(*length);
  }
  return names;
}

Result<Bytes> without_delta(const Entry& entry, const ItemView& after) {
  const auto old = TRY(ItemView::parse(entry.before));
  const auto added = TRY(names_of(entry.added));
  ItemWriter writer;
  for (const MemberView& member : after.attributes()) {
    if (old.find(member.name)) continue;
    if (std::ranges::find(added, member.name) != added.end()) continue;
    writer.name(member.name);
    writer.value(member.value);
  }
  for (const MemberView& member : old.attributes()) {
    writer.name(member.name);
    writer.value(member.value);
  }
  const auto before = writer.finish();
  if (!before.ok()) return damaged();
  return Bytes(before->bytes());
}

// Whether the item before can be made again from the delta and the item afterwards.
[[maybe_unused]] bool leads_back(ByteView delta, const Change& change) {
  Entry entry;
  if (!read_delta(delta, entry).ok()) return false;
  const auto before = without_delta(entry, *change.after);
  return before.ok() && *before == change.before->bytes();
}

}  // namespace

Bytes encode_change(const Change& change) {
  assert(change.before || change.after);  // What never was has no past.
  if (!change.before) return assemble(change, Entry::Kind::Absent, {});
  const ByteView item = change.before->bytes();
  if (!change.after) return assemble(change, Entry::Kind::Full, item);
  const std::uint32_t sum = crc32(item);
  const Bytes delta = delta_of(*change.before, *change.after, sum);
  if (!is_delta_worth_it(delta.size(), item.size(), sum)) {
    return assemble(change, Entry::Kind::Full, item);
  }
  assert(leads_back(delta, change));  // All older entries of the item are of no use otherwise.
  return assemble(change, Entry::Kind::Delta, delta);
}

void append_time(Bytes& entry, std::int64_t time) {
  assert(time >= 0);  // It is stored without a sign.
  append_integer(entry, static_cast<std::uint64_t>(time));
}

Result<Entry> decode_entry(ByteView bytes) {
  if (bytes.size() < kHeadBytes + kTimeBytes) return damaged();
  ByteReader reader(bytes);
  const auto flags = reader.integer<std::uint8_t>();
  Entry entry;
  entry.kind = static_cast<Entry::Kind>(flags & kKind);
  if (entry.kind < Entry::Kind::Absent || (flags & ~kFlags) != 0) return damaged();
  entry.is_expiry = (flags & kExpiry) != 0;
  entry.is_deletion = (flags & kDeletion) != 0;
  entry.after_sum = reader.integer<std::uint32_t>();
  if ((flags & kAuthor) != 0) entry.author = TRY(read_author(reader));
  if (!reader.has(kTimeBytes)) return damaged();
  const ByteView body = reader.bytes(reader.rest().size() - kTimeBytes);
  entry.time = static_cast<std::int64_t>(reader.integer<std::uint64_t>());
  if (entry.kind == Entry::Kind::Delta) {
    TRY(read_delta(body, entry));
  } else {
    entry.before = body;
  }
  return entry;
}

bool is_result_of(const Entry& entry, const std::optional<Bytes>& item) {
  if (entry.is_deletion) return !item;
  return item && crc32(*item) == entry.after_sum;
}

Result<std::optional<Bytes>> take_back(const Entry& entry, const std::optional<Bytes>& after) {
  switch (entry.kind) {
    case Entry::Kind::Absent:
      return std::optional<Bytes>();
    case Entry::Kind::Full: {
      const auto item = TRY(ItemView::parse(entry.before));
      return std::optional(Bytes(item.bytes()));
    }
    case Entry::Kind::Delta:
      break;
  }
  if (!is_result_of(entry, after)) {
    return Error::corrupt("a change is missing in a table's history, or an entry is damaged");
  }
  const auto item = TRY(ItemView::parse(*after));
  Bytes before = TRY(without_delta(entry, item));
  if (crc32(before) != entry.before_sum) return damaged();
  return std::optional(std::move(before));
}

}  // namespace partita::history
