#include "modelled/registry/record_store.h"

#include <array>
#include <optional>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "store/catalog/catalog.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

namespace partita::registry {
namespace {

// What stands in a key before the part that tells one row from another.
Task<Result<std::vector<ModelRecord>>> load_all(const engine::View& view, const Bytes& prefix,
                                                std::optional<std::string_view> name) {
  const auto keys = keys::prefix_range(prefix);
  const engine::Range range{.begin = keys.begin, .end = keys.end};
  std::vector<ModelRecord> records;
  Status decoded;
  const auto visit = [&](ByteView key, ByteView value) {
    auto record = decode_record(name.value_or(key.substr(prefix.size())), value);
    if (!record.ok()) {
      decoded = std::move(record).error();
      return engine::Visit::Stop;
    }
    records.push_back(std::move(*record));
    return engine::Visit::Continue;
  };
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return records;
}

// Tells the other programs that a record has changed.
Task<Status> note_change(engine::Engine& engine, engine::Transaction& transaction) {
  if (!engine.abilities().is_shared) co_return Status{};
  auto counted = co_await catalog::count_up_version(transaction);
  CO_TRY(counted);
  co_return Status{};
}

}  // namespace

Task<Result<std::optional<ModelRecord>>> load_incarnation(const engine::View& view,
                                                          std::string_view name,
                                                          std::uint64_t incarnation) {
  const std::array<Bytes, 2> keys{record_key(name), history_key(name, incarnation)};
  for (const Bytes& key : keys) {
    auto stored = co_await engine::read_one(view, key);
    CO_TRY(stored);
    if (!*stored) continue;
    auto record = decode_record(name, **stored);
    CO_TRY(record);
    if (record->incarnation == incarnation) co_return std::optional(std::move(*record));
  }
  co_return std::optional<ModelRecord>();
}

Task<Result<std::vector<ModelRecord>>> load_records(const engine::View& view) {
  const Bytes prefix = keys::metadata_key(kRecordPrefix);
  co_return co_await load_all(view, prefix, std::nullopt);
}

Task<Result<std::vector<ModelRecord>>> load_history(const engine::View& view,
                                                    std::string_view name) {
  const Bytes prefix = history_prefix(name);
  co_return co_await load_all(view, prefix, name);
}

Task<Status> store_record(engine::Engine& engine, ModelRecord& record) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    Bytes key = record_key(record.name);
    auto stored = co_await engine::read_one(transaction, key);
    CO_TRY(stored);
    record.incarnation = 1;
    if (*stored) {
      auto former = decode_record(record.name, **stored);
      CO_TRY(former);
      const auto incarnation = former->incarnation;
      record.incarnation = incarnation + 1;
      transaction.put(history_key(record.name, incarnation), std::move(**stored));
      if (incarnation > kHistoryMax) {
        transaction.erase(history_key(record.name, incarnation - kHistoryMax));
      }
    }
    transaction.put(std::move(key), encode_record(record));
    co_return co_await note_change(engine, transaction);
  };
  co_return co_await engine::run(engine, body);
}

Task<Status> replace_record(engine::Engine& engine, const ModelRecord& record) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    transaction.put(record_key(record.name), encode_record(record));
    co_return co_await note_change(engine, transaction);
  };
  co_return co_await engine::run(engine, body);
}

Task<Status> rename_record(engine::Engine& engine, ModelRecord& record, std::string name) {
  const std::string former = std::exchange(record.name, std::move(name));
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    transaction.erase(record_key(former));
    transaction.put(record_key(record.name), encode_record(record));
    co_return co_await note_change(engine, transaction);
  };
  co_return co_await engine::run(engine, body);
}

Task<Status> erase_record(engine::Engine& engine, std::string_view name) {
  auto history = co_await load_history(engine, name);
  CO_TRY(history);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    transaction.erase(record_key(name));
    for (const ModelRecord& former : *history) {
      transaction.erase(history_key(name, former.incarnation));
    }
    co_return co_await note_change(engine, transaction);
  };
  co_return co_await engine::run(engine, body);
}

}  // namespace partita::registry
