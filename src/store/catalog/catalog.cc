#include "store/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <set>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/api/exception.h"
#include "partita/base/check.h"
#include "store/catalog/counter.h"
#include "store/catalog/table_codec.h"
#include "store/catalog/table_list.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_range.h"

// What is stored beside the descriptors (table_codec.cc):
//
// key   := 00 "epoch/" table:u32      value := epoch:u64, big-endian
//        | 00 "next-table-id"         value := id:u64, big-endian: ids from it on were never used

namespace partita::catalog {
namespace {

constexpr std::string_view kNextTableId = "next-table-id";

// The stored table, if it is the one that the caller has seen, to be changed.
Task<Result<Table>> get_table(engine::Transaction& transaction, const Table& seen) {
  const Bytes key = keys::table_descriptor_key(seen.name);
  auto stored = co_await engine::read_one(transaction, key);
  CO_TRY(stored);
  if (!*stored) co_return Error::not_found(fmt::format("there is no table {}", seen.name));
  auto table = decode_table(seen.name, **stored);
  if (table.ok() && table->id != seen.id) {
    co_return Error::not_found(fmt::format("the table {} is another one now", seen.name));
  }
  CO_TRY(table);
  Status understood = check_understood(*table);
  CO_TRY(understood);
  co_return table;
}

void put_table(engine::Transaction& transaction, const Table& table) {
  Bytes descriptor = encode_table(table);
  // With a descriptor that cannot be read, the whole store could not be opened again.
  PARTITA_CHECK(decode_table(table.name, descriptor).ok());
  transaction.put(keys::table_descriptor_key(table.name), std::move(descriptor));
  transaction.put(epoch_key(table.id), encode_epoch(table.epoch));
}

Task<Result<std::optional<Table>>> read_table(const engine::View& view, std::string_view name) {
  const Bytes key = keys::table_descriptor_key(name);
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  if (!*stored) co_return std::optional<Table>();
  auto table = decode_table(name, **stored);
  CO_TRY(table);
  co_return std::optional(std::move(*table));
}

}  // namespace

Status check_certain(const Table& table) {
  if (!table.is_in_doubt) return {};
  return Error::unavailable(
      fmt::format("the store failed while the table {} was changed, and what has become of it "
                  "cannot be read",
                  table.name));
}

Status check_understood(const Table& table) {
  if (table.unknown_member.empty()) return {};
  return api::failure(
      api::Exception::ServiceUnavailable,
      fmt::format(
          "The table {} can only be read by this version of Partita: a later one has stored "
          "{} with it, which this one would lose. Upgrade this server",
          table.name, table.unknown_member));
}

Bytes epoch_key(keys::TableId table) {
  return keys::KeyBuilder(keys::Space::Metadata, 11).bytes("epoch/").integer(table).take();
}

Bytes encode_epoch(std::uint64_t epoch) { return encode_counter(epoch); }

Task<Result<std::unique_ptr<Catalog>>> Catalog::open(engine::Engine& engine,
                                                     CatalogOptions options) {
  std::unique_ptr<Catalog> catalog(new Catalog(engine, options));
  Status loaded = co_await catalog->load();
  CO_TRY(loaded);
  co_return catalog;
}

Task<Status> Catalog::load() {
  const auto now = clock().monotonic_now();
  std::uint64_t version = 0;
  if (is_shared()) {
    // Before the tables: they are not older than it.
    auto stored = co_await read_version();
    CO_TRY(stored);
    version = *stored;
  }
  auto tables = co_await read_tables({});
  CO_TRY(tables);
  std::set<keys::TableId> ids;
  for (const TablePointer& table : **tables) ids.insert(table->id);
  Status marked = co_await commit_times_.load(engine_);
  CO_TRY(marked);
  publish([&](Tables& shown) { shown = **tables; });
  note_followed(version, now);
  co_return co_await statistics_.load(engine_, ids);
}

TablePointer Catalog::find(std::string_view name) const {
  const auto& own = tables_.own();
  const Tables& tables = **own;
  const auto at = position_of(tables, name);
  if (!is_named(tables, at, name)) return nullptr;
  return {own, at->get()};
}

std::vector<TablePointer> Catalog::list_after(std::string_view name, std::size_t count) const {
  const Tables& tables = **tables_.own();
  auto at = position_of(tables, name);
  if (is_named(tables, at, name)) ++at;
  const auto left = static_cast<std::size_t>(tables.end() - at);
  return {at, at + static_cast<std::ptrdiff_t>(std::min(count, left))};
}

void Catalog::publish(FunctionRef<void(Tables&)> edit) const {
  const MutexLock lock(mutex_);
  tables_.edit([&](Tables& tables) {
    edit(tables);
    assert(std::ranges::is_sorted(
        tables, {}, [](const TablePointer& table) -> const std::string& { return table->name; }));
  });
  if (listener_) listener_();
}

void Catalog::notify(std::function<void()> listener) {
  const MutexLock lock(mutex_);
  listener_ = std::move(listener);
}

Task<Status> Catalog::settle(engine::Transaction& transaction, const Table* before,
                             Table* after) const {
  if (options_.settle == nullptr) return Task<Status>::ready({});
  return options_.settle(transaction,
                         {.before = before, .after = after, .now = clock().wall_now()});
}

Task<Status> Catalog::commit(std::string_view name, engine::TransactionBody body) {
  std::uint64_t version = 0;
  const auto with_version = [&](engine::Transaction& transaction) -> Task<Status> {
    Status buffered = co_await body(transaction);
    CO_TRY(buffered);
    if (!is_shared()) co_return Status{};
    auto counted = co_await count_up_version(transaction);
    CO_TRY(counted);
    version = *counted;
    co_return Status{};
  };
  Status committed = co_await engine::run(engine_, with_version);
  if (committed.ok() && version > 0) {
    // What this program has changed itself it need not read again.
    auto before = version - 1;
    version_.compare_exchange_strong(before, version);
  }
  if (!committed.ok() && committed.error().kind() == ErrorKind::Unknown) {
    // If that fails, too, the table is in doubt: the client is told about the commit either way.
    Status reloaded = co_await reload(name);
    static_cast<void>(reloaded);
  }
  co_return committed;
}

Task<Status> Catalog::reload(std::string_view name) const {
  for (;;) {
    const std::uint64_t generation = tables_.generation();
    auto stored = co_await read_table(engine_, name);
    if (!stored.ok()) {
      doubt(name);
      co_return std::move(stored).error();
    }
    auto is_shown = co_await show(name, std::move(*stored), generation);
    CO_TRY(is_shown);
    if (*is_shown) co_return Status{};
  }
}

Task<Result<bool>> Catalog::show(std::string_view name, std::optional<Table> stored,
                                 std::uint64_t generation) const {
  if (stored) {
    Status completed = co_await complete(*stored);
    if (!completed.ok()) doubt(name);
    CO_TRY(completed);
  }
  bool is_newest = false;
  publish([&](Tables& tables) {
    is_newest = tables_.generation() == generation;
    if (!is_newest) return;
    const auto at = position_of(tables, name);
    if (stored) {
      place(tables, std::make_shared<const Table>(std::move(*stored)));
    } else if (is_named(tables, at, name)) {
      tables.erase(at);
    }
  });
  co_return is_newest;
}

void Catalog::forget_extension(keys::TableId table) const {
  const MutexLock lock(mutex_);
  attached_.erase(table);
}

RulesSource* Catalog::rules_source() const {
  const MutexLock lock(mutex_);
  return source_;
}

const Catalog::Attached* Catalog::known_extension(const Table& table) const {
  for (const auto* map : {&next_, &std::as_const(attached_)}) {
    const auto found = map->find(table.id);
    if (found != map->end() && found->second.rules == table.rules) return &found->second;
  }
  return nullptr;
}

// Asked without the lock: whoever makes it may look at other tables.
Task<Status> Catalog::complete(Table& table) const {
  table.counts_in_commit = is_shared();
  table.commit_times = &commit_times_;
  const RulesSource* source = nullptr;
  {
    const MutexLock lock(mutex_);
    source = source_;
    const Attached* known = known_extension(table);
    if (known != nullptr) {
      table.extension = known->extension;
      attached_.insert_or_assign(table.id, Attached(*known));
      co_return Status{};
    }
  }
  if (source == nullptr) co_return Status{};
  auto made = co_await source->extension_of(table);
  CO_TRY(made);
  table.extension = *made;
  const MutexLock lock(mutex_);
  attached_.insert_or_assign(table.id, Attached{table.rules, std::move(*made)});
  co_return Status{};
}

// Once only: whoever listens tries to read the table again, and may fail again.
void Catalog::doubt(std::string_view name) const {
  const TablePointer known = find(name);
  if (known && known->is_in_doubt) return;
  publish([&](Tables& tables) {
    const auto at = position_of(tables, name);
    Table table = is_named(tables, at, name) ? **at : Table{.name = std::string(name)};
    table.is_in_doubt = true;
    place(tables, std::make_shared<const Table>(std::move(table)));
  });
}

Task<Result<TablePointer>> Catalog::create(Table table) {
  table.epoch = 1;
  table.finish();
  if (RulesSource* source = rules_source()) table.rules = source->rules_of_new(table);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    const Bytes key = keys::table_descriptor_key(table.name);
    auto present = co_await engine::read_one(transaction, key);
    CO_TRY(present);
    if (*present) co_return Error::already_exists(fmt::format("there is a table {}", table.name));
    auto id = co_await take_id(transaction, kNextTableId);
    CO_TRY(id);
    table.id = keys::TableId{*id};
    PARTITA_CHECK(table.id != keys::TableId{});
    Status settled = co_await settle(transaction, nullptr, &table);
    CO_TRY(settled);
    put_table(transaction, table);
    co_return Status{};
  };
  Status committed = co_await commit(table.name, body);
  CO_TRY(committed);
  Status completed = co_await complete(table);
  auto created = std::make_shared<const Table>(std::move(table));
  publish([&](Tables& tables) {
    // Another one of its name is one that has been removed, though that is not shown yet; of the
    // same table there may be a newer one, because somebody has read it before this is shown.
    const auto at = position_of(tables, created->name);
    const bool is_shown = is_named(tables, at, created->name) && (*at)->id >= created->id;
    if (!is_shown) place(tables, created);
  });
  if (!completed.ok()) doubt(created->name);
  co_return created;
}

