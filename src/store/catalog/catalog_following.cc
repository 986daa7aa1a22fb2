#include <fmt/format.h>

#include <utility>
#include <vector>

#include "engine/read_one.h"
#include "store/catalog/catalog.h"
#include "store/catalog/counter.h"
#include "store/catalog/table_codec.h"
#include "store/catalog/table_list.h"
#include "store/keys/key_range.h"

// How a catalog follows what other programs do to a store that they share:
//
// key := 00 "catalog-version"      value := u64, big-endian: another one after each change

namespace partita::catalog {
namespace {

constexpr std::string_view kVersion = "catalog-version";

// 0: nothing was changed yet.
Result<std::uint64_t> parse_version(const std::optional<Bytes>& stored) {
  return stored ? decode_counter(*stored) : Result<std::uint64_t>(0);
}

}  // namespace

Task<Result<std::uint64_t>> count_up_version(engine::Transaction& transaction) {
  Bytes key = keys::metadata_key(kVersion);
  auto stored = co_await engine::read_one(transaction, key);
  CO_TRY(stored);
  auto version = parse_version(*stored);
  CO_TRY(version);
  transaction.put(std::move(key), encode_counter(*version + 1));
  co_return *version + 1;
}

Task<Result<std::uint64_t>> Catalog::read_version() const {
  const Bytes key = keys::metadata_key(kVersion);
  auto stored = co_await engine::read_one(engine_, key);
  CO_TRY(stored);
  co_return parse_version(*stored);
}

// Those that are known already are not made again.
Task<Result<std::shared_ptr<const Catalog::Tables>>> Catalog::read_tables(
    const Tables& known) const {
  auto tables = std::make_shared<Tables>();
  std::vector<Table> others;
  Status decoded;
  const auto visit = [&](ByteView key, ByteView value) {
    auto table = decode_table(key.substr(sizeof(keys::Space)), value);
    if (!table.ok()) {
      decoded = std::move(table).error();
      return engine::Visit::Stop;
    }
    const auto at = position_of(known, table->name);
    const bool is_known = is_named(known, at, table->name) && (*at)->id == table->id &&
                          (*at)->epoch == table->epoch && !(*at)->is_in_doubt;
    if (is_known) {
      tables->push_back(*at);
    } else {
      others.push_back(std::move(*table));
    }
    return engine::Visit::Continue;
  };
  const auto descriptors = keys::space_range(keys::Space::TableDescriptors);
  const engine::Range range{.begin = descriptors.begin, .end = descriptors.end};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  for (Table& table : others) {
    Status completed = co_await complete(table);
    CO_TRY(completed);
    place(*tables, std::make_shared<const Table>(std::move(table)));
  }
  co_return std::shared_ptr<const Tables>(std::move(tables));
}

bool Catalog::is_up_to_date() const {
  if (!is_shared()) return true;
  const MonotonicTime followed(MonotonicTime::duration(followed_at_.load()));
  return clock().monotonic_now() - followed < kFollowedFor;
}

Task<Status> Catalog::follow_for_request() const {
  auto followed = co_await follow();
  CO_TRY(followed);
  co_return Status{};
}

// Neither goes back: of two that follow at once the later one counts.
void Catalog::note_followed(std::uint64_t version, MonotonicTime since) const {
  for (auto shown = version_.load(); shown < version;) {
    if (version_.compare_exchange_weak(shown, version)) break;
  }
  const auto now = since.time_since_epoch().count();
  for (auto before = followed_at_.load(); before < now;) {
    if (followed_at_.compare_exchange_weak(before, now)) break;
  }
}

Task<Result<bool>> Catalog::follow() const {
  if (!is_shared()) co_return false;
  const auto now = clock().monotonic_now();
  auto version = co_await read_version();
  CO_TRY(version);
  const bool has_changed = *version != version_.load();
  if (has_changed) {
    Status followed = co_await follow_tables();
    note_trouble(followed);
    if (!followed.ok() && followed.error().kind() == ErrorKind::Corrupt) {
      co_return Error::unavailable(trouble());
    }
    CO_TRY(followed);
  }
  note_followed(*version, now);
  co_return has_changed;
}

// Before the tables: what they refer to must be known.
Task<Status> Catalog::follow_tables() const {
  if (RulesSource* source = rules_source()) {
    Status followed = co_await source->follow();
    CO_TRY(followed);
  }
  co_return co_await show_stored();
}

void Catalog::note_trouble(const Status& followed) const {
  const bool is_unread = !followed.ok() && followed.error().kind() == ErrorKind::Corrupt;
  if (!followed.ok() && !is_unread) return;
  std::string trouble;
  if (is_unread) {
    trouble = fmt::format("{}. A later version of Partita may have stored it: upgrade this server",
                          followed.error().message());
  }
  const MutexLock lock(mutex_);
  trouble_ = std::move(trouble);
}

std::string Catalog::trouble() const {
  const MutexLock lock(mutex_);
  return trouble_;
}

Task<Status> Catalog::show_stored() const {
  while (true) {
    const std::uint64_t generation = tables_.generation();
    const auto known = tables_.get();
    auto stored = co_await read_tables(*known);
    CO_TRY(stored);
    if (**stored == *known) co_return Status{};
    bool is_newest = false;
    publish([&](Tables& tables) {
      is_newest = tables_.generation() == generation;
      if (is_newest) tables = **stored;
    });
    if (!is_newest) continue;
    for (const TablePointer& table : *known) {
      const auto at = position_of(**stored, table->name);
      const bool stays = is_named(**stored, at, table->name) && (*at)->id == table->id;
      if (!stays) forget_extension(table->id);
    }
    co_return Status{};
  }
}

}  // namespace partita::catalog
