#include "modelled/archives/archive_maker.h"

#include <algorithm>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "modelled/archives/archive_keys.h"
#include "partita/base/big_endian.h"

namespace partita::archives {
namespace {

using engine::Visit;
using jobs::Turn;
using std::chrono::milliseconds;

// How often it is looked whether items are due: often enough for short times, never in a hurry.
constexpr milliseconds kLookMin{1000};
constexpr milliseconds kLookMax{60'000};
constexpr int kLooksInFlush = 4;
// What a turn reads of a batch.
constexpr std::size_t kTurnBytes = std::size_t{4} << 20;
// A job that waits is woken; this is for a wake that came too early.
constexpr milliseconds kWaitAtMost{1000};

std::int64_t to_ms(WallTime time) {
  return std::chrono::floor<milliseconds>(time).time_since_epoch().count();
}

}  // namespace

void ArchiveMaker::begin_anew() {
  is_loaded_ = false;
  batch_.reset();
  items_ = {};
  content_ = {};
  waiting_.forget_all();
}

Task<Status> ArchiveMaker::load() {
  auto layout = co_await engine::read_one(tools_.engine, layout_key(archive_));
  CO_TRY(layout);
  if (!*layout) co_return Error::corrupt("it is not stored what an archive is");
  auto decoded = decode_layout(**layout);
  CO_TRY(decoded);
  layout_ = std::move(*decoded);
  auto batch = co_await engine::read_one(tools_.engine, batch_key(archive_));
  CO_TRY(batch);
  batch_.reset();
  if (*batch) {
    auto stored = decode_batch(**batch);
    CO_TRY(stored);
    batch_ = std::move(*stored);
    next_ = batch_->first;
  }
  is_loaded_ = true;
  co_return Status{};
}

// Items that have gone by then are due. While the date is in doubt only those are that somebody
// has asked for.
Task<Result<std::int64_t>> ArchiveMaker::due_before() const {
  auto asked = co_await engine::read_one(tools_.engine, flush_key(archive_));
  CO_TRY(asked);
  std::int64_t due = INT64_MIN;
  if (*asked && (*asked)->size() == sizeof(std::int64_t)) {
    due = ByteReader(**asked).integer<std::int64_t>();
  }
  if (const auto now = tools_.clock.trusted_now()) {
    due = std::max(due, to_ms(*now) - layout_.flush.count());
  }
  co_return due;
}

Task<Result<ArchiveMaker::Choice>> ArchiveMaker::choose() {
  auto looked = co_await waiting_.look(tools_.engine);
  CO_TRY(looked);
  is_idle_ = *looked && !waiting_.oldest().has_value();
  auto due = co_await due_before();
  CO_TRY(due);
  auto next = waiting_.next_batch(*due);
  if (!next) co_return *looked ? Choice::Nothing : Choice::LookOn;
  Status fixed = co_await fix(*next);
  CO_TRY(fixed);
  waiting_.forget(*next);
  next_ = next->first;
  batch_ = std::move(next);
  co_return Choice::Batch;
}

// Another server may have begun one while this one stood still.
Task<Status> ArchiveMaker::fix(const Batch& batch) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    const Bytes key = batch_key(archive_);
    auto stored = co_await engine::read_one(transaction, key);
    CO_TRY(stored);
    if (*stored) co_return Error::unavailable("another server works on the archive");
    transaction.put(key, encode(batch));
    co_return Status{};
  };
  co_return co_await engine::run(tools_.engine, body);
}

Task<Status> ArchiveMaker::check_batch(engine::Transaction& transaction) const {
  auto stored = co_await engine::read_one(transaction, batch_key(archive_));
  CO_TRY(stored);
  if (*stored && **stored == encode(*batch_)) co_return Status{};
  co_return Error::unavailable("another server works on the archive");
}

Task<Status> ArchiveMaker::read_some() {
  const Bytes prefix = waiting_prefix(archive_, keys::hash_bytes(batch_->folder));
  std::size_t bytes = 0;
  const auto visit = [&](std::uint64_t stamp, ByteView value) {
    if (stamp > batch_->last) return Visit::Stop;
    items_.emplace_back(value);
    next_ = stamp + 1;
    bytes += value.size();
    return bytes < kTurnBytes ? Visit::Continue : Visit::Stop;
  };
  Status read = co_await tools_.engine.read_log(
      {.prefix = prefix, .from = next_, .bytes_hint = kTurnBytes}, visit);
  CO_TRY(read);
  const bool is_at_end = bytes < kTurnBytes;
  if (is_at_end && items_.size() != batch_->items) {
    co_return Error::corrupt("items of an archive are gone that have no file yet");
  }
  co_return Status{};
}