// Whoever changes a table has seen it here, so a change never meets a table whose creation is
// committed but not shown yet. Two changes may be shown in another order than they were committed
// in, and after the table's removal: the epoch and the id tell.
Task<Result<TablePointer>> Catalog::change(std::string_view name, Edit edit) {
  const TablePointer seen = find(name);
  if (!seen) co_return Error::not_found(fmt::format("there is no table {}", name));
  std::optional<Table> changed;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto stored = co_await get_table(transaction, *seen);
    CO_TRY(stored);
    auto edited = edit(*stored);
    CO_TRY(edited);
    changed = std::move(*edited);
    // Rows of another table, or under another name, would be taken for its own.
    PARTITA_CHECK(changed->id == stored->id && changed->name == stored->name);
    if (changed->state == TableState::Deleting) transaction.frees_space();
    changed->epoch = stored->epoch + 1;
    changed->finish();
    Status settled = co_await settle(transaction, &*stored, &*changed);
    CO_TRY(settled);
    put_table(transaction, *changed);
    co_return Status{};
  };
  Status committed = co_await commit(name, body);
  CO_TRY(committed);
  auto table = std::make_shared<Table>(std::move(*changed));
  Status completed = co_await complete(*table);
  // It is read again by who needs it.
  if (!completed.ok()) co_return table;
  publish([&](Tables& tables) {
    const auto at = position_of(tables, table->name);
    const bool is_shown = is_named(tables, at, table->name) && (*at)->id == table->id;
    if (is_shown && (*at)->epoch < table->epoch) *at = table;
  });
  co_return table;
}

