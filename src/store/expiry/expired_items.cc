#include "store/expiry/expired_items.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "store/expiry/expiry_time.h"
#include "store/items/sealed_rules.h"
#include "store/items/ttl_entry.h"
#include "store/transactions/item_group.h"

namespace partita::expiry {
namespace {

// All tables, by their ids.
std::map<keys::TableId, catalog::TablePointer> tables_by_id(const catalog::Catalog& catalog) {
  std::map<keys::TableId, catalog::TablePointer> tables;
  for (auto& table : catalog.list_after("", SIZE_MAX)) {
    const keys::TableId id = table->id;
    tables.emplace(id, std::move(table));
  }
  return tables;
}

// Tables that take no writes.
std::set<keys::TableId> sealed_tables(const catalog::Catalog& catalog) {
  std::set<keys::TableId> tables;
  for (const auto& table : catalog.list_after("", SIZE_MAX)) {
    const bool is_understood = catalog::check_understood(*table).ok();
    if (items::is_sealed(*table) || !is_understood) tables.insert(table->id);
  }
  return tables;
}

}  // namespace

// The entries of one transaction.
struct ExpiredItems::Batch {
  std::vector<Bytes> useless;  // Whatever happens to tables and items, these delete nothing.
  // By their tables, which are not known here: they are gone, or another server has made them.
  std::map<keys::TableId, std::vector<Bytes>> strange;
  bool has_strange_table = false;  // One of them is there.
  std::size_t useless_damaged = 0;
  std::vector<Entry> entries;  // As many as items in the group.
  transactions::ItemGroup group;
  Done done;
};

Task<Status> ExpiredItems::take_due(std::uint8_t shard, std::size_t entries_max,
                                    const Tables& passed_over, std::vector<Entry>& entries) {
  const auto due = keys::ttl_due_range(shard, second_of(clock_.wall_now()));
  const engine::Range range{
      .begin = due.begin, .end = due.end, .rows_hint = entries_max - entries.size()};
  const auto visit = [&](ByteView key, ByteView value) {
    auto parts = keys::parse_ttl_key(key);
    if (parts.ok() && passed_over.contains(parts->table)) return engine::Visit::Continue;
    entries.push_back({.key = Bytes(key),
                       .parts = parts.ok() ? std::optional(*parts) : std::nullopt,
                       .item_key = Bytes(value)});
    return entries.size() < entries_max ? engine::Visit::Continue : engine::Visit::Stop;
  };
  co_return co_await engine_.scan(range, visit);
}

Task<Result<std::vector<ExpiredItems::Entry>>> ExpiredItems::take_due(std::size_t entries_max) {
  std::vector<Entry> entries;
  const Tables passed_over = sealed_tables(catalog_);
  for (int i = 0; i < keys::kTtlShards && entries.size() < entries_max; ++i) {
    shard_ = static_cast<std::uint8_t>((shard_ + 1) % keys::kTtlShards);
    Status taken = co_await take_due(shard_, entries_max, passed_over, entries);
    CO_TRY(taken);
  }
  co_return entries;
}

// How late the first of them is.
void ExpiredItems::note_lag(const std::vector<Entry>& entries) const {
  const std::uint64_t now = second_of(clock_.wall_now());
  std::uint64_t first = now;
  for (const Entry& entry : entries) {
    if (entry.parts) first = std::min(first, entry.parts->second);
  }
  catalog_.usage().note_expiry_lag(std::chrono::seconds(now - first));
}

// Ids are never used again, and a time only gets older: what is useless stays so.
void ExpiredItems::sort_out(std::vector<Entry> entries, Batch& batch) const {
  const auto tables = tables_by_id(catalog_);
  const std::uint64_t now = second_of(clock_.wall_now());
  batch.done.entries = entries.size();
  for (Entry& entry : entries) {
    if (!entry.parts) ++batch.useless_damaged;
    const bool is_useless = !entry.parts || is_too_old_to_expire(entry.parts->second, now);
    const auto table = is_useless ? tables.end() : tables.find(entry.parts->table);
    if (!is_useless && table == tables.end()) {
      batch.strange[entry.parts->table].push_back(std::move(entry.key));
    } else if (is_useless || table->second->state == catalog::TableState::Deleting) {
      batch.useless.push_back(std::move(entry.key));
    } else {
      batch.group.add(table->second, std::move(entry.item_key));
      batch.entries.push_back(std::move(entry));
    }
  }
}

// A table that is there has an epoch. Ids are never used again, so one that is gone stays gone.
Task<Status> ExpiredItems::drop_strange(Batch& batch, engine::Transaction& transaction) const {
  batch.has_strange_table = false;
  for (const auto& [table, entries] : batch.strange) {
    const Bytes key = catalog::epoch_key(table);
    auto epoch = co_await engine::read_one(transaction, key);
    CO_TRY(epoch);
    batch.has_strange_table = batch.has_strange_table || epoch->has_value();
    if (*epoch) continue;
    for (const Bytes& entry : entries) transaction.erase(entry);
  }
  co_return Status{};
}

// The item is read in the transaction: if it changes meanwhile, or if TTL is switched, this
// conflicts and is decided again. The entry itself need not be read: it changes with its item.
Task<Status> ExpiredItems::attempt(Batch& batch, engine::Transaction& transaction) const {
  auto images = co_await batch.group.read(transaction, catalog_);
  CO_TRY(images);
  batch.done.deleted = 0;
  batch.done.damaged = batch.useless_damaged;
  for (const Bytes& key : batch.useless) transaction.erase(key);
  Status dropped = co_await drop_strange(batch, transaction);
  CO_TRY(dropped);
  for (std::size_t i = 0; i < batch.entries.size(); ++i) {
    const Entry& entry = batch.entries[i];
    const auto item = images->item(i);
    if (!item.ok()) ++batch.done.damaged;
    const bool is_expired =
        item.ok() && *item &&
        items::expiry_second(*batch.group.table_of(i), **item) == entry.parts->second;
    if (is_expired) {
      const transactions::ItemGroup::Change expiry{
          .index = i, .before = *item, .after = {}, .origin = {.kind = WriteKind::Expire}};
      Status buffered = co_await batch.group.buffer(transaction, expiry);
      CO_TRY(buffered);
      ++batch.done.deleted;
    }
    transaction.erase(entry.key);
  }
  for (std::size_t i = 0; i < batch.entries.size(); ++i) {
    Status settled = co_await batch.group.settle_pending(transaction, i);
    CO_TRY(settled);
  }
  co_return Status{};
}

Task<Result<ExpiredItems::Done>> ExpiredItems::work_off(std::size_t entries_max) {
  auto entries = co_await take_due(entries_max);
  CO_TRY(entries);
  note_lag(*entries);
  if (entries->empty()) co_return Done{};
  Batch batch;
  sort_out(std::move(*entries), batch);
  const auto body = [&](engine::Transaction& transaction) { return attempt(batch, transaction); };
  Status committed = co_await engine::run(engine_, body);
  CO_TRY(committed);
  batch.group.count(catalog_.statistics());
  for (const auto& effect : batch.group.effects()) {
    const keys::TableId table = batch.group.table_of(effect.index)->id;
    catalog_.usage().add(table, keys::IndexId::Base, {.expired_items = 1});
  }
  if (batch.has_strange_table) {
    // Their entries have stayed, and are found again once the table is known.
    auto followed = co_await catalog_.follow();
    CO_TRY(followed);
  }
  co_return batch.done;
}

}  // namespace partita::expiry
