#include "store/recovery/table_restore.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/base/big_endian.h"
#include "partita/base/when_all.h"
#include "store/history/recovery.h"
#include "store/items/brought_item.h"
#include "store/items/item_change.h"
#include "store/items/item_write.h"
#include "store/keys/key_builder.h"

// How far a restore is:
//
// key   := 00 "restore/" table:u32      value := state:u8 last_key
//
// last_key  of the source's items; of a backup, the position in it (backups/backup_reader.cc).
// state  0: there may be more items; 1: all are there.

namespace partita::recovery {
namespace {

using catalog::Table;
using catalog::TablePointer;
using catalog::TableState;
using Step = TableRestore::Step;

constexpr char kMore = 0;  // DO NOT CHANGE: stored.
constexpr char kAll = 1;   // DO NOT CHANGE: stored.

Bytes position_key(keys::TableId table) {
  return keys::KeyBuilder(keys::Space::Metadata, 13).bytes("restore/").integer(table).take();
}

bool is_all(const std::optional<Bytes>& position) {
  return position && !position->empty() && position->front() == kAll;
}

ByteView last_key_of(const std::optional<Bytes>& position) {
  return position && !position->empty() ? ByteView(*position).substr(1) : ByteView();
}

Bytes position_behind(const history::PastStretch& stretch) {
  return Bytes(1, stretch.is_last ? kAll : kMore) + stretch.last_key;
}

// The key of an item of one table in another one.
Bytes key_in(keys::TableId table, Bytes key) {
  const auto id = big_endian(table);
  std::copy(id.begin(), id.end(), key.begin() + sizeof(keys::Space));
  return key;
}

history::PastMoment moment_of(const catalog::RestoreSettings& restore) {
  return {.table = restore.source,
          .period = static_cast<keys::HistoryPeriod>(restore.period),
          .time = history::to_milliseconds(restore.time)};
}

// What a transaction reads before it writes: that nobody else has gone on, and that the table is
// still to be filled.
Task<Status> check_unchanged(engine::Transaction& transaction, const catalog::Catalog& catalog,
                             const Table& target, const std::optional<Bytes>& position) {
  const Bytes place = position_key(target.id);
  const Bytes epoch_key = catalog::epoch_key(target.id);
  const std::array<ByteView, 2> wanted{place, epoch_key};
  std::array<std::optional<Bytes>, 2> found;
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (value) found[index] = Bytes(*value);
  };
  Status read = co_await transaction.get(wanted, keep);
  CO_TRY(read);
  if (found[0] != position) co_return Error::unavailable("the table is restored by another one");
  auto confirmed = items::confirm_table(catalog, target, found[1]);
  CO_TRY(confirmed);
  co_return Status{};
}

}  // namespace

Task<Result<history::PastStretch>> TableRestore::read(const Table& target, ByteView position) {
  const auto& restore = *target.settings.restore;
  if (restore.backup.empty()) {
    co_return co_await history::read_past(engine_, moment_of(restore), position, limits_);
  }
  if (backups_ == nullptr) co_return Error::unavailable("there is no place with backups");
  if (!reader_) reader_ = backups_->reader({.id = restore.backup, .table = restore.source_name});
  co_return reader_->read(target, position, limits_);
}

Task<Status> TableRestore::write(const TablePointer& target, const history::PastStretch& stretch,
                                 const std::optional<Bytes>& position) {
  std::vector<items::ChangeEffect> effects;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    effects.clear();
    Status unchanged = co_await check_unchanged(transaction, catalog_, *target, position);
    CO_TRY(unchanged);
    for (const auto& [key, image] : stretch.items) {
      const Bytes own_key = key_in(target->id, key);
      const auto item = ItemView::parse(image);
      CO_TRY(item);
      const items::BroughtItem brought(*target, *item);
      effects.push_back(
          items::buffer_change(transaction, {.table = *target,
                                             .key = own_key,
                                             .before = {},
                                             .after = brought.view(),
                                             .time = {},
                                             .author = {.kind = history::Author::Kind::Restore}}));
    }
    transaction.put(position_key(target->id), position_behind(stretch));
    co_return Status{};
  };
  Status written = co_await engine::run(engine_, body);
  CO_TRY(written);
  for (const auto& effect : effects) items::count(catalog_.statistics(), target->id, effect);
  co_return Status{};
}

