#include "store/table_imports/import_rows.h"

#include <algorithm>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/base/sha256.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// key := 00 "import/" id                      value := record      as in import_record.cc
// key := 00 "import-work/" id                 value := progress    while it is in progress
// key := 00 "import-token/" sha256 of token   value := id

namespace partita::table_imports {
namespace {

constexpr std::string_view kRecords = "import/";
constexpr std::string_view kWork = "import-work/";
constexpr std::string_view kTokens = "import-token/";

Bytes row_key(std::string_view kind, std::string_view name) {
  return keys::metadata_key(std::string(kind).append(name));
}

Bytes token_key(std::string_view token) { return row_key(kTokens, view_of(sha256(token))); }

Result<std::optional<std::string>> decode_token(const std::optional<Bytes>& found) {
  if (!found) return std::optional<std::string>();
  if (!is_import_id(*found)) return Error::corrupt("the token of an import is damaged");
  return std::optional<std::string>(*found);
}

// Calls `take` with each row of the range, until it says Stop or fails.
template <typename Take>
Task<Status> each_row(const engine::View& view, Bytes begin, Bytes end, engine::Direction direction,
                      Take take) {
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

}  // namespace

Bytes progress_key(std::string_view id) { return row_key(kWork, id); }

void put_import(engine::Transaction& transaction, const ImportRecord& record) {
  transaction.put(row_key(kRecords, record.id), encode_record(record));
  if (record.state == ImportState::InProgress) {
    put_progress(transaction, record.id, record.progress);
  } else {
    transaction.erase(progress_key(record.id));
  }
}

void put_progress(engine::Transaction& transaction, std::string_view id,
                  const ImportProgress& progress) {
  transaction.put(progress_key(id), encode_progress(progress));
}

Task<Result<std::optional<ImportRecord>>> read_import(const engine::View& view,
                                                      std::string_view id) {
  const Bytes record_key = row_key(kRecords, id);
  const Bytes work_key = progress_key(id);
  const std::array<ByteView, 2> wanted{record_key, work_key};
  std::array<std::optional<Bytes>, 2> found;
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (value) found[index] = Bytes(*value);
  };
  Status read = co_await view.get(wanted, keep);
  CO_TRY(read);
  if (!found[0]) co_return std::optional<ImportRecord>();
  auto record = decode_record(*found[0]);
  CO_TRY(record);
  if (record->state == ImportState::InProgress && found[1]) {
    auto progress = decode_progress(*found[1]);
    CO_TRY(progress);
    record->progress = std::move(*progress);
  }
  co_return std::optional<ImportRecord>(std::move(*record));
}

Task<Result<std::vector<std::string>>> read_imports_under_way(const engine::View& view) {
  std::vector<std::string> ids;
  Bytes begin = row_key(kWork, {});
  Bytes end = keys::prefix_end(begin);
  const std::size_t id_at = begin.size();
  const auto take = [&](ByteView key, ByteView) -> Result<engine::Visit> {
    ids.emplace_back(key.substr(id_at));
    return engine::Visit::Continue;
  };
  Status read =
      co_await each_row(view, std::move(begin), std::move(end), engine::Direction::Forward, take);
  CO_TRY(read);
  co_return ids;
}

Task<Result<std::vector<ImportRecord>>> read_imports(const engine::View& view,
                                                     const ImportQuery& query) {
  std::vector<ImportRecord> records;
  Bytes begin = row_key(kRecords, {});
  Bytes end = query.before.empty() ? keys::prefix_end(begin) : row_key(kRecords, query.before);
  const auto take = [&](ByteView, ByteView value) -> Result<engine::Visit> {
    auto record = TRY(decode_record(value));
    const bool is_wanted = query.table.empty() || record.table_name() == query.table;
    if (is_wanted) records.push_back(std::move(record));
    return records.size() > query.imports_max ? engine::Visit::Stop : engine::Visit::Continue;
  };
  Status read =
      co_await each_row(view, std::move(begin), std::move(end), engine::Direction::Backward, take);
  CO_TRY(read);
  co_return records;
}

void put_token(engine::Transaction& transaction, std::string_view token, std::string_view id) {
  transaction.put(token_key(token), Bytes(id));
}

Task<Result<std::optional<std::string>>> read_token(const engine::View& view,
                                                    std::string_view token) {
  const Bytes key = token_key(token);
  auto found = co_await engine::read_one(view, key);
  CO_TRY(found);
  co_return decode_token(*found);
}

Task<Result<std::optional<std::string>>> read_token(engine::Transaction& transaction,
                                                    std::string_view token) {
  const Bytes key = token_key(token);
  auto found = co_await engine::read_one(transaction, key);
  CO_TRY(found);
  co_return decode_token(*found);
}

Task<Result<std::size_t>> erase_old_imports(engine::Engine& engine, std::int64_t time,
                                            std::size_t imports_max) {
  std::vector<ImportRecord> old;
  Bytes begin = row_key(kRecords, {});
  Bytes end = row_key(kRecords, import_id(std::max<std::int64_t>(time, 0), 0));
  const auto take = [&](ByteView, ByteView value) -> Result<engine::Visit> {
    auto record = TRY(decode_record(value));
    if (record.state != ImportState::InProgress) old.push_back(std::move(record));
    return old.size() >= imports_max ? engine::Visit::Stop : engine::Visit::Continue;
  };
  Status read =
      co_await each_row(engine, std::move(begin), std::move(end), engine::Direction::Forward, take);
  CO_TRY(read);
  for (const ImportRecord& record : old) {
    const auto erase = [&](engine::Transaction& transaction) -> Task<Status> {
      auto used_for = co_await read_token(transaction, record.token());
      CO_TRY(used_for);
      // A token that was used again leads to a later one.
      if (*used_for == record.id) transaction.erase(token_key(record.token()));
      transaction.erase(row_key(kRecords, record.id));
      co_return Status{};
    };
    Status erased = co_await engine::run(engine, erase);
    CO_TRY(erased);
  }
  co_return old.size();
}

}  // namespace partita::table_imports
