#include "engine/rocksdb/store_view.h"

#include <memory>
#include <vector>

#include "engine/log_scan.h"
#include "engine/rocksdb/slice.h"
#include "engine/rocksdb/status.h"
#include "partita/base/memory_reserve.h"

namespace partita::engine {
namespace {

// Calls RocksDB, which cannot bear a failed allocation.
template <typename Call>
auto in_rocksdb(Call call) {
  const AllocationScope scope(AllocationFailure::DrawsOnReserve);
  return call();
}

Status visit_value(std::size_t index, const rocksdb::Status& status, const rocksdb::Slice& value,
                   ValueVisitor visit) {
  if (status.ok()) {
    visit(index, as_view(value));
    return {};
  }
  if (!status.IsNotFound()) return error_from(status);
  visit(index, std::nullopt);
  return {};
}

Status get_one(rocksdb::DB& store, const rocksdb::ReadOptions& options, ByteView key,
               ValueVisitor visit) {
  // Pinned: the value is read where the cache holds it, and not copied.
  rocksdb::PinnableSlice value;
  const auto status = in_rocksdb(
      [&] { return store.Get(options, store.DefaultColumnFamily(), as_slice(key), &value); });
  return visit_value(0, status, value, visit);
}

Status get_many(rocksdb::DB& store, const rocksdb::ReadOptions& options,
                std::span<const ByteView> keys, ValueVisitor visit) {
  std::vector<rocksdb::Slice> slices;
  slices.reserve(keys.size());
  for (const ByteView key : keys) slices.push_back(as_slice(key));
  std::vector<rocksdb::PinnableSlice> values(keys.size());
  std::vector<rocksdb::Status> statuses(keys.size());
  in_rocksdb([&] {
    store.MultiGet(options, store.DefaultColumnFamily(), keys.size(), slices.data(), values.data(),
                   statuses.data());
  });
  for (std::size_t index = 0; index < keys.size(); ++index) {
    TRY(visit_value(index, statuses[index], values[index], visit));
  }
  return {};
}

Status scan_forward(rocksdb::Iterator& rows, RowVisitor visit) {
  in_rocksdb([&] { rows.SeekToFirst(); });
  for (; rows.Valid(); in_rocksdb([&] { rows.Next(); })) {
    if (visit(as_view(rows.key()), as_view(rows.value())) == Visit::Stop) return {};
  }
  return {};
}

Status scan_backward(rocksdb::Iterator& rows, RowVisitor visit) {
  in_rocksdb([&] { rows.SeekToLast(); });
  for (; rows.Valid(); in_rocksdb([&] { rows.Prev(); })) {
    if (visit(as_view(rows.key()), as_view(rows.value())) == Visit::Stop) return {};
  }
  return {};
}

}  // namespace

Status get_from(rocksdb::DB& store, const rocksdb::ReadOptions& options,
                std::span<const ByteView> keys, ValueVisitor visit) {
  return keys.size() == 1 ? get_one(store, options, keys.front(), visit)
                          : get_many(store, options, keys, visit);
}

Status scan_from(rocksdb::DB& store, rocksdb::ReadOptions options, const Range& range,
                 RowVisitor visit) {
  if (range.end && *range.end <= range.begin) return {};
  const rocksdb::Slice lower = as_slice(range.begin);
  const rocksdb::Slice upper = as_slice(range.end.value_or(ByteView()));
  options.iterate_lower_bound = &lower;
  if (range.end) options.iterate_upper_bound = &upper;
  const std::unique_ptr<rocksdb::Iterator> rows(
      in_rocksdb([&] { return store.NewIterator(options); }));
  TRY(range.direction == Direction::Forward ? scan_forward(*rows, visit)
                                            : scan_backward(*rows, visit));
  if (!rows->status().ok()) return error_from(rows->status());
  return {};
}

SnapshotView::SnapshotView(rocksdb::DB& store, ReadTrouble& trouble)
    : store_(store), trouble_(trouble) {
  options_.snapshot = in_rocksdb([&] { return store.GetSnapshot(); });
}

SnapshotView::~SnapshotView() { store_.ReleaseSnapshot(options_.snapshot); }

Task<Status> SnapshotView::get(std::span<const ByteView> keys, ValueVisitor visit) const {
  return Task<Status>::ready(trouble_.noted(get_from(store_, options_, keys, visit)));
}

Task<Status> SnapshotView::scan(const Range& range, RowVisitor visit) const {
  return Task<Status>::ready(trouble_.noted(scan_from(store_, options_, range, visit)));
}

Task<Status> SnapshotView::read_log(const LogRange& range, LogVisitor visit) const {
  return scan_log(*this, range, visit);
}

}  // namespace partita::engine
