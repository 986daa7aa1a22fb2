#include "store/catalog/statistics.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/base/check.h"
#include "partita/base/varint.h"
#include "partita/value/item_view.h"
#include "partita/value/measure.h"
#include "store/catalog/structure_codec.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_builder.h"

// Where they are, one row for each table and each index:
//
// key   := 0A table:u32 index:u16      value := items:signed bytes:signed
//
// where they were before, and are added to the others at the next start:
//
// key   := 00 "statistics/" table:u32 index:u16      value := item with the members of SavedCounts
//
// and, while no program has them open, if none is missing:
//
// key   := 00 "statistics-closed"      value is empty

namespace partita::catalog {
namespace {

constexpr std::string_view kFormerPrefix = "statistics/";
constexpr std::string_view kClosed = "statistics-closed";

struct SavedCounts {
  std::uint32_t table = 0;
  std::uint16_t index = 0;
  std::int64_t items = 0;
  std::int64_t bytes = 0;

  // DO NOT CHANGE a name: stored.
  static constexpr auto shape() {
    using Self = SavedCounts;
    return std::tuple(api::required("Table", &Self::table), api::required("Index", &Self::index),
                      api::required("Items", &Self::items), api::required("Bytes", &Self::bytes));
  }
};

struct Row {
  keys::TableId table;
  keys::IndexId index;
  Counts counts;
};

Bytes row_key(keys::TableId table, keys::IndexId index) {
  return keys::KeyBuilder(keys::Space::Statistics, 7).integer(table).integer(index).take();
}

Bytes encode(const Counts& counts) {
  Bytes bytes;
  append_signed(bytes, counts.items);
  append_signed(bytes, counts.bytes);
  return bytes;
}

std::optional<Counts> decode(ByteView stored) {
  const auto items = take_signed(stored);
  const auto bytes = items ? take_signed(stored) : std::nullopt;
  if (!bytes || !stored.empty()) return std::nullopt;
  return Counts{.items = *items, .bytes = *bytes};
}

// A row that is damaged stays, so that whoever reads it is told.
std::optional<Bytes> add_counts(std::optional<ByteView> stored, ByteView operand) {
  auto sum = stored ? decode(*stored) : Counts();
  if (!sum) return Bytes(*stored);
  const auto change = decode(operand);
  PARTITA_CHECK(change);
  *sum += *change;
  return *sum == Counts() ? std::nullopt : std::optional(encode(*sum));
}

Result<Row> parse_row(ByteView key, ByteView value) {
  constexpr std::size_t kKeyBytes =
      sizeof(keys::Space) + sizeof(keys::TableId) + sizeof(keys::IndexId);
  const auto counts = decode(value);
  if (key.size() != kKeyBytes || !counts) return Error::corrupt("stored statistics are damaged");
  keys::KeyReader reader(key.substr(sizeof(keys::Space)));
  Row row{.table = {}, .index = {}, .counts = *counts};
  row.table = reader.integer<keys::TableId>();
  row.index = reader.integer<keys::IndexId>();
  return row;
}

Result<Row> parse_former_row(ByteView, ByteView value) {
  const auto item = TRY(ItemView::parse(value));
  SavedCounts saved;
  TRY(read_map(item.to_item(), saved));
  return Row{.table = keys::TableId{saved.table},
             .index = keys::IndexId{saved.index},
             .counts = {.items = saved.items, .bytes = saved.bytes}};
}

keys::KeyRange former_rows() { return keys::prefix_range(keys::metadata_key(kFormerPrefix)); }

Task<Result<std::vector<Row>>> read_rows(const engine::View& view, keys::KeyRange rows_of,
                                         Result<Row> (*parse)(ByteView, ByteView)) {
  std::vector<Row> rows;
  Status parsed;
  const auto visit = [&](ByteView key, ByteView value) {
    auto row = parse(key, value);
    if (row.ok()) {
      rows.push_back(*row);
    } else {
      parsed = std::move(row).error().within("statistics");
    }
    return parsed.ok() ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const engine::Range range{.begin = rows_of.begin, .end = rows_of.end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  co_return rows;
}

// Moves the rows of before to where they are now.
Task<Status> move_former_rows(engine::Engine& engine) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto rows = co_await read_rows(engine, former_rows(), &parse_former_row);
    CO_TRY(rows);
    for (const Row& row : *rows) {
      Bytes former = keys::KeyBuilder(keys::Space::Metadata, 18)
                         .bytes(kFormerPrefix)
                         .integer(row.table)
                         .integer(row.index)
                         .take();
      // Checked, so that of two programs that start only one moves it.
      auto stored = co_await engine::read_one(transaction, former);
      CO_TRY(stored);
      if (!*stored) continue;
      transaction.merge(row_key(row.table, row.index), encode(row.counts));
      transaction.erase(std::move(former));
    }
    co_return Status{};
  };
  co_return co_await engine::run(engine, body);
}

Task<Status> set_closed(engine::Engine& engine, bool is_closed) {
  const auto body = [&](engine::Transaction& transaction) {
    Bytes key = keys::metadata_key(kClosed);
    is_closed ? transaction.put(std::move(key), Bytes()) : transaction.erase(std::move(key));
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine, body);
}

// Of an item or an entry of an index (keys/key_space.h).
keys::IndexId index_of(ByteView key) {
  key.remove_prefix(sizeof(keys::Space) + sizeof(keys::TableId));
  return keys::KeyReader(key).integer<keys::IndexId>();
}

// A store that takes no writes for a while opens for readers all the same.
Status without_unavailable(Status status) {
  if (!status.ok() && status.error().kind() == ErrorKind::Unavailable) return {};
  return status;
}

// Threads take the shards in turn.
std::size_t number_of_this_thread() {
  static std::atomic<std::size_t> next{0};
  thread_local const std::size_t number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

}  // namespace

Counts& Counts::operator+=(const Counts& other) {
  items += other.items;
  bytes += other.bytes;
  return *this;
}

Statistics::Counted Statistics::counted(keys::TableId table, keys::IndexId index) {
  return std::uint64_t{static_cast<std::uint32_t>(table)} << 16 | static_cast<std::uint16_t>(index);
}

void Statistics::show(std::map<Counted, Counts> stored) {
  const MutexLock lock(mutex_);
  totals_ = std::move(stored);
}

Task<Status> Statistics::refresh(engine::Engine& engine) {
  auto rows = co_await read_rows(engine, keys::space_range(keys::Space::Statistics), &parse_row);
  CO_TRY(rows);
  std::map<Counted, Counts> stored;
  for (const Row& row : *rows) stored[counted(row.table, row.index)] += row.counts;
  show(std::move(stored));
  co_return Status{};
}

// Rows of tables that are not known stay: they do no harm, and another program may know them.
Task<Status> Statistics::load(engine::Engine& engine, const std::set<keys::TableId>& tables) {
  Status moved = without_unavailable(co_await move_former_rows(engine));
  CO_TRY(moved);
  Status read = co_await refresh(engine);
  CO_TRY(read);
  if (is_shared_) co_return Status{};
  const Bytes closed = keys::metadata_key(kClosed);
  auto was_closed = co_await engine::read_one(engine, closed);
  CO_TRY(was_closed);
  if (*was_closed) co_return without_unavailable(co_await set_closed(engine, false));
  if (tables.empty()) co_return Status{};
  begin_recount(engine, tables);
  // The first read fixes the moment, which must be before anybody writes.
  auto fixed = co_await engine::read_one(*recount_->moment, closed);
  CO_TRY(fixed);
  co_return Status{};
}

void Statistics::begin_recount(engine::Engine& engine, const std::set<keys::TableId>& tables) {
  const MutexLock lock(mutex_);
  is_recounting_ = true;
  loaded_ = totals_;
  recount_ = std::make_unique<Recount>();
  recount_->moment = engine.snapshot();
  recount_->tables.assign(tables.begin(), tables.end());
}

Task<Result<bool>> Statistics::recount_some(std::size_t rows_max) {
  if (!recount_) co_return false;
  Recount& recount = *recount_;
  std::size_t rows = 0;
  bool is_at_end = true;
  const auto visit = [&](ByteView key, ByteView value) {
    if (rows == rows_max) {
      is_at_end = false;
      return engine::Visit::Stop;
    }
    ++rows;
    const auto item = ItemView::parse(value);
    const auto bytes = item.ok() ? static_cast<std::int64_t>(size_bytes(*item)) : 0;
    recount.found[counted(recount.tables.back(), index_of(key))] += {.items = 1, .bytes = bytes};
    recount.last_key = key;
    return engine::Visit::Continue;
  };
  auto rest = keys::table_range(recount.tables.back());
  if (!recount.last_key.empty()) rest = keys::rest_after(std::move(rest), recount.last_key);
  const engine::Range range{.begin = rest.begin, .end = rest.end, .rows_hint = rows_max + 1};
  Status read = co_await recount.moment->scan(range, visit);
  CO_TRY(read);
  if (!is_at_end) co_return true;
  correct(recount);
  recount.tables.pop_back();
  recount.last_key.clear();
  recount.found.clear();
  if (!recount.tables.empty()) co_return true;
  end_recount();
  co_return false;
}

void Statistics::end_recount() {
  recount_ = nullptr;
  const MutexLock lock(mutex_);
  is_recounting_ = false;
  loaded_.clear();
  dropped_.clear();
}

// What was added since the counts were loaded stays.
void Statistics::correct(const Recount& recount) {
  const Counted first = counted(recount.tables.back(), keys::IndexId::Base);
  const Counted last = counted(recount.tables.back(), keys::IndexId{0xFFFF});
  const MutexLock lock(mutex_);
  auto changes = recount.found;
  for (auto at = loaded_.lower_bound(first); at != loaded_.upper_bound(last); ++at) {
    changes[at->first] += {-at->second.items, -at->second.bytes};
  }
  for (const auto& each : changes) {
    const auto is_in = [&](const auto& span) {
      return span.first <= each.first && each.first <= span.second;
    };
    if (each.second == Counts{} || std::ranges::any_of(dropped_, is_in)) continue;
    totals_[each.first] += each.second;
    unsaved_[each.first] += each.second;
  }
}

void Statistics::add(keys::TableId table, keys::IndexId index, Counts change) {
  if (is_shared_) return;
  Shard& shard = shards_[number_of_this_thread() % kShards];
  const MutexLock lock(shard.mutex);
  Change& changed = shard.changes[counted(table, index)];
  changed.sum += change;
  changed.moved += {.items = std::abs(change.items), .bytes = std::abs(change.bytes)};
}

Counts Statistics::moved_of(keys::TableId table, keys::IndexId index) const {
  const Counted wanted = counted(table, index);
  Counts moved;
  const MutexLock lock(mutex_);
  if (const auto found = moved_.find(wanted); found != moved_.end()) moved = found->second;
  for (const auto& shard : shards_) {
    const MutexLock shard_lock(shard.mutex);
    const auto found = shard.changes.find(wanted);
    if (found != shard.changes.end()) moved += found->second.moved;
  }
  return moved;
}

bool Statistics::are_settled() const {
  const MutexLock lock(mutex_);
  return !is_recounting_ && !is_doubtful_;
}

Counts Statistics::counts_of(keys::TableId table, keys::IndexId index) const {
  const Counted wanted = counted(table, index);
  Counts counts;
  const MutexLock lock(mutex_);
  if (const auto found = totals_.find(wanted); found != totals_.end()) counts = found->second;
  for (const auto& shard : shards_) {
    const MutexLock shard_lock(shard.mutex);
    const auto found = shard.changes.find(wanted);
    if (found != shard.changes.end()) counts += found->second.sum;
  }
  return {.items = std::max<std::int64_t>(counts.items, 0),
          .bytes = std::max<std::int64_t>(counts.bytes, 0)};
}

void Statistics::gather() {
  for (auto& shard : shards_) {
    const MutexLock lock(shard.mutex);
    for (const auto& [counted, change] : shard.changes) {
      totals_[counted] += change.sum;
      unsaved_[counted] += change.sum;
      moved_[counted] += change.moved;
    }
    shard.changes.clear();
  }
}

Task<Status> Statistics::save(engine::Engine& engine) {
  if (is_shared_) co_return co_await refresh(engine);
  std::map<Counted, Counts> changes;
  {
    const MutexLock lock(mutex_);
    gather();
    changes.swap(unsaved_);
  }
  std::erase_if(changes, [](const auto& each) { return each.second == Counts(); });
  if (changes.empty()) co_return Status{};
  const auto body = [&](engine::Transaction& transaction) {
    for (const auto& [counted, change] : changes) {
      buffer_counts(transaction, keys::TableId{static_cast<std::uint32_t>(counted >> 16)},
                    keys::IndexId{static_cast<std::uint16_t>(counted)}, change);
    }
    return Task<Status>::ready({});
  };
  Status saved = co_await engine::run(engine, body);
  if (saved.ok()) co_return saved;
  const MutexLock lock(mutex_);
  if (saved.error().kind() == ErrorKind::Unknown) {
    is_doubtful_ = true;
  } else {
    for (const auto& [counted, change] : changes) unsaved_[counted] += change;
  }
  co_return saved;
}

// While rows are being counted anew nobody knows yet whether any are missing.
Task<Status> Statistics::close(engine::Engine& engine) {
  if (is_shared_) co_return Status{};
  Status saved = co_await save(engine);
  CO_TRY(saved);
  {
    const MutexLock lock(mutex_);
    if (recount_ || is_doubtful_) co_return Status{};
    PARTITA_CHECK(unsaved_.empty());
  }
  co_return co_await set_closed(engine, true);
}

Task<Status> Statistics::forget(engine::Engine& engine, Counted first, Counted last) {
  {
    const MutexLock lock(mutex_);
    gather();
    totals_.erase(totals_.lower_bound(first), totals_.upper_bound(last));
    unsaved_.erase(unsaved_.lower_bound(first), unsaved_.upper_bound(last));
    moved_.erase(moved_.lower_bound(first), moved_.upper_bound(last));
    if (is_recounting_) dropped_.emplace_back(first, last);
  }
  const auto key_of = [](Counted counted) {
    return row_key(keys::TableId{static_cast<std::uint32_t>(counted >> 16)},
                   keys::IndexId{static_cast<std::uint16_t>(counted)});
  };
  const Bytes begin = key_of(first);
  const Bytes end = keys::successor(key_of(last));
  co_return co_await engine.erase_range(begin, end);
}

Task<Status> Statistics::forget_table(engine::Engine& engine, keys::TableId table) {
  constexpr keys::IndexId kLast{0xFFFF};
  return forget(engine, counted(table, keys::IndexId::Base), counted(table, kLast));
}

Task<Status> Statistics::forget_index(engine::Engine& engine, keys::TableId table,
                                      keys::IndexId index) {
  return forget(engine, counted(table, index), counted(table, index));
}

Task<Result<Counts>> read_counts(const engine::View& view, keys::TableId table,
                                 keys::IndexId index) {
  const Bytes key = row_key(table, index);
  const auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  const auto counts = *stored ? decode(**stored) : Counts();
  if (!counts) co_return Error::corrupt("stored statistics are damaged");
  co_return *counts;
}

void buffer_counts(engine::Transaction& transaction, keys::TableId table, keys::IndexId index,
                   Counts change) {
  transaction.merge(row_key(table, index), encode(change));
}

engine::Combine statistics_kind(ByteView key) {
  constexpr char kSpace = static_cast<char>(keys::Space::Statistics);
  return !key.empty() && key.front() == kSpace ? &add_counts : nullptr;
}

}  // namespace partita::catalog