// Runs beside the job, which does not touch what is used here until it is over.
Status ArchiveMaker::write() {
  if (content_.empty()) {
    std::vector<WaitingItem> items;
    items.reserve(items_.size());
    for (const Bytes& stored : items_) items.push_back(TRY(decode_waiting_item(stored)));
    const auto [oldest, newest] = std::ranges::minmax(items, {}, &WaitingItem::time);
    content_ = tools_.formats->file(layout_, items);
    file_ = {.folder = batch_->folder,
             .name = file_name({.archive = archive_, .first = batch_->first, .rows = items_},
                               tools_.formats->extension()),
             .items = batch_->items,
             .bytes = content_.size(),
             .oldest = oldest.time,
             .newest = newest.time,
             .sum = sha256(content_)};
  }
  TRY(tools_.place->put(
      {.bucket = layout_.bucket, .key = object_key(layout_, file_.folder, file_.name)}, content_));
  return {};
}

void ArchiveMaker::send() {
  errand_.begin([this] { return write(); }, wake_);
}

// From this commit on the file counts, and no longer the rows that it was made of.
Task<Status> ArchiveMaker::file() {
  Batch filed = *batch_;
  filed.is_filed = true;
  file_.made = to_ms(tools_.clock.wall_now());
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    Status checked = co_await check_batch(transaction);
    CO_TRY(checked);
    const auto folder = keys::hash_bytes(filed.folder);
    transaction.put(file_key(archive_, folder, filed.first), encode(file_));
    transaction.put(batch_key(archive_), encode(filed));
    co_return Status{};
  };
  Status stored = co_await engine::run(tools_.engine, body);
  CO_TRY(stored);
  batch_ = std::move(filed);
  items_ = {};
  content_ = {};
  co_return Status{};
}

// Nothing is written under these keys any more: stamps only grow.
Task<Status> ArchiveMaker::clear() {
  const auto range =
      waiting_range(archive_, keys::hash_bytes(batch_->folder), batch_->first, batch_->last);
  Status erased = co_await tools_.engine.erase_range(range.begin, range.end);
  CO_TRY(erased);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    Status checked = co_await check_batch(transaction);
    CO_TRY(checked);
    transaction.erase(batch_key(archive_));
    co_return Status{};
  };
  Status ended = co_await engine::run(tools_.engine, body);
  CO_TRY(ended);
  batch_.reset();
  co_return Status{};
}

Task<Result<Turn>> ArchiveMaker::step() {
  if (errand_.is_under_way()) co_return Turn::idle(kWaitAtMost);
  if (auto outcome = errand_.take()) {
    Status done = std::move(*outcome);
    if (done.ok()) done = co_await file();
    // What is stored is perhaps not known, or another server has gone on: it is read again.
    if (!done.ok()) begin_anew();
    CO_TRY(done);
  }
  if (!is_loaded_) {
    Status loaded = co_await load();
    CO_TRY(loaded);
  }
  if (!batch_) {
    auto chosen = co_await choose();
    if (!chosen.ok()) begin_anew();
    CO_TRY(chosen);
    if (*chosen == Choice::LookOn) co_return Turn::more(0);
    if (*chosen == Choice::Nothing) {
      co_return Turn::idle(std::clamp(layout_.flush / kLooksInFlush, kLookMin, kLookMax));
    }
  }
  is_idle_ = false;
  if (batch_->is_filed) {
    const std::uint64_t items = batch_->items;
    Status cleared = co_await clear();
    if (!cleared.ok()) begin_anew();
    CO_TRY(cleared);
    co_return Turn::more(items);
  }
  if (tools_.place == nullptr || tools_.formats == nullptr) {
    begin_anew();
    co_return Error::unavailable("there are no buckets: start the server with --s3");
  }
  if (items_.size() < batch_->items) {
    Status read = co_await read_some();
    if (!read.ok()) begin_anew();
    CO_TRY(read);
    co_return Turn::more(0);
  }
  send();
  co_return Turn::idle(kWaitAtMost);
}

}  // namespace partita::archives
