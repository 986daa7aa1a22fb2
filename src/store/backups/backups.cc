#include "store/backups/backups.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "store/items/item_write.h"

namespace partita::backups {
namespace {

using catalog::TablePointer;
using jobs::Turn;

// For what other servers have left. A server that has its store alone is told of all there is.
constexpr std::chrono::seconds kLookAgain{10};
constexpr std::chrono::hours kQuiet{24};

std::string job_of(std::string_view kind, const BackupId& id) {
  return fmt::format("{}/{}", kind, directory_of(id));
}

}  // namespace

Task<Status> Backups::add_jobs() {
  Status looked = co_await look_for_work();
  CO_TRY(looked);
  jobs_.add({.name = "backups",
             .purpose = "looks for backups that are to be made or removed",
             .is_local = true,
             .work = [this] { return look_again(); }});
  jobs_.add({.name = "backup-rules",
             .purpose = "makes the backups that models ask for and removes those that expire",
             .is_far = are_far(),
             .is_timed = true,
             .work = [this] { return keep_rules(); }});
  co_return Status{};
}

Task<Result<Turn>> Backups::look_again() {
  Status looked = co_await look_for_work();
  CO_TRY(looked);
  co_return Turn::idle(catalog_.is_shared() ? std::chrono::milliseconds(kLookAgain) : kQuiet);
}

Task<Status> Backups::look_for_work() {
  auto rows = co_await read_rows(tools_.engine);
  CO_TRY(rows);
  for (auto& row : *rows) {
    const BackupId id = row.record.id;
    if (row.state == BackupState::Removing) {
      add_removal(id);
      continue;
    }
    const MutexLock lock(mutex_);
    if (!asked_for_.contains(id)) add_maker(std::move(row.record), nullptr, 0);
  }
  co_return Status{};
}

void Backups::add_maker(BackupRecord record, std::unique_ptr<engine::View> moment,
                        std::int64_t time) {
  std::string name = job_of("backup", record.id);
  if (jobs_.has(name)) return;
  BackupTools tools{.engine = jobs_.engine_for(name, tools_.engine),
                    .files = tools_.files,
                    .clock = tools_.clock,
                    .random = tools_.random};
  std::string purpose = fmt::format("makes backup {} of table {}", record.name, record.id.table);
  const auto maker =
      std::make_shared<BackupMaker>(tools, std::move(record), std::move(moment), time);
  const auto make = [this, maker]() -> Task<Result<Turn>> {
    auto step = co_await maker->step();
    CO_TRY(step);
    Turn turn = step->is_done ? Turn::over(step->items) : Turn::more(step->items);
    turn.progress = maker->progress();
    // A table may wait for it with its end.
    if (step->is_done) jobs_.signal(options_.topic);
    co_return turn;
  };
  jobs_.add(
      {.name = std::move(name), .purpose = std::move(purpose), .is_far = are_far(), .work = make});
}

void Backups::add_removal(const BackupId& id) {
  std::string name = job_of("backup-removal", id);
  if (jobs_.has(name)) return;
  const auto erase = [this, id, lane = name]() -> Task<Result<Turn>> {
    Status removed = remove_files(tools_.files, id);
    CO_TRY(removed);
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      erase_row(transaction, id);
      return Task<Status>::ready({});
    };
    Status forgotten = co_await engine::run(jobs_.engine_for(lane, tools_.engine), body);
    CO_TRY(forgotten);
    co_return Turn::over();
  };
  jobs_.add({.name = std::move(name),
             .purpose = fmt::format("removes the files of a backup of table {}", id.table),
             .is_far = are_far(),
             .work = erase});
}

// A write that reads the table's epoch is on one side of its deletion: whoever deletes it later
// sees the row and waits.
Task<Status> Backups::write_row(const TablePointer& table, const BackupRow& row) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    const Bytes key = catalog::epoch_key(table->id);
    auto epoch = co_await engine::read_one(transaction, key);
    CO_TRY(epoch);
    auto confirmed = items::confirm_table(catalog_, *table, *epoch);
    if (!confirmed.ok()) {
      co_return co_await items::follow_table(catalog_, *table, std::move(confirmed).error());
    }
    if ((*confirmed)->state == catalog::TableState::Deleting) {
      co_return Error::not_found(fmt::format("table {} is being deleted", table->name));
    }
    put_row(transaction, row);
    co_return Status{};
  };
  co_return co_await engine::run(tools_.engine, body);
}

