#include "engine/postgres/operand_folder.h"

#include <algorithm>
#include <map>
#include <utility>

namespace partita::engine {
namespace {

using namespace std::chrono_literals;

// How many rows are folded in one transaction, and how many operands are looked at to find them.
constexpr std::size_t kFoldedAtOnce = 64;
constexpr std::int64_t kOperandsAtOnce = 1'000;
// Readers say it again.
constexpr std::size_t kCrowdedMax = 1'024;
// The stamps that were given are noted once in so many turns.
constexpr int kTurnsBetweenNotes = 12;
constexpr Session::Kind kFolding{PoolLane::Pages, Sql::BeginChecked};

// What the rows become. Those that were there are locked, and their operands are taken away.
class Folding {
 public:
  Folding(KeyKinds kinds, const PGresult& rows, const PGresult& operands) : kinds_(kinds) {
    for (int row = 0; row < PQntuples(&rows); ++row) {
      Row& found = rows_[field(rows, row, 0)];
      found.is_stored = true;
      found.value = Bytes(field(rows, row, 1));
    }
    for (int row = 0; row < PQntuples(&operands); ++row) add(operands, row);
  }

  void add_to(SqlBatch& batch) const {
    for (const auto& [key, row] : rows_) {
      if (row.is_stored && row.value) batch.add(Sql::Update, {key, *row.value});
      if (row.is_stored && !row.value) batch.add(Sql::Erase, {key});
      if (!row.is_stored && row.value) batch.add(Sql::Insert, {key, *row.value});
    }
    batch.add(Sql::Commit);
  }

 private:
  struct Row {
    bool is_stored = false;
    std::optional<Bytes> value;
  };

  void add(const PGresult& operands, int row) {
    const ByteView key = field(operands, row, 0);
    // Of a kind that this program does not know: they stay as they are, and are not taken.
    const Combine combine = merged_kind(kinds_, key);
    Row& folded = rows_[key];
    folded.value = combine(folded.value, field(operands, row, 1));
  }

  const KeyKinds kinds_;
  std::map<ByteView, Row> rows_;
};

bool is_lost_race(const Status& status) {
  return !status.ok() && status.error().kind() == ErrorKind::Conflict;
}

}  // namespace

OperandFolder::OperandFolder(ConnectionPool& pool, KeyKinds kinds, std::int64_t stamp_base,
                             std::chrono::milliseconds interval)
    : pool_(pool),
      kinds_(kinds),
      stamp_base_(stamp_base),
      periodic_(interval.count() == 0 ? 24h : interval, [this] { work(); }) {}

void OperandFolder::note_crowded(const std::vector<Bytes>& keys) {
  if (keys.empty()) return;
  {
    const MutexLock lock(mutex_);
    for (const Bytes& key : keys) {
      if (crowded_.size() < kCrowdedMax) crowded_.insert(key);
    }
  }
  periodic_.wake();
}

// What fails is done the next time: readers find the same either way.
void OperandFolder::work() {
  std::set<Bytes> crowded;
  {
    const MutexLock lock(mutex_);
    crowded.swap(crowded_);
  }
  std::vector<Bytes> keys(crowded.begin(), crowded.end());
  if (!keys.empty()) return static_cast<void>(sync_wait(fold(std::move(keys))));
  static_cast<void>(sync_wait(fold_everything()));
  if (turns_until_note_-- > 0) return;
  turns_until_note_ = kTurnsBetweenNotes;
  static_cast<void>(sync_wait(note_stamps()));
}

Status OperandFolder::fold_all() { return sync_wait(fold_everything()); }

Task<Status> OperandFolder::fold_everything() {
  Bytes after;
  for (;;) {
    SqlBatch batch;
    batch.add(Sql::OperandKeys, {after, batch.number(kOperandsAtOnce)});
    const auto results = co_await send_shared(pool_, batch);
    CO_TRY(results);
    const PGresult& found = *results->front();
    std::vector<Bytes> keys;
    for (int row = 0; row < PQntuples(&found); ++row) {
      const ByteView key = field(found, row, 0);
      const bool is_known = kinds_(key) != nullptr;
      if (is_known && (keys.empty() || keys.back() != key)) keys.emplace_back(key);
    }
    if (PQntuples(&found) == 0) co_return Status{};
    after = Bytes(field(found, PQntuples(&found) - 1, 0));
    Status folded = co_await fold(std::move(keys));
    CO_TRY(folded);
  }
}

Task<Status> OperandFolder::fold(std::vector<Bytes> keys) {
  for (std::size_t first = 0; first < keys.size(); first += kFoldedAtOnce) {
    const auto last = std::min(keys.size(), first + kFoldedAtOnce);
    const std::vector<ByteView> views(keys.begin() + static_cast<std::ptrdiff_t>(first),
                                      keys.begin() + static_cast<std::ptrdiff_t>(last));
    Session session(pool_, kFolding, MonotonicTime::max());
    SqlBatch taking = session.new_batch();
    const ByteView encoded = taking.keep(encode_keys(views.data(), views.size()));
    taking.add(Sql::LockFolded, {encoded});
    taking.add(Sql::TakeOperands, {encoded});
    const auto taken = co_await session.send(taking);
    Status status;
    if (taken.ok()) {
      const Folding folding(kinds_, *(*taken)[0], *(*taken)[1]);
      SqlBatch writing = session.new_batch();
      folding.add_to(writing);
      const auto written = co_await session.send(writing);
      if (!written.ok()) status = written.error();
    } else {
      status = taken.error();
    }
    if (!status.ok() && !is_lost_race(status)) co_return status;
  }
  co_return Status{};
}

Task<Status> OperandFolder::note_stamps() {
  SqlBatch batch;
  batch.add(Sql::NoteStamps, {batch.number(stamp_base_)});
  const auto results = co_await send_shared(pool_, batch);
  if (!results.ok()) co_return results.error();
  co_return Status{};
}

}  // namespace partita::engine
