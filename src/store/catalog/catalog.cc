#include "store/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "store/catalog/counter.h"
#include "store/catalog/table_codec.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_range.h"

// What is stored beside the descriptors (table_codec.cc):
//
// key   := 00 "epoch/" table:u32      value := epoch:u64, big-endian
//        | 00 "next-table-id"         value := id:u64, big-endian: ids from it on were never used

namespace partita::catalog {
namespace {

constexpr std::string_view kNextTableId = "next-table-id";

// The stored table, if it is the one that the caller has seen.
Task<Result<Table>> get_table(engine::Transaction& transaction, const Table& seen) {
  const Bytes key = keys::table_descriptor_key(seen.name);
  auto stored = co_await engine::read_one(transaction, key);
  CO_TRY(stored);
  if (!*stored) co_return Error::not_found(fmt::format("there is no table {}", seen.name));
  auto table = decode_table(seen.name, **stored);
  if (table.ok() && table->id != seen.id) {
    co_return Error::not_found(fmt::format("the table {} is another one now", seen.name));
  }
  co_return table;
}

void put_table(engine::Transaction& transaction, const Table& table) {
  transaction.put(keys::table_descriptor_key(table.name), encode_table(table));
  transaction.put(epoch_key(table.id), encode_epoch(table.epoch));
}

// Where the table of that name stands or would stand.
template <typename Tables>
auto position_of(Tables& tables, std::string_view name) {
  return std::lower_bound(tables.begin(), tables.end(), name,
                          [](const TablePointer& table, std::string_view wanted) {
                            return table->name.compare(wanted) < 0;
                          });
}

template <typename Tables>
bool is_named(const Tables& tables, typename Tables::const_iterator at, std::string_view name) {
  return at != tables.end() && (*at)->name == name;
}

// Puts the table where its name belongs, in place of another one of that name.
template <typename Tables>
void place(Tables& tables, TablePointer table) {
  const auto at = position_of(tables, table->name);
  if (is_named(tables, at, table->name)) {
    *at = std::move(table);
  } else {
    tables.insert(at, std::move(table));
  }
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
  auto tables = std::make_shared<Tables>();
  std::set<keys::TableId> ids;
  Status decoded;
  const auto visit = [&](ByteView key, ByteView value) {
    auto table = decode_table(key.substr(sizeof(keys::Space)), value);
    if (!table.ok()) {
      decoded = std::move(table).error();
      return engine::Visit::Stop;
    }
    ids.insert(table->id);
    table->commit_times = &commit_times_;
    tables->push_back(std::make_shared<const Table>(std::move(*table)));
    return engine::Visit::Continue;
  };
  const auto descriptors = keys::space_range(keys::Space::TableDescriptors);
  const engine::Range range{.begin = descriptors.begin, .end = descriptors.end};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  Status marked = co_await commit_times_.load(engine_);
  CO_TRY(marked);
  publish([&](Tables& shown) { shown = *tables; });
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

void Catalog::publish(FunctionRef<void(Tables&)> edit) {
  const std::lock_guard lock(mutex_);
  tables_.edit(edit);
  if (listener_) listener_();
}

void Catalog::notify(std::function<void()> listener) {
  const std::lock_guard lock(mutex_);
  listener_ = std::move(listener);
}

Task<Status> Catalog::settle(engine::Transaction& transaction, const Table* before,
                             Table* after) const {
  if (options_.settle == nullptr) return Task<Status>::ready({});
  return options_.settle(transaction,
                         {.before = before, .after = after, .now = clock().wall_now()});
}

Task<Status> Catalog::commit(std::string_view name, engine::TransactionBody body) {
  Status committed = co_await engine::run(engine_, body);
  if (!committed.ok() && committed.error().kind() == ErrorKind::Unknown) {
    // If that fails, too, the table is in doubt: the client is told about the commit either way.
    Status reloaded = co_await reload(name);
    static_cast<void>(reloaded);
  }
  co_return committed;
}

Task<Status> Catalog::reload(std::string_view name) {
  for (;;) {
    const std::uint64_t generation = tables_.generation();
    auto stored = co_await read_table(engine_, name);
    if (!stored.ok()) {
      doubt(name);
      co_return std::move(stored).error();
    }
    if (show(name, std::move(*stored), generation)) co_return Status{};
  }
}

bool Catalog::show(std::string_view name, std::optional<Table> stored, std::uint64_t generation) {
  const TablePointer known = find(name);
  const bool is_new = stored && (!known || known->id != stored->id);
  const auto make = extension_maker();
  if (is_new && make) stored->extension = make(*stored);
  bool is_newest = false;
  publish([&](Tables& tables) {
    is_newest = tables_.generation() == generation;
    if (!is_newest) return;
    if (known && (!stored || is_new)) extensions_.erase(known->id);
    if (!stored) {
      if (known) tables.erase(position_of(tables, name));
      return;
    }
    if (stored->extension) extensions_.insert_or_assign(stored->id, stored->extension);
    if (!is_new) stored->extension = extension_of(stored->id);
    stored->commit_times = &commit_times_;
    place(tables, std::make_shared<const Table>(std::move(*stored)));
  });
  return is_newest;
}

// Once only: whoever listens tries to read the table again, and may fail again.
void Catalog::doubt(std::string_view name) {
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
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    const Bytes key = keys::table_descriptor_key(table.name);
    auto present = co_await engine::read_one(transaction, key);
    CO_TRY(present);
    if (*present) co_return Error::already_exists(fmt::format("there is a table {}", table.name));
    auto id = co_await take_id(transaction, kNextTableId);
    CO_TRY(id);
    table.id = keys::TableId{*id};
    Status settled = co_await settle(transaction, nullptr, &table);
    CO_TRY(settled);
    put_table(transaction, table);
    co_return Status{};
  };
  Status committed = co_await commit(table.name, body);
  CO_TRY(committed);
  // Asked without the lock: whoever makes it may look at other tables.
  const auto make = extension_maker();
  if (make) table.extension = make(table);
  table.commit_times = &commit_times_;
  auto created = std::make_shared<const Table>(std::move(table));
  publish([&](Tables& tables) {
    if (created->extension) extensions_.insert_or_assign(created->id, created->extension);
    // Another one of its name is one that has been removed, though that is not shown yet.
    place(tables, created);
  });
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
  publish([&](Tables& tables) {
    table->extension = extension_of(table->id);
    table->commit_times = &commit_times_;
    const auto at = position_of(tables, table->name);
    const bool is_shown = is_named(tables, at, table->name) && (*at)->id == table->id;
    if (is_shown && (*at)->epoch < table->epoch) *at = table;
  });
  co_return table;
}

void Catalog::extend_new_tables(MakeExtension make) {
  const std::lock_guard lock(mutex_);
  make_extension_ = std::move(make);
}

Catalog::MakeExtension Catalog::extension_maker() const {
  const std::lock_guard lock(mutex_);
  return make_extension_;
}

std::shared_ptr<const TableExtension> Catalog::extension_of(keys::TableId table) const {
  const auto found = extensions_.find(table);
  return found == extensions_.end() ? nullptr : found->second;
}

// The extension is there before the epoch grows: whoever finds the new epoch finds it, too.
Task<Status> Catalog::extend(std::string_view name,
                             std::shared_ptr<const TableExtension> extension) {
  extend_at_start(name, std::move(extension));
  auto changed = co_await change(name, [](const Table& table) -> Result<Table> { return table; });
  CO_TRY(changed);
  co_return Status{};
}

void Catalog::extend_at_start(std::string_view name,
                              std::shared_ptr<const TableExtension> extension) {
  publish([&](Tables& tables) {
    const auto at = position_of(tables, name);
    if (!is_named(tables, at, name)) return;
    auto table = std::make_shared<Table>(**at);
    table->extension = extension;
    extensions_.insert_or_assign(table->id, std::move(extension));
    *at = std::move(table);
  });
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
    extensions_.erase(table.id);
  };
  publish(take_out);
  co_return co_await statistics_.forget_table(engine_, table.id);
}

}  // namespace partita::catalog
