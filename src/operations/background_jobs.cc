#include "operations/background_jobs.h"

#include <chrono>

#include "items/index_backfill.h"
#include "operations/table_lifecycle.h"
#include "partita/base/task.h"

namespace partita::operations {
namespace {

using catalog::IndexState;
using catalog::TablePointer;
using catalog::TableState;
using items::Backfill;

constexpr std::chrono::seconds kRound{1};
constexpr std::chrono::seconds kCountsRound{5};
constexpr std::size_t kTablesMax = SIZE_MAX;
// How many rows are counted anew before other work has its turn.
constexpr std::size_t kRecountedRows = 20'000;

// Goes on with one backfill until it is done, fails, or the program stops. The table is looked up
// for each step: an operation may have changed it.
void fill(Context& context, const TablePointer& table, keys::IndexId index,
          const std::atomic<bool>& is_stopped) {
  while (!is_stopped) {
    const auto newest = context.catalog.find(table->name);
    if (!newest || newest->id != table->id || newest->state != TableState::Active) return;
    const auto done =
        sync_wait(items::backfill_index(context.engine, context.catalog, newest, index));
    if (!done.ok() || *done == Backfill::Done) return;
  }
}

void work_on_indexes(Context& context, const TablePointer& table,
                     const std::atomic<bool>& is_stopped) {
  for (const auto& index : table->indexes) {
    if (index.state == IndexState::Creating) fill(context, table, index.id, is_stopped);
    if (index.state == IndexState::Deleting && !is_stopped) {
      static_cast<void>(sync_wait(finish_index_deletion(context, *table, index.id)));
    }
  }
}

void work_on_table(Context& context, const TablePointer& table,
                   const std::atomic<bool>& is_stopped) {
  if (table->is_in_doubt) {
    // It stays in doubt if this fails, and the next round finds it so.
    static_cast<void>(sync_wait(context.catalog.reload(table->name)));
    return;
  }
  if (table->state == TableState::Active) return work_on_indexes(context, table, is_stopped);
  if (!is_due(context, *table)) return;
  const auto finished = table->state == TableState::Deleting
                            ? sync_wait(finish_deletion(context, *table))
                            : sync_wait(finish_waiting(context, *table));
  // The table is in the state that it was in, and the next round finds it there.
  static_cast<void>(finished);
}

}  // namespace

void work_on_tables(Context& context, const std::atomic<bool>& is_stopped) {
  for (const auto& table : context.catalog.list_after("", kTablesMax)) {
    if (is_stopped) return;
    work_on_table(context, table, is_stopped);
  }
}

void BackgroundJobs::start() {
  counts_saved_ = context_.clock.monotonic_now();
  thread_.emplace(kRound, [this] { run(); });
  context_.catalog.notify([this] { thread_->wake(); });
  thread_->wake();
}

BackgroundJobs::~BackgroundJobs() {
  context_.catalog.notify(nullptr);
  is_stopped_ = true;
  thread_.reset();
  // If it fails, the next program counts anew.
  static_cast<void>(sync_wait(context_.catalog.statistics().close(context_.engine)));
}

void BackgroundJobs::run() {
  work_on_tables(context_, is_stopped_);
  const auto has_more = sync_wait(context_.catalog.statistics().recount_some(kRecountedRows));
  if (has_more.ok() && *has_more) thread_->wake();
  const auto time = context_.clock.monotonic_now();
  if (time - counts_saved_ < kCountsRound) return;
  counts_saved_ = time;
  static_cast<void>(sync_wait(context_.catalog.statistics().save(context_.engine)));
}

}  // namespace partita::operations
