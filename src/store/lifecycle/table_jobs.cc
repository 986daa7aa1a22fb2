#include "store/lifecycle/table_jobs.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "store/history/pins.h"
#include "store/history/recovery.h"
#include "store/items/index_backfill.h"
#include "store/lifecycle/table_lifecycle.h"
#include "store/recovery/table_restore.h"

namespace partita::lifecycle {
namespace {

using catalog::IndexState;
using catalog::TablePointer;
using catalog::TableState;
using jobs::Turn;
using std::chrono::seconds;

// How often a table is looked at that waits for its time, and how often all are that do not.
constexpr seconds kWaitingRound{1};
constexpr seconds kQuietRound{60};
constexpr seconds kCountsRound{5};
// Of counts that other servers change, too.
constexpr seconds kSharedCountsRound{1};
// How often it is looked for what other servers have changed: requests look more often.
constexpr std::chrono::milliseconds kFollowRound{500};
constexpr std::size_t kTablesMax = SIZE_MAX;
// How many rows are counted anew before other work has its turn.
constexpr std::size_t kRecountedRows = 20'000;

std::string lane_of(const catalog::Table& table) { return "table/" + table.name; }

std::string restore_purpose(const catalog::Table& table) {
  const catalog::RestoreSettings& restore = *table.settings.restore;
  std::string purpose =
      fmt::format("restores table {} from {} of table {}", table.name,
                  restore.backup.empty() ? "the past" : "a backup", restore.source_name);
  if (table.rules) {
    purpose += fmt::format("; then model {} is applied to it", table.rules->model);
  } else if (restore.dropped) {
    purpose += fmt::format(", without {}", *restore.dropped);
  }
  return purpose;
}

// The only turn of a job that does all it has to do at once. Keeps the table that it is about.
Task<Result<Turn>> whole_turn(TablePointer, Task<Status> work) {
  Status done = co_await std::move(work);
  CO_TRY(done);
  co_return Turn::over();
}

}  // namespace

TableJobs::TableJobs(engine::Engine& engine, catalog::Catalog& catalog, jobs::Jobs& jobs,
                     const backups::Backups* backups)
    : engine_(engine), catalog_(catalog), jobs_(jobs), backups_(backups) {}

TableJobs::~TableJobs() {
  catalog_.notify(nullptr);
  // If it fails, the next program counts anew.
  static_cast<void>(sync_wait(catalog_.statistics().close(engine_)));
}

void TableJobs::add() {
  counts_saved_ = catalog_.clock().monotonic_now();
  jobs_.add({.name = std::string(kTablesJob),
             .purpose = "looks for tables and indexes that come or go",
             .is_local = true,
             .topic = std::string(kTablesTopic),
             .work = [this] { return look_for_work(); }});
  jobs_.add({.name = "counts",
             .purpose = "saves how many items tables and indexes have, counts them after a crash",
             .is_local = true,
             .work = [this] { return keep_counts(); }});
  if (catalog_.is_shared()) {
    jobs_.add({.name = "catalog",
               .purpose = "follows the changes that other servers make to tables and models",
               .is_local = true,
               .is_timed = true,
               .work = [this] { return follow(); }});
  }
  // What a former program has left undone need not wait for the first look.
  for (const auto& table : catalog_.list_after("", kTablesMax)) {
    if (table->state == TableState::Active) work_on_indexes(*table);
    if (!is_due(catalog_.clock(), *table)) continue;
    if (table->state == TableState::Deleting) add_deletion(*table);
    if (table->state == TableState::Creating && table->is_restored()) add_restore(*table);
  }
  catalog_.notify([jobs = &jobs_] { jobs->signal(kTablesTopic); });
}

// One table that fails does not keep the others waiting.
Task<Result<Turn>> TableJobs::look_for_work() {
  bool has_waiting = false;
  Status first;
  for (const auto& table : catalog_.list_after("", kTablesMax)) {
    auto looked = co_await look_at(table);
    if (looked.ok()) {
      has_waiting = has_waiting || *looked;
    } else if (first.ok()) {
      first = std::move(looked).error();
    }
  }
  CO_TRY(first);
  co_return Turn::idle(has_waiting ? kWaitingRound : kQuietRound);
}

Task<Result<bool>> TableJobs::look_at(const TablePointer& table) {
  if (table->is_in_doubt) {
    // It stays in doubt if this fails, and is found so again.
    Status reloaded = co_await catalog_.reload(table->name);
    CO_TRY(reloaded);
    co_return true;
  }
  // What is to be done about it only the version knows that has changed it.
  if (!table->unknown_member.empty()) co_return true;
  if (table->state == TableState::Active) {
    work_on_indexes(*table);
    co_return false;
  }
  if (!is_due(catalog_.clock(), *table)) co_return true;
  if (table->state == TableState::Deleting) {
    if (history::oldest_restore_from(catalog_, table->id)) co_return true;
    auto is_backed_up = co_await backups::is_backed_up(engine_, table->id);
    CO_TRY(is_backed_up);
    if (*is_backed_up) co_return true;
    auto pin = co_await history::oldest_pin(engine_, table->id);
    CO_TRY(pin);
    if (*pin) co_return true;
    add_deletion(*table);
    co_return false;
  }
  if (table->state == TableState::Creating && table->is_restored()) {
    add_restore(*table);
    co_return false;
  }
  Status finished = co_await finish_waiting(catalog_, *table);
  CO_TRY(finished);
  co_return false;
}

void TableJobs::work_on_indexes(const catalog::Table& table) {
  for (const auto& index : table.indexes) {
    if (index.state == IndexState::Creating) add_backfill(table, index);
    if (index.state == IndexState::Deleting) add_index_removal(table, index);
  }
}

void TableJobs::add_backfill(const catalog::Table& table, const catalog::Index& index) {
  const auto backfill = std::make_shared<items::IndexBackfill>(
      jobs_.engine_for(lane_of(table), engine_), catalog_, table.id, table.name, index.id);
  const auto fill = [backfill]() -> Task<Result<Turn>> {
    auto step = co_await backfill->step();
    CO_TRY(step);
    Turn turn = step->is_done ? Turn::over(step->items) : Turn::more(step->items);
    turn.progress = backfill->progress();
    co_return turn;
  };
  jobs_.add({.name = fmt::format("backfill/{}/{}", table.name, index.name),
             .purpose = fmt::format("fills index {} of table {}", index.name, table.name),
             .lane = lane_of(table),
             .work = fill});
}

void TableJobs::add_restore(const catalog::Table& table) {
  const auto restore = std::make_shared<recovery::TableRestore>(
      jobs_.engine_for(lane_of(table), engine_), catalog_, backups_, table);
  const auto fill = [restore, name = table.name]() -> Task<Result<Turn>> {
    auto step = co_await restore->step();
    CO_TRY(step);
    Turn turn = step->is_done ? Turn::over(step->items) : Turn::more(step->items);
    turn.progress = restore->progress();
    if (!step->dropped.empty()) {
      turn.complaint =
          fmt::format("table {} is restored without what its source has: {}", name, step->dropped);
    }
    co_return turn;
  };
  jobs_.add({.name = "restore/" + table.name,
             .purpose = restore_purpose(table),
             .lane = lane_of(table),
             .is_far = !table.settings.restore->backup.empty() && backups_ != nullptr &&
                       backups_->are_far(),
             .work = fill});
}

void TableJobs::add_index_removal(const catalog::Table& table, const catalog::Index& index) {
  const auto remove = [this, name = table.name, id = table.id, index = index.id] {
    const auto newest = catalog_.find(name);
    if (!newest || newest->id != id) return Task<Result<Turn>>::ready(Turn::over());
    auto& engine = jobs_.engine_for(lane_of(*newest), engine_);
    return whole_turn(newest, finish_index_deletion(engine, catalog_, *newest, index));
  };
  jobs_.add({.name = fmt::format("index-removal/{}/{}", table.name, index.name),
             .purpose = fmt::format("erases index {} of table {}", index.name, table.name),
             .lane = lane_of(table),
             .work = remove});
}

void TableJobs::add_deletion(const catalog::Table& table) {
  const auto erase = [this, name = table.name, id = table.id] {
    const auto newest = catalog_.find(name);
    if (!newest || newest->id != id) return Task<Result<Turn>>::ready(Turn::over());
    auto& engine = jobs_.engine_for(lane_of(*newest), engine_);
    return whole_turn(newest, finish_deletion(engine, catalog_, *newest));
  };
  jobs_.add({.name = "deletion/" + table.name,
             .purpose = fmt::format("erases table {}", table.name),
             .lane = lane_of(table),
             .work = erase});
}

Task<Result<Turn>> TableJobs::follow() {
  auto followed = co_await catalog_.follow();
  CO_TRY(followed);
  co_return Turn::idle(kFollowRound);
}

Task<Result<Turn>> TableJobs::keep_counts() {
  auto& statistics = catalog_.statistics();
  const auto has_more = co_await statistics.recount_some(kRecountedRows);
  CO_TRY(has_more);
  const auto time = catalog_.clock().monotonic_now();
  const seconds round = catalog_.is_shared() ? kSharedCountsRound : kCountsRound;
  if (time - counts_saved_ >= round) {
    counts_saved_ = time;
    Status saved = co_await statistics.save(engine_);
    CO_TRY(saved);
  }
  co_return *has_more ? Turn::more(kRecountedRows) : Turn::idle(round);
}

}  // namespace partita::lifecycle
