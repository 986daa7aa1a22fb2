#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/retry.h"
#include "partita/base/clock.h"
#include "partita/base/function_ref.h"
#include "partita/base/published.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/commit_times.h"
#include "store/catalog/state_delays.h"
#include "store/catalog/statistics.h"
#include "store/catalog/table.h"

namespace partita::catalog {

using TablePointer = std::shared_ptr<const Table>;

// A table that comes, changes or goes, while that is not committed yet.
struct TableChange {
  const Table* before;  // Null if the table is new.
  Table* after;         // Null if the table goes.
  WallTime now;
};

// What a layer above commits together with a change of a table: it buffers that in the change's own
// transaction, and may fill in what it decides about the table. Asked again after a conflict.
using SettleTable = Task<Status> (*)(engine::Transaction&, TableChange);

struct CatalogOptions {
  StateDelays delays = {};
  const Clock* clock = &Clock::system();
  SettleTable settle = nullptr;  // Null: nobody is asked.
};

// Which tables there are. All of them are in memory; each change is committed to the engine first.
//
// A table has a descriptor and, under a key of its own, its epoch: small, so that each write can
// read it in its transaction. If a table changes or goes, the write conflicts and is decided again.
// THREADS: safe for concurrent calls. find takes no lock unless a table has changed since this
// thread's last call.
class Catalog {
 public:
  // Reads all descriptors.   REQUIRES: the engine and the clock outlive the catalog.
  // ERRORS: Corrupt if a descriptor cannot be read; those of the engine.
  static Task<Result<std::unique_ptr<Catalog>>> open(engine::Engine& engine,
                                                     CatalogOptions options = {});

  // The table of that name, or null. A table that is being deleted is still there.
  TablePointer find(std::string_view name) const;
  // All tables whose names come after `name`, in the order of their names, at most `count`.
  std::vector<TablePointer> list_after(std::string_view name, std::size_t count) const;

  // Adds a table; fills in its id and epoch.
  // ERRORS: AlreadyExists; those of the engine.
  Task<Result<TablePointer>> create(Table table);

  // Replaces a table by what `edit` makes of it; fills in the epoch. May be called again after a
  // conflict, so it must change nothing else.
  // ERRORS: NotFound, those of `edit` and of the engine.
  using Edit = FunctionRef<Result<Table>(const Table&)>;
  Task<Result<TablePointer>> change(std::string_view name, Edit edit);

  // Hangs an extension on a table, or takes it off (null). From the commit of the new epoch on, no
  // write is decided without it.
  // ERRORS: NotFound; those of the engine.
  Task<Status> extend(std::string_view name, std::shared_ptr<const TableExtension> extension);
  // The same before the first request, when there is nobody to tell: nothing is committed. Does
  // nothing if there is no such table.
  void extend_at_start(std::string_view name, std::shared_ptr<const TableExtension> extension);

  // Asks `make` what to hang on each table that is created from now on; null: nothing. The table is
  // shown with it, so no write is decided without. Empty for nobody.
  using MakeExtension = std::function<std::shared_ptr<const TableExtension>(const Table&)>;
  void extend_new_tables(MakeExtension make);

  // Forgets this table; one that has its name by now is another. Its items are erased by whoever
  // calls this, before.
  // ERRORS: NotFound; those of the engine.
  Task<Status> remove(const Table& table);

  // Shows what is stored of that name. A change of which nobody knows whether it was applied does
  // so by itself; if that fails, the table is in doubt until this has been called with success.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> reload(std::string_view name);

  const StateDelays& delays() const { return options_.delays; }
  const Clock& clock() const { return *options_.clock; }
  Statistics& statistics() const { return statistics_; }
  CommitTimes& commit_times() const { return commit_times_; }

  // Calls the listener after each change of a table, on the thread that made it and under a lock:
  // it must not call the catalog. Null for nobody: the former one is not called any more.
  void notify(std::function<void()> listener);

 private:
  // All tables, in the order of their names. Never changed once it is shared.
  using Tables = std::vector<TablePointer>;

  Catalog(engine::Engine& engine, const CatalogOptions& options)
      : engine_(engine), options_(options), commit_times_(*options.clock) {}
  Task<Status> load();
  Task<Status> settle(engine::Transaction& transaction, const Table* before, Table* after) const;
  // Commits a change of the table.
  Task<Status> commit(std::string_view name, engine::TransactionBody body);
  // False if a table has been published since that generation: `stored` may be older than it.
  bool show(std::string_view name, std::optional<Table> stored, std::uint64_t generation);
  void doubt(std::string_view name);
  // Shows the newest tables with `edit` applied to them, under the lock.
  void publish(FunctionRef<void(Tables&)> edit);
  // REQUIRES: the lock is held.
  std::shared_ptr<const TableExtension> extension_of(keys::TableId table) const;
  MakeExtension extension_maker() const;

  engine::Engine& engine_;
  const CatalogOptions options_;
  mutable Statistics statistics_;
  mutable CommitTimes commit_times_;

  mutable std::mutex mutex_;
  std::function<void()> listener_;                                             // Guarded by mutex_.
  MakeExtension make_extension_;                                               // The same.
  std::map<keys::TableId, std::shared_ptr<const TableExtension>> extensions_;  // The same.
  Published<Tables> tables_;  // Changed under mutex_, read without it.
};

// ERRORS: Unavailable if the table is in doubt.
Status check_certain(const Table& table);

// The key under which a table's epoch is stored, and its value.
Bytes epoch_key(keys::TableId table);
Bytes encode_epoch(std::uint64_t epoch);

}  // namespace partita::catalog
