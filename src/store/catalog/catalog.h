#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/retry.h"
#include "partita/base/clock.h"
#include "partita/base/function_ref.h"
#include "partita/base/mutex.h"
#include "partita/base/published.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/commit_times.h"
#include "store/catalog/state_delays.h"
#include "store/catalog/statistics.h"
#include "store/catalog/table.h"
#include "store/catalog/usage.h"

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

// Knows what hangs on tables: the rules that a table refers to.
// THREADS: safe for concurrent calls.
class RulesSource {
 public:
  virtual ~RulesSource() = default;
  // What a table that is about to be made is to refer to.
  virtual std::optional<RulesReference> rules_of_new(const Table& table) const = 0;
  // What is to hang on a stored table by what it refers to; null: nothing.
  // ERRORS: those of the engine.
  virtual Task<Result<std::shared_ptr<const TableExtension>>> extension_of(
      const Table& table) const = 0;
  // Another program has changed something: reads again what it holds.
  // ERRORS: Corrupt; those of the engine.
  virtual Task<Status> follow() = 0;
};

// Which tables there are. All of them are in memory; each change is committed to the engine first.
//
// A table has a descriptor and, under a key of its own, its epoch: small, so that each write can
// read it in its transaction. If a table changes or goes, the write conflicts and is decided again.
//
// In a store that several programs share, the others' changes are followed. Each change of a table
// counts up a version in the same commit; who finds another version than it knows reads all
// descriptors again. Writes need not look: the epoch in their transaction tells
// (items/item_write.h), and then the table is read again. Reads are at most kFollowedFor behind
// (keep_up). THREADS: safe for concurrent calls. find takes no lock unless a table has changed
// since this thread's last call.
class Catalog {
 public:
  // How old what this program knows of a shared store's tables may be when a request begins.
  static constexpr std::chrono::milliseconds kFollowedFor{250};

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

  // Hangs an extension on a table, or takes it off (null), and stores what the table refers to from
  // then on. From the commit of the new epoch on, no write is decided without it, and none before
  // it is decided by it.
  // ERRORS: NotFound; Unavailable if the table refers to other rules than it did when this was
  // called, because another program has changed them; those of the engine.
  Task<Status> extend(std::string_view name, std::shared_ptr<const TableExtension> extension,
                      std::optional<RulesReference> rules = {});
  // The same for what this program alone has to know: nothing is committed. For what the table
  // refers to, before the first request. Does nothing if there is no such table.
  void extend_at_start(std::string_view name, std::shared_ptr<const TableExtension> extension);

  // Who is asked what hangs on tables that are created or changed elsewhere from now on; null:
  // nobody. REQUIRES: the source outlives this, or is taken away before it ends.
  void set_rules_source(RulesSource* source);

  // Removes this table from the catalog; a newer table of the same name is not touched.
  // REQUIRES: the caller has erased its items before.
  // ERRORS: NotFound; those of the engine.
  Task<Status> remove(const Table& table);

  // Reads the stored table of that name again. The catalog does so itself after a commit whose
  // outcome is unknown; if that fails, the table stays in doubt until this function succeeds.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> reload(std::string_view name) const;

  // Whether other programs may change tables, too.
  bool is_shared() const { return statistics_.is_shared(); }
  // Shows what other programs have changed; true if there was something.
  // ERRORS: Unavailable if what they have stored cannot be read; those of the engine: then all is
  // shown as before.
  Task<Result<bool>> follow() const;
  // Why what others have stored cannot be read, as follow found it last; empty: it can.
  std::string trouble() const;
  // The same unless that was done within kFollowedFor. For each request, before it is planned.
  Task<Status> keep_up() const {
    return is_up_to_date() ? Task<Status>::ready({}) : follow_for_request();
  }

  const StateDelays& delays() const { return options_.delays; }
  const Clock& clock() const { return *options_.clock; }
  Statistics& statistics() const { return statistics_; }
  CommitTimes& commit_times() const { return commit_times_; }
  Usage& usage() const { return usage_; }

  // Calls the listener after each change of a table, on the thread that made it and under a lock:
  // it must not call the catalog. Null for nobody: the former one is not called any more.
  void notify(std::function<void()> listener);

 private:
  // All tables, in the order of their names. Never changed once it is shared.
  using Tables = std::vector<TablePointer>;

  Catalog(engine::Engine& engine, const CatalogOptions& options)
      : engine_(engine),
        options_(options),
        statistics_(engine.abilities().is_shared),
        commit_times_(*options.clock) {}
  Task<Status> load();
  bool is_up_to_date() const;
  Task<Status> follow_for_request() const;
  Task<Result<std::uint64_t>> read_version() const;
  void note_followed(std::uint64_t version, MonotonicTime since) const;
  Task<Status> show_stored() const;
  Task<Status> follow_tables() const;
  void note_trouble(const Status& followed) const;
  Task<Result<std::shared_ptr<const Tables>>> read_tables(const Tables& known) const;
  Task<Status> settle(engine::Transaction& transaction, const Table* before, Table* after) const;
  // Commits a change of the table.
  Task<Status> commit(std::string_view name, engine::TransactionBody body);
  // False if a table has been published since that generation: `stored` may be older than it.
  Task<Result<bool>> show(std::string_view name, std::optional<Table> stored,
                          std::uint64_t generation) const;
  void doubt(std::string_view name) const;
  // Shows the newest tables with `edit` applied to them, under the lock.
  void publish(FunctionRef<void(Tables&)> edit) const;
  // Hangs on a table, before it is shown, what belongs there.
  Task<Status> complete(Table& table) const;
  void forget_extension(keys::TableId table) const;
  RulesSource* rules_source() const;

  // What hangs on a table, and what the table refers to then.
  struct Attached {
    std::optional<RulesReference> rules;
    std::shared_ptr<const TableExtension> extension;
  };
  // What is known to hang on a table that refers to these rules; null: not known.
  const Attached* known_extension(const Table& table) const PARTITA_REQUIRES(mutex_);

  engine::Engine& engine_;
  const CatalogOptions options_;
  mutable Statistics statistics_;
  mutable CommitTimes commit_times_;
  mutable Usage usage_;
  mutable std::atomic<std::uint64_t> version_{0};  // Of a shared store, that is shown.
  mutable std::atomic<MonotonicTime::rep> followed_at_{0};

  mutable Mutex mutex_;
  std::function<void()> listener_ PARTITA_GUARDED_BY(mutex_);
  RulesSource* source_ PARTITA_GUARDED_BY(mutex_) = nullptr;
  // What is in memory of the stored tables: it follows them, so a const catalog changes it, too.
  mutable std::map<keys::TableId, Attached> attached_ PARTITA_GUARDED_BY(mutex_);
  // What will hang on tables once a change that is under way is committed.
  std::map<keys::TableId, Attached> next_ PARTITA_GUARDED_BY(mutex_);
  mutable std::string trouble_ PARTITA_GUARDED_BY(mutex_);
  mutable Published<Tables> tables_;  // Changed under mutex_, read without it.
};

// ERRORS: Unavailable if the table is in doubt.
Status check_certain(const Table& table);
// Asked before anything of the table is written.
// ERRORS: Unavailable if a later version has stored something of it that this program does not
// know.
Status check_understood(const Table& table);

// To be called in every transaction that changes what programs that share a store have to follow:
// tables, and what they refer to. ERRORS: those of the engine.
Task<Result<std::uint64_t>> count_up_version(engine::Transaction& transaction);

// The key under which a table's epoch is stored, and its value.
Bytes epoch_key(keys::TableId table);
Bytes encode_epoch(std::uint64_t epoch);

}  // namespace partita::catalog
