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

// A table that is being created, changed or removed, before the commit.
struct TableChange {
  const Table* before;  // Null: the table is created.
  Table* after;         // Null: the table is removed.
  WallTime now;
};

// Lets a higher layer add its own writes to the transaction that changes a table, and set fields of
// the table. Called again after a conflict.
using SettleTable = Task<Status> (*)(engine::Transaction&, TableChange);

struct CatalogOptions {
  StateDelays delays = {};
  const Clock* clock = &Clock::system();
  SettleTable settle = nullptr;  // Null: nobody is asked.
};

// Provides the extensions of tables: the rules to which a table refers.
// THREADS: safe for concurrent calls.
class RulesSource {
 public:
  virtual ~RulesSource() = default;
  // The rules to which a new table will refer.
  virtual std::optional<RulesReference> rules_of_new(const Table& table) const = 0;
  // The extension of a stored table, according to its reference; null: none.
  // ERRORS: those of the engine.
  virtual Task<Result<std::shared_ptr<const TableExtension>>> extension_of(
      const Table& table) const = 0;
  // Called when another program has changed something: reads the rules again.
  // ERRORS: Corrupt; those of the engine.
  virtual Task<Status> follow() = 0;
};

// The list of all tables. It is in memory; each change is committed to the engine first.
//
// The engine stores for each table a descriptor and, under a separate key, its epoch: a small value
// that each write reads in its transaction. So if a table is changed or removed, concurrent writes
// conflict and are decided again.
//
// In a store that several programs share, the catalog follows the changes of other programs. Each
// change of a table increments a version in the same commit; a catalog that finds a new version
// reads all descriptors again. Writes need not check the version, because the epoch in their
// transaction shows a change (items/item_write.h); the table is then read again. Reads are at most
// kFollowedFor behind (keep_up). THREADS: safe for concurrent calls. find takes no lock unless a
// table has changed since this thread's last call.
class Catalog {
 public:
  // The maximum age of the catalog of a shared store when a request begins.
  static constexpr std::chrono::milliseconds kFollowedFor{250};

  // Reads all descriptors.   REQUIRES: the engine and the clock outlive the catalog.
  // ERRORS: Corrupt if a descriptor cannot be read; those of the engine.
  static Task<Result<std::unique_ptr<Catalog>>> open(engine::Engine& engine,
                                                     CatalogOptions options = {});

  // The table of that name, or null. A table that is being deleted is still returned.
  TablePointer find(std::string_view name) const;
  // All tables whose names come after `name`, in the order of their names, at most `count`.
  std::vector<TablePointer> list_after(std::string_view name, std::size_t count) const;

  // Adds a table; fills in its id and epoch.
  // ERRORS: AlreadyExists; those of the engine.
  Task<Result<TablePointer>> create(Table table);

  // Replaces a table by the result of `edit`; fills in the epoch. `edit` may be called again after
  // a conflict, so it must change nothing else.
  // ERRORS: NotFound, those of `edit` and of the engine.
  using Edit = FunctionRef<Result<Table>(const Table&)>;
  Task<Result<TablePointer>> change(std::string_view name, Edit edit);

  // Sets or removes (null) the extension of a table, and stores the rules to which the table now
  // refers. All writes that commit after the new epoch are decided with the new extension, all
  // earlier writes without it.
  // ERRORS: NotFound; Unavailable if the table refers to other rules than it did when this was
  // called, because another program has changed them; those of the engine.
  Task<Status> extend(std::string_view name, std::shared_ptr<const TableExtension> extension,
                      std::optional<RulesReference> rules = {});
  // The same for this program only, without a commit: sets the extension to which the table already
  // refers, before the first request. Does nothing if there is no such table.
  void extend_at_start(std::string_view name, std::shared_ptr<const TableExtension> extension);

  // Sets the source of extensions for tables that are created or changed by other programs; null:
  // none. REQUIRES: the source outlives this object, or is removed before it is destroyed.
  void set_rules_source(RulesSource* source);

  // Removes this table from the catalog; a newer table of the same name is not touched.
  // REQUIRES: the caller has erased its items before.
  // ERRORS: NotFound; those of the engine.
  Task<Status> remove(const Table& table);

  // Reads the stored table of that name again. The catalog does so itself after a commit whose
  // outcome is unknown; if that fails, the table stays in doubt until this function succeeds.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> reload(std::string_view name) const;

  // Whether other programs may change tables as well.
  bool is_shared() const { return statistics_.is_shared(); }
  // Reads the changes of other programs; returns whether there were any. ERRORS: Unavailable if
  // what they have stored cannot be read; those of the engine. After an error, the catalog is
  // unchanged.
  Task<Result<bool>> follow() const;
  // The reason why `follow` could not read what other programs have stored; empty if it could.
  std::string trouble() const;
  // The same, unless it was done within kFollowedFor. Called for each request, before it is
  // planned.
  Task<Status> keep_up() const {
    return is_up_to_date() ? Task<Status>::ready({}) : follow_for_request();
  }

  const StateDelays& delays() const { return options_.delays; }
  const Clock& clock() const { return *options_.clock; }
  Statistics& statistics() const { return statistics_; }
  CommitTimes& commit_times() const { return commit_times_; }
  Usage& usage() const { return usage_; }

  // Sets a listener, which is called after each change of a table, on the thread that made it and
  // under a lock: it must not call the catalog. Null removes the listener.
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

// Must be called in every transaction that changes something that other programs on a shared store
// follow: tables, and the rules to which they refer. ERRORS: those of the engine.
Task<Result<std::uint64_t>> count_up_version(engine::Transaction& transaction);

// The key under which a table's epoch is stored, and its value.
Bytes epoch_key(keys::TableId table);
Bytes encode_epoch(std::uint64_t epoch);

}  // namespace partita::catalog