Task<Result<BackupRecord>> Backups::create(const TablePointer& table, BackupWish wish) {
  auto rows = co_await read_rows(tools_.engine);
  CO_TRY(rows);
  if (rows->size() >= kBackupsUnderWayMax) {
    co_return Error::too_large(
        fmt::format("Only {} backups can be made simultaneously", kBackupsUnderWayMax));
  }
  const auto now = tools_.clock.wall_now().time_since_epoch();
  const auto time = times_.next(std::chrono::floor<std::chrono::milliseconds>(now).count());
  auto moment = tools_.engine.snapshot();
  const Bytes key = catalog::epoch_key(table->id);
  auto read = co_await engine::read_one(*moment, key);
  CO_TRY(read);
  const auto counts = catalog_.statistics().counts_of(table->id, keys::IndexId::Base);
  BackupRecord record;
  // Zero is the number of system backups.
  record.id =
      backup_id(table->name, time, static_cast<std::uint32_t>(1 + tools_.random.below(UINT32_MAX)));
  record.name = std::move(wish.name);
  record.is_scheduled = wish.is_scheduled;
  record.expiry = wish.expiry;
  record.size_bytes = std::max<std::int64_t>(counts.bytes, 0);
  record.items = std::max<std::int64_t>(counts.items, 0);
  record.table = *table;
  {
    const MutexLock lock(mutex_);
    asked_for_.insert(record.id);
  }
  // A name of its own: g++ 12 destroys such a temporary of a coroutine twice.
  const BackupRow row{.state = BackupState::Making, .record = record};
  Status written = co_await write_row(table, row);
  // If nobody knows whether it was written, whoever looks for work finds out.
  const MutexLock lock(mutex_);
  if (written.ok()) add_maker(record, std::move(moment), time);
  asked_for_.erase(record.id);
  CO_TRY(written);
  co_return record;
}

Task<Result<OpenedManifest>> Backups::open_manifest(const BackupId& id) const {
  const auto read = [&] {
    return read_manifest(tools_.files, tools_.engine.abilities().key_wrap, id);
  };
  co_return co_await calls_.run(read);
}

// The row first: it goes when the manifest is there.
Task<Result<std::optional<Backup>>> Backups::find(const BackupId& id) const {
  auto row = co_await read_row(tools_.engine, id);
  CO_TRY(row);
  if (*row && (*row)->state == BackupState::Removing) co_return std::optional<Backup>();
  auto opened = co_await open_manifest(id);
  if (opened.ok()) {
    co_return std::optional<Backup>(
        Backup{.record = std::move(opened->manifest.record), .is_there = true});
  }
  if (opened.error().kind() != ErrorKind::NotFound) co_return std::move(opened).error();
  if (!*row) co_return std::optional<Backup>();
  co_return std::optional<Backup>(Backup{.record = std::move((*row)->record), .is_there = false});
}

Task<Result<std::vector<BackupId>>> Backups::list(std::string_view table) const {
  auto rows = co_await read_rows(tools_.engine);
  CO_TRY(rows);
  const auto read = [&] { return list_manifests(tools_.files, table); };
  auto listed = co_await calls_.run(read);
  CO_TRY(listed);
  std::set<BackupId> ids(listed->begin(), listed->end());
  for (const BackupRow& row : *rows) {
    if (!table.empty() && row.record.id.table != table) continue;
    if (row.state == BackupState::Removing) {
      ids.erase(row.record.id);
    } else {
      ids.insert(row.record.id);
    }
  }
  co_return std::vector<BackupId>(ids.begin(), ids.end());
}

std::string Backups::restored_to(const BackupId& id) const {
  for (const auto& table : catalog_.list_after("", SIZE_MAX)) {
    const auto& restore = table->settings.restore;
    const bool is_from_it = restore && table->state == catalog::TableState::Creating &&
                            restore->backup == id.id && restore->source_name == id.table;
    if (is_from_it) return table->name;
  }
  return {};
}

// Whoever restores makes the table first and then looks whether the backup is still there; this is
// the other way round, so that one of the two sees the other.
Task<Result<Removal>> Backups::remove(const BackupId& id) {
  auto found = co_await find(id);
  CO_TRY(found);
  if (!*found) co_return Removal::NotFound;
  if (!(*found)->is_there) co_return Removal::BeingMade;
  if (!restored_to(id).empty()) co_return Removal::BeingRestored;
  const BackupRow row{.state = BackupState::Removing, .record = (*found)->record};
  const auto mark = [&](engine::Transaction& transaction) -> Task<Status> {
    put_row(transaction, row);
    return Task<Status>::ready({});
  };
  Status marked = co_await engine::run(tools_.engine, mark);
  CO_TRY(marked);
  if (restored_to(id).empty()) {
    add_removal(id);
    co_return Removal::Done;
  }
  const auto unmark = [&](engine::Transaction& transaction) -> Task<Status> {
    erase_row(transaction, id);
    return Task<Status>::ready({});
  };
  Status unmarked = co_await engine::run(tools_.engine, unmark);
  CO_TRY(unmarked);
  co_return Removal::BeingRestored;
}

std::unique_ptr<BackupReader> Backups::reader(const BackupId& id) const {
  return std::make_unique<BackupReader>(tools_.files, tools_.engine.abilities().key_wrap, id);
}

}  // namespace partita::backups
