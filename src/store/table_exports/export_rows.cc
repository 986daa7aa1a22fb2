#include "store/table_exports/export_rows.h"

#include <algorithm>
#include <charconv>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/base/big_endian.h"
#include "partita/base/sha256.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// key := 00 "export/" id                       value := record      as in export_record.cc
// key := 00 "export-work/" id                  value :=             while it is in progress
// key := 00 "export-file/" id "/" number:u32   value := version:u8 is_last:u8 time:i64 items:i64
//                                                       size_bytes:i64 last_key name md5 tag
// key := 00 "export-token/" sha256 of token    value := version:u8 id fingerprint
//
// last_key, name, md5, tag, id, fingerprint := length:u32 byte[length]

namespace partita::table_exports {
namespace {

constexpr std::string_view kRecords = "export/";
constexpr std::string_view kWork = "export-work/";
constexpr std::string_view kFiles = "export-file/";
constexpr std::string_view kTokens = "export-token/";
constexpr char kRowVersion = 1;  // DO NOT CHANGE: stored.

Bytes row_key(std::string_view kind, std::string_view name) {
  return keys::metadata_key(std::string(kind).append(name));
}

Bytes file_prefix(std::string_view id) { return row_key(kFiles, std::string(id) + "/"); }

Bytes file_key(std::string_view id, std::uint32_t number) {
  Bytes key = file_prefix(id);
  append_integer(key, number);
  return key;
}

Bytes token_key(std::string_view token) { return row_key(kTokens, view_of(sha256(token))); }

Error damaged_row() { return Error::corrupt("a row of an export is damaged"); }

Result<ByteView> take_part(ByteReader& reader) {
  if (reader.has(sizeof(std::uint32_t))) {
    const auto size = reader.integer<std::uint32_t>();
    if (reader.has(size)) return reader.bytes(size);
  }
  return damaged_row();
}

Result<ExportFile> decode_file(ByteView key, ByteView value) {
  constexpr std::size_t kFixedBytes = 2 + 3 * sizeof(std::int64_t);
  ByteReader reader(value);
  const bool is_whole = reader.has(kFixedBytes) && key.size() > sizeof(std::uint32_t);
  if (!is_whole || reader.integer<char>() != kRowVersion) return damaged_row();
  ExportFile file;
  file.number = ByteReader(key.substr(key.size() - sizeof(std::uint32_t))).integer<std::uint32_t>();
  file.is_last = reader.integer<std::uint8_t>() == 1;
  file.time = reader.integer<std::int64_t>();
  file.items = reader.integer<std::int64_t>();
  file.size_bytes = reader.integer<std::int64_t>();
  file.last_key = TRY(take_part(reader));
  file.name = TRY(take_part(reader));
  file.md5 = TRY(take_part(reader));
  file.tag = TRY(take_part(reader));
  return file;
}

Result<TokenUse> decode_token(ByteView value) {
  ByteReader reader(value);
  if (!reader.has(1) || reader.integer<char>() != kRowVersion) return damaged_row();
  TokenUse use;
  use.id = TRY(take_part(reader));
  use.fingerprint = TRY(take_part(reader));
  if (!is_export_id(use.id)) return damaged_row();
  return use;
}

Result<std::optional<TokenUse>> decode_found_token(const std::optional<Bytes>& found) {
  if (!found) return std::optional<TokenUse>();
  return std::optional<TokenUse>(TRY(decode_token(*found)));
}

Result<std::optional<ExportRecord>> decode_found_export(const std::optional<Bytes>& found) {
  if (!found) return std::optional<ExportRecord>();
  return std::optional<ExportRecord>(TRY(decode_record(*found)));
}

// Calls `take` with each row of the kind, until it says Stop or fails.
template <typename Take>
Task<Status> read_rows(const engine::View& view, Bytes begin, Bytes end,
                       engine::Direction direction, Take take) {
  Status taken;
  const auto visit = [&](ByteView key, ByteView value) {
    auto next = take(key, value);
    if (next.ok()) return *next;
    taken = std::move(next).error();
    return engine::Visit::Stop;
  };
  const engine::Range range{.begin = begin, .end = end, .direction = direction};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  co_return taken;
}

std::int64_t time_of_id(std::string_view id) {
  ExportRecord record;
  record.id = id;
  return record.start();
}

}  // namespace

void put_export(engine::Transaction& transaction, const ExportRecord& record) {
  transaction.put(row_key(kRecords, record.id), encode_record(record));
  if (record.state == ExportState::InProgress) {
    transaction.put(row_key(kWork, record.id), Bytes());
  } else {
    transaction.erase(row_key(kWork, record.id));
  }
}

void erase_export(engine::Transaction& transaction, std::string_view id) {
  transaction.erase(row_key(kRecords, id));
}

Task<Result<std::optional<ExportRecord>>> read_export(const engine::View& view,
                                                      std::string_view id) {
  const Bytes key = row_key(kRecords, id);
  auto found = co_await engine::read_one(view, key);
  CO_TRY(found);
  co_return decode_found_export(*found);
}

Task<Result<std::optional<ExportRecord>>> read_export(engine::Transaction& transaction,
                                                      std::string_view id) {
  const Bytes key = row_key(kRecords, id);
  auto found = co_await engine::read_one(transaction, key);
  CO_TRY(found);
  co_return decode_found_export(*found);
}

Task<Result<std::vector<std::string>>> read_exports_under_way(const engine::View& view) {
  std::vector<std::string> ids;
  Bytes begin = row_key(kWork, {});
  Bytes end = keys::prefix_end(begin);
  const std::size_t id_at = begin.size();
  const auto take = [&](ByteView key, ByteView) -> Result<engine::Visit> {
    ids.emplace_back(key.substr(id_at));
    return engine::Visit::Continue;
  };
  Status read =
      co_await read_rows(view, std::move(begin), std::move(end), engine::Direction::Forward, take);
  CO_TRY(read);
  co_return ids;
}

Task<Result<std::vector<ExportRecord>>> read_exports(const engine::View& view,
                                                     const ExportQuery& query) {
  std::vector<ExportRecord> records;
  Bytes begin = row_key(kRecords, {});
  Bytes end = query.before.empty() ? keys::prefix_end(begin) : row_key(kRecords, query.before);
  const auto take = [&](ByteView, ByteView value) -> Result<engine::Visit> {
    auto record = TRY(decode_record(value));
    const bool is_wanted = query.table_uuid.empty() || record.table_uuid == query.table_uuid;
    if (is_wanted) records.push_back(std::move(record));
    return records.size() > query.exports_max ? engine::Visit::Stop : engine::Visit::Continue;
  };
  Status read =
      co_await read_rows(view, std::move(begin), std::move(end), engine::Direction::Backward, take);
  CO_TRY(read);
  co_return records;
}

Task<Result<std::vector<std::string>>> read_old_exports(const engine::View& view, std::int64_t time,
                                                        std::size_t exports_max) {
  std::vector<std::string> ids;
  Bytes begin = row_key(kRecords, {});
  Bytes end = row_key(kRecords, export_id(std::max<std::int64_t>(time, 0), 0));
  const auto take = [&](ByteView, ByteView value) -> Result<engine::Visit> {
    auto record = TRY(decode_record(value));
    if (record.state != ExportState::InProgress) ids.push_back(std::move(record.id));
    return ids.size() >= exports_max ? engine::Visit::Stop : engine::Visit::Continue;
  };
  Status read =
      co_await read_rows(view, std::move(begin), std::move(end), engine::Direction::Forward, take);
  CO_TRY(read);
  co_return ids;
}

void put_file(engine::Transaction& transaction, std::string_view id, const ExportFile& file) {
  Bytes key = file_key(id, file.number);
  Bytes value(1, kRowVersion);
  append_integer(value, static_cast<std::uint8_t>(file.is_last ? 1 : 0));
  append_integer(value, file.time);
  append_integer(value, file.items);
  append_integer(value, file.size_bytes);
  append_with_length(value, file.last_key);
  append_with_length(value, file.name);
  append_with_length(value, file.md5);
  append_with_length(value, file.tag);
  transaction.put(std::move(key), std::move(value));
}

Task<Result<std::vector<ExportFile>>> read_files(const engine::View& view, std::string_view id) {
  std::vector<ExportFile> files;
  Bytes begin = file_prefix(id);
  Bytes end = keys::prefix_end(begin);
  const auto take = [&](ByteView key, ByteView value) -> Result<engine::Visit> {
    files.push_back(TRY(decode_file(key, value)));
    return engine::Visit::Continue;
  };
  Status read =
      co_await read_rows(view, std::move(begin), std::move(end), engine::Direction::Forward, take);
  CO_TRY(read);
  co_return files;
}

Task<Result<bool>> has_file(engine::Transaction& transaction, std::string_view id,
                            std::uint32_t number) {
  const Bytes key = file_key(id, number);
  auto found = co_await engine::read_one(transaction, key);
  CO_TRY(found);
  co_return found->has_value();
}

Task<Status> erase_files(engine::Engine& engine, std::string_view id) {
  const Bytes begin = file_prefix(id);
  const Bytes end = keys::prefix_end(begin);
  co_return co_await engine.erase_range(begin, end);
}

std::int64_t TokenUse::began() const { return time_of_id(id); }

void put_token(engine::Transaction& transaction, std::string_view token, const TokenUse& use) {
  Bytes value(1, kRowVersion);
  append_with_length(value, use.id);
  append_with_length(value, use.fingerprint);
  transaction.put(token_key(token), std::move(value));
}

Task<Result<std::optional<TokenUse>>> read_token(const engine::View& view, std::string_view token) {
  const Bytes key = token_key(token);
  auto found = co_await engine::read_one(view, key);
  CO_TRY(found);
  co_return decode_found_token(*found);
}

Task<Result<std::optional<TokenUse>>> read_token(engine::Transaction& transaction,
                                                 std::string_view token) {
  const Bytes key = token_key(token);
  auto found = co_await engine::read_one(transaction, key);
  CO_TRY(found);
  co_return decode_found_token(*found);
}

// One that is used again meanwhile stays: it has been read.
Task<Result<std::size_t>> erase_old_tokens(engine::Engine& engine, std::int64_t time,
                                           std::size_t tokens_max) {
  std::vector<Bytes> old;
  Bytes begin = row_key(kTokens, {});
  Bytes end = keys::prefix_end(begin);
  const auto take = [&](ByteView key, ByteView value) -> Result<engine::Visit> {
    if (TRY(decode_token(value)).began() < time) old.emplace_back(key);
    return old.size() >= tokens_max ? engine::Visit::Stop : engine::Visit::Continue;
  };
  Status read = co_await read_rows(engine, std::move(begin), std::move(end),
                                   engine::Direction::Forward, take);
  CO_TRY(read);
  for (const Bytes& key : old) {
    const auto erase = [&](engine::Transaction& transaction) -> Task<Status> {
      auto found = co_await engine::read_one(transaction, key);
      CO_TRY(found);
      auto use = decode_found_token(*found);
      CO_TRY(use);
      if (*use && (*use)->began() < time) transaction.erase(key);
      co_return Status{};
    };
    Status erased = co_await engine::run(engine, erase);
    CO_TRY(erased);
  }
  co_return old.size();
}

}  // namespace partita::table_exports