Task<Result<history::PastStretch>> TableRestore::stretch_at(const Table& target,
                                                            const std::optional<Bytes>& position) {
  auto ahead = std::exchange(ahead_, std::nullopt);
  if (ahead && ahead->position == position) co_return std::move(ahead->stretch);
  co_return co_await read(target, last_key_of(position));
}

// If it fails, it is read again when it is needed, and fails then.
Task<Status> TableRestore::read_ahead(const Table& target, Bytes position) {
  const std::optional<Bytes> behind = std::move(position);
  auto stretch = co_await read(target, last_key_of(behind));
  if (stretch.ok()) ahead_ = Ahead{*behind, std::move(*stretch)};
  co_return Status{};
}

Task<Status> TableRestore::write_and_read_ahead(const TablePointer& target,
                                                const history::PastStretch& stretch,
                                                const std::optional<Bytes>& position) {
  if (stretch.is_last) co_return co_await write(target, stretch, position);
  std::vector<Task<Status>> both;
  both.push_back(write(target, stretch, position));
  both.push_back(read_ahead(*target, position_behind(stretch)));
  auto done = co_await when_all(std::move(both));
  co_return std::move(done.front());
}

Task<Result<Step>> TableRestore::finish(const Table& target) {
  const auto activate = [&](const Table& stored) -> Result<Table> {
    if (stored.id != target.id || stored.state != TableState::Creating) {
      return Error::not_found("the table is not what it was");
    }
    Table changed = stored;
    changed.state = TableState::Active;
    changed.settings.state_ends.reset();
    changed.settings.restore.reset();
    if (changed.rules) changed.settings.awaits_model = true;
    return changed;
  };
  auto changed = co_await catalog_.change(target.name, activate);
  const bool is_gone = !changed.ok() && changed.error().kind() == ErrorKind::NotFound;
  if (!is_gone) CO_TRY(changed);
  Status forgotten = co_await forget_restore(engine_, target.id);
  CO_TRY(forgotten);
  Step done{.items = 0, .is_done = true};
  if (!is_gone && !target.rules) done.dropped = target.settings.restore->dropped.value_or("");
  co_return done;
}

Task<Result<Step>> TableRestore::step() {
  const auto target = catalog_.find(table_name_);
  if (!target || target->id != table_ || !target->is_restored() ||
      target->state != TableState::Creating) {
    co_return Step{.items = 0, .is_done = true};
  }
  const Bytes key = position_key(target->id);
  auto position = co_await engine::read_one(engine_, key);
  CO_TRY(position);
  if (is_all(*position)) co_return co_await finish(*target);
  auto stretch = co_await stretch_at(*target, *position);
  CO_TRY(stretch);
  Status written = co_await write_and_read_ahead(target, *stretch, *position);
  const bool is_too_large = !written.ok() && written.error().kind() == ErrorKind::TooLarge;
  if (is_too_large && limits_.items_max > 1) {
    ahead_.reset();
    limits_.items_max = 1 + limits_.items_max / 8;
    limits_.bytes_max = 1 + limits_.bytes_max / 8;
    co_return Step{};
  }
  CO_TRY(written);
  passed_ += stretch->items.size();
  co_return Step{.items = stretch->items.size(), .is_done = false};
}

// The source has about as many items now as it had then.
jobs::Progress TableRestore::progress() const {
  const auto target = catalog_.find(table_name_);
  jobs::Progress progress{.done = passed_, .total = {}};
  if (!target || target->id != table_ || !target->is_restored()) return progress;
  const auto items_of = [&](keys::TableId table) {
    const auto counts = catalog_.statistics().counts_of(table, keys::IndexId::Base);
    return static_cast<std::uint64_t>(std::max<std::int64_t>(counts.items, 0));
  };
  progress.done = items_of(target->id);
  const auto in_backup = reader_ ? reader_->items() : std::nullopt;
  const std::uint64_t expected = in_backup.value_or(items_of(target->settings.restore->source));
  progress.total = std::max(expected, progress.done);
  return progress;
}

Task<Status> forget_restore(engine::Engine& engine, keys::TableId table) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    transaction.erase(position_key(table));
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine, body);
}

}  // namespace partita::recovery
