#include "store/transactions/request_token.h"

#include "partita/api/exception.h"
#include "partita/base/big_endian.h"
#include "store/keys/key_builder.h"

// record := 01 head table*                                        without a note
//         | 02 head note_bytes:u32 note:byte[note_bytes] table*   with one
// head   := fingerprint:byte[20] applied_at_ms:u64
// table  := read_units:u32 name_bytes:u16 name:byte[name_bytes]
//
// Integers are big-endian. The form of a note is up to the code that writes it.

namespace partita::transactions {
namespace {

constexpr std::uint8_t kWithoutNote = 1;  // DO NOT CHANGE: stored.
constexpr std::uint8_t kWithNote = 2;     // DO NOT CHANGE: stored.
constexpr std::size_t kHeadBytes = 1 + keys::KeyHash::kBytes + 8;
constexpr std::size_t kTableHeadBytes = 4 + 2;

Error damaged() { return Error::corrupt("the record of a request token is damaged"); }

Result<std::string> read_note(keys::KeyReader& reader) {
  if (!reader.has(sizeof(std::uint32_t))) return damaged();
  const auto note_bytes = reader.integer<std::uint32_t>();
  if (!reader.has(note_bytes)) return damaged();
  return std::string(reader.bytes(note_bytes));
}

Result<TokenRecord::TableUnits> read_table(keys::KeyReader& reader) {
  if (!reader.has(kTableHeadBytes)) return damaged();
  TokenRecord::TableUnits table;
  table.read_units = reader.integer<std::uint32_t>();
  const auto name_bytes = reader.integer<std::uint16_t>();
  if (!reader.has(name_bytes)) return damaged();
  table.table_name = std::string(reader.bytes(name_bytes));
  return table;
}

}  // namespace

std::uint64_t milliseconds_of(WallTime time) {
  using std::chrono::milliseconds;
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<milliseconds>(time.time_since_epoch()).count());
}

bool TokenRecord::is_alive(WallTime now) const {
  constexpr auto kLifetimeMs = std::chrono::milliseconds(kTokenLifetime).count();
  return milliseconds_of(now) <= applied_at_ms + kLifetimeMs;
}

Bytes encode(const TokenRecord& record) {
  Bytes bytes;
  append_integer(bytes, record.note.empty() ? kWithoutNote : kWithNote);
  bytes.append(record.fingerprint.view());
  append_integer(bytes, record.applied_at_ms);
  if (!record.note.empty()) append_with_length(bytes, record.note);
  for (const auto& table : record.tables) {
    append_integer(bytes, table.read_units);
    append_integer(bytes, static_cast<std::uint16_t>(table.table_name.size()));
    bytes.append(table.table_name);
  }
  return bytes;
}

Result<TokenRecord> decode_token_record(ByteView bytes) {
  keys::KeyReader reader(bytes);
  if (bytes.size() < kHeadBytes) return damaged();
  const auto version = reader.integer<std::uint8_t>();
  if (version != kWithoutNote && version != kWithNote) return damaged();
  TokenRecord record;
  record.fingerprint = reader.hash();
  record.applied_at_ms = reader.integer<std::uint64_t>();
  if (version == kWithNote) record.note = TRY(read_note(reader));
  while (!reader.rest().empty()) record.tables.push_back(TRY(read_table(reader)));
  return record;
}

Result<std::optional<TokenRecord>> find_repetition(const std::optional<Bytes>& stored,
                                                   const keys::KeyHash& fingerprint,
                                                   std::optional<WallTime> now) {
  if (!stored) return std::optional<TokenRecord>{};
  auto record = TRY(decode_token_record(*stored));
  if (now && !record.is_alive(*now)) return std::optional<TokenRecord>{};
  if (record.fingerprint == fingerprint) return std::optional(std::move(record));
  return api::failure(api::Exception::IdempotentParameterMismatch,
                      "The request uses the same client token as a previous, but different, "
                      "request");
}

}  // namespace partita::transactions
