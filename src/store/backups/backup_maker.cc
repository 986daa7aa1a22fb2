#include "store/backups/backup_maker.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/value/item_view.h"
#include "partita/value/measure.h"
#include "store/backups/backup_claim.h"
#include "store/backups/backup_rows.h"
#include "store/catalog/catalog.h"
#include "store/keys/item_keys.h"

namespace partita::backups {
namespace {

// A block is full with the item that reaches this.
constexpr std::size_t kBlockBytes = std::size_t{4} << 20;

// Asked before each file is written: who stood still may find that another server has made the
// backup, and that somebody has deleted it.   ERRORS: those of the engine, if the lease is lost.
Task<Result<bool>> is_still_wanted(engine::Engine& engine, const BackupId& id) {
  bool is_wanted = false;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto claimed = co_await claim_row(transaction, id);
    CO_TRY(claimed);
    is_wanted = *claimed;
    co_return Status{};
  };
  Status committed = co_await engine::run(engine, body);
  CO_TRY(committed);
  co_return is_wanted;
}

}  // namespace

// A former program may have made it and not said so. Files of an attempt that it has not ended are
// not ours: it had another moment and another key.
Task<Result<bool>> BackupMaker::begin() {
  auto row = co_await read_row(tools_.engine, record_.id);
  CO_TRY(row);
  if (!*row || (*row)->state != BackupState::Making) co_return false;
  auto there = read_manifest(tools_.files, tools_.engine.abilities().key_wrap, record_.id);
  if (there.ok()) {
    Status forgotten = co_await forget();
    CO_TRY(forgotten);
    co_return false;
  }
  if (!moment_) {
    const auto now = tools_.clock.wall_now().time_since_epoch();
    moment_time_ = std::chrono::floor<std::chrono::milliseconds>(now).count();
    moment_ = tools_.engine.snapshot();
    auto read = co_await engine::read_one(*moment_, catalog::epoch_key(record_.table.id));
    CO_TRY(read);
  }
  Status removed = remove_files(tools_.files, record_.id);
  CO_TRY(removed);
  if (engine::KeyWrap* keys = tools_.engine.abilities().key_wrap) {
    auto seal = BackupSeal::create(*keys, tools_.random);
    CO_TRY(seal);
    seal_ = std::move(*seal);
  }
  has_begun_ = true;
  co_return true;
}

Task<Status> BackupMaker::forget() {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    erase_row(transaction, record_.id);
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(tools_.engine, body);
}

// True if there are no items behind the block.
Task<Result<bool>> BackupMaker::read_block(BlockBuilder& block, Bytes& last_key,
                                           std::int64_t& bytes) const {
  const auto all = keys::index_range(record_.table.id, keys::IndexId::Base);
  // The least key that is greater.
  const Bytes begin = last_key.empty() ? all.begin : last_key + '\0';
  Status parsed;
  bool is_full = false;
  const auto visit = [&](ByteView key, ByteView value) {
    const auto item = ItemView::parse(value);
    if (!item.ok()) {
      parsed = item.error();
      return engine::Visit::Stop;
    }
    bytes += static_cast<std::int64_t>(size_bytes(*item));
    block.add(value);
    last_key = key;
    is_full = block.bytes() >= kBlockBytes;
    return is_full ? engine::Visit::Stop : engine::Visit::Continue;
  };
  const engine::Range range{.begin = begin, .end = all.end, .bytes_hint = kBlockBytes};
  Status read = co_await moment_->scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  co_return !is_full;
}

Task<Result<BackupMaker::Step>> BackupMaker::finish() {
  const Step done{.items = 0, .is_done = true};
  auto wanted = co_await is_still_wanted(tools_.engine, record_.id);
  CO_TRY(wanted);
  if (!*wanted) co_return done;
  record_.items = items_;
  record_.size_bytes = size_bytes_;
  Status written =
      write_manifest(tools_.files, seal_, {.record = record_, .moment = moment_time_}, blocks_);
  CO_TRY(written);
  Status forgotten = co_await forget();
  CO_TRY(forgotten);
  moment_.reset();
  co_return done;
}

Task<Result<BackupMaker::Step>> BackupMaker::step() {
  if (!has_begun_) {
    auto begun = co_await begin();
    CO_TRY(begun);
    if (!*begun) co_return Step{.items = 0, .is_done = true};
  }
  if (has_all_) co_return co_await finish();
  BlockBuilder block;
  Bytes last_key = last_key_;
  std::int64_t bytes = 0;
  auto is_last = co_await read_block(block, last_key, bytes);
  CO_TRY(is_last);
  if (block.items() > 0) {
    auto wanted = co_await is_still_wanted(tools_.engine, record_.id);
    CO_TRY(wanted);
    if (!*wanted) co_return Step{.items = 0, .is_done = true};
    const auto number = static_cast<std::uint32_t>(blocks_.size());
    auto entry = block.write(tools_.files, seal_, record_.id, number);
    CO_TRY(entry);
    blocks_.push_back(*entry);
  }
  last_key_ = std::move(last_key);
  items_ += block.items();
  size_bytes_ += bytes;
  has_all_ = *is_last;
  if (has_all_) co_return co_await finish();
  co_return Step{.items = block.items(), .is_done = false};
}

jobs::Progress BackupMaker::progress() const {
  const auto done = static_cast<std::uint64_t>(items_);
  const auto expected = static_cast<std::uint64_t>(std::max<std::int64_t>(record_.items, 0));
  return {.done = done, .total = std::max(done, expected)};
}

}  // namespace partita::backups