void Catalog::set_rules_source(RulesSource* source) {
  const MutexLock lock(mutex_);
  source_ = source;
}

// The extension is known before the epoch grows: whoever finds the new epoch finds it, too.
Task<Status> Catalog::extend(std::string_view name, std::shared_ptr<const TableExtension> extension,
                             std::optional<RulesReference> rules) {
  const TablePointer seen = find(name);
  if (!seen) co_return Error::not_found(fmt::format("there is no table {}", name));
  {
    const MutexLock lock(mutex_);
    next_.insert_or_assign(seen->id, Attached{rules, std::move(extension)});
  }
  const auto refer = [&](const Table& table) -> Result<Table> {
    if (table.rules != seen->rules) {
      return Error::unavailable(
          fmt::format("another server has changed the rules of table {} meanwhile", name));
    }
    Table changed = table;
    changed.rules = rules;
    return changed;
  };
  auto changed = co_await change(name, refer);
  {
    const MutexLock lock(mutex_);
    next_.erase(seen->id);
  }
  CO_TRY(changed);
  co_return Status{};
}

void Catalog::extend_at_start(std::string_view name,
                              std::shared_ptr<const TableExtension> extension) {
  TablePointer extended;
  publish([&](Tables& tables) {
    const auto at = position_of(tables, name);
    if (!is_named(tables, at, name)) return;
    auto table = std::make_shared<Table>(**at);
    table->extension = extension;
    *at = table;
    extended = std::move(table);
  });
  if (!extended) return;
  const MutexLock lock(mutex_);
  attached_.insert_or_assign(extended->id, Attached{extended->rules, std::move(extension)});
}

Task<Status> Catalog::remove(const Table& table) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    transaction.frees_space();
    auto stored = co_await get_table(transaction, table);
    CO_TRY(stored);
    Status settled = co_await settle(transaction, &*stored, nullptr);
    CO_TRY(settled);
    transaction.erase(keys::table_descriptor_key(table.name));
    transaction.erase(epoch_key(table.id));
    co_return Status{};
  };
  Status committed = co_await commit(table.name, body);
  CO_TRY(committed);
  const auto take_out = [&](Tables& tables) {
    const auto at = position_of(tables, table.name);
    if (is_named(tables, at, table.name) && (*at)->id == table.id) tables.erase(at);
  };
  publish(take_out);
  forget_extension(table.id);
  co_return co_await statistics_.forget_table(engine_, table.id);
}

}  // namespace partita::catalog
