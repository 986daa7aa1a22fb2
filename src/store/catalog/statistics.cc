#include "store/catalog/statistics.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "partita/value/measure.h"
#include "store/catalog/structure_codec.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_builder.h"

// Where they are saved, one row for each table and each index:
//
// key   := 00 "statistics/" table:u32 index:u16
// value := item with the members of SavedCounts
//
// and, while no program has them open, if none is missing:
//
// key   := 00 "statistics-closed"      value is empty

namespace partita::catalog {
namespace {

constexpr std::string_view kPrefix = "statistics/";
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
  Bytes key;
  SavedCounts counts;
};

Result<SavedCounts> parse_counts(ByteView bytes) {
  const auto item = TRY(ItemView::parse(bytes));
  SavedCounts counts;
  TRY(read_map(item.to_item(), counts));
  return counts;
}

Task<Result<std::vector<Row>>> read_rows(const engine::View& view) {
  std::vector<Row> rows;
  Status parsed;
  const auto visit = [&](ByteView key, ByteView value) {
    auto counts = parse_counts(value);
    if (counts.ok()) {
      rows.push_back({Bytes(key), *counts});
    } else {
      parsed = std::move(counts).error().within("saved statistics");
    }
    return parsed.ok() ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const auto all = keys::prefix_range(keys::metadata_key(kPrefix));
  const engine::Range range{.begin = all.begin, .end = all.end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  co_return rows;
}

Task<Status> erase_rows(engine::Engine& engine, const std::vector<Bytes>& keys) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    for (const auto& key : keys) transaction.erase(key);
    co_return Status{};
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

Bytes Statistics::key_of(Counted counted) {
  return keys::KeyBuilder(keys::Space::Metadata, 18)
      .bytes(kPrefix)
      .integer(static_cast<std::uint32_t>(counted >> 16))
      .integer(static_cast<std::uint16_t>(counted))
      .take();
}

Task<Status> Statistics::load(engine::Engine& engine, const std::set<keys::TableId>& tables) {
  auto rows = co_await read_rows(engine);
  CO_TRY(rows);
  std::vector<Bytes> stale;
  {
    const std::lock_guard lock(mutex_);
    for (auto& row : *rows) {
      const keys::TableId table{row.counts.table};
      if (tables.contains(table)) {
        totals_[counted(table, keys::IndexId{row.counts.index})] = {row.counts.items,
                                                                    row.counts.bytes};
      } else {
        stale.push_back(std::move(row.key));
      }
    }
  }
  const Bytes closed = keys::metadata_key(kClosed);
  auto was_closed = co_await engine::read_one(engine, closed);
  CO_TRY(was_closed);
  if (*was_closed) {
    stale.push_back(closed);
  } else if (!tables.empty()) {
    begin_recount(engine, tables);
    // The first read fixes the moment, which must be before anybody writes.
    auto fixed = co_await engine::read_one(*recount_->moment, closed);
    CO_TRY(fixed);
  }
  if (stale.empty()) co_return Status{};
  co_return without_unavailable(co_await erase_rows(engine, stale));
}

void Statistics::begin_recount(engine::Engine& engine, const std::set<keys::TableId>& tables) {
  const std::lock_guard lock(mutex_);
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
  const std::lock_guard lock(mutex_);
  is_recounting_ = false;
  loaded_.clear();
  dropped_.clear();
}

// What was added since the counts were loaded stays.
void Statistics::correct(const Recount& recount) {
  const Counted first = counted(recount.tables.back(), keys::IndexId::Base);
  const Counted last = counted(recount.tables.back(), keys::IndexId{0xFFFF});
  const std::lock_guard lock(mutex_);
  auto changes = recount.found;
  for (auto at = loaded_.lower_bound(first); at != loaded_.upper_bound(last); ++at) {
    changes[at->first] += {-at->second.items, -at->second.bytes};
  }
  for (const auto& [counted, change] : changes) {
    const auto is_in = [counted](const auto& span) {
      return span.first <= counted && counted <= span.second;
    };
    if (change == Counts{} || std::ranges::any_of(dropped_, is_in)) continue;
    totals_[counted] += change;
    unsaved_.insert(counted);
  }
}

void Statistics::add(keys::TableId table, keys::IndexId index, Counts change) {
  Shard& shard = shards_[number_of_this_thread() % kShards];
  const std::lock_guard lock(shard.mutex);
  shard.changes[counted(table, index)] += change;
}

Counts Statistics::counts_of(keys::TableId table, keys::IndexId index) const {
  const Counted wanted = counted(table, index);
  Counts counts;
  const std::lock_guard lock(mutex_);
  if (const auto found = totals_.find(wanted); found != totals_.end()) counts = found->second;
  for (const auto& shard : shards_) {
    const std::lock_guard shard_lock(shard.mutex);
    const auto found = shard.changes.find(wanted);
    if (found != shard.changes.end()) counts += found->second;
  }
  return {.items = std::max<std::int64_t>(counts.items, 0),
          .bytes = std::max<std::int64_t>(counts.bytes, 0)};
}

void Statistics::gather() {
  for (auto& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    for (const auto& [counted, change] : shard.changes) {
      totals_[counted] += change;
      unsaved_.insert(counted);
    }
    shard.changes.clear();
  }
}

Task<Status> Statistics::save(engine::Engine& engine) {
  std::vector<std::pair<Counted, Counts>> changed;
  {
    const std::lock_guard lock(mutex_);
    gather();
    for (const Counted counted : unsaved_) changed.emplace_back(counted, totals_[counted]);
    unsaved_.clear();
  }
  if (changed.empty()) co_return Status{};
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    for (const auto& [counted, counts] : changed) {
      const SavedCounts saved{.table = static_cast<std::uint32_t>(counted >> 16),
                              .index = static_cast<std::uint16_t>(counted),
                              .items = counts.items,
                              .bytes = counts.bytes};
      transaction.put(key_of(counted), encode(to_map(saved)));
    }
    co_return Status{};
  };
  Status saved = co_await engine::run(engine, body);
  if (!saved.ok()) {
    const std::lock_guard lock(mutex_);
    for (const auto& [counted, counts] : changed) unsaved_.insert(counted);
  }
  co_return saved;
}

// While rows are being counted anew nobody knows yet whether any are missing.
Task<Status> Statistics::close(engine::Engine& engine) {
  Status saved = co_await save(engine);
  CO_TRY(saved);
  if (recount_) co_return Status{};
  const auto body = [](engine::Transaction& transaction) {
    transaction.put(keys::metadata_key(kClosed), Bytes());
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine, body);
}

std::vector<Bytes> Statistics::drop(Counted first, Counted last) {
  const std::lock_guard lock(mutex_);
  gather();
  std::vector<Bytes> keys;
  const auto begin = totals_.lower_bound(first);
  const auto end = totals_.upper_bound(last);
  for (auto at = begin; at != end; ++at) {
    keys.push_back(key_of(at->first));
    unsaved_.erase(at->first);
  }
  totals_.erase(begin, end);
  if (is_recounting_) dropped_.emplace_back(first, last);
  return keys;
}

Task<Status> Statistics::forget_table(engine::Engine& engine, keys::TableId table) {
  constexpr keys::IndexId kLast{0xFFFF};
  const auto keys = drop(counted(table, keys::IndexId::Base), counted(table, kLast));
  co_return co_await erase_rows(engine, keys);
}

Task<Status> Statistics::forget_index(engine::Engine& engine, keys::TableId table,
                                      keys::IndexId index) {
  const auto keys = drop(counted(table, index), counted(table, index));
  co_return co_await erase_rows(engine, keys);
}

}  // namespace partita::catalog
