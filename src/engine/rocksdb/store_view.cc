#include "engine/rocksdb/store_view.h"

#include <vector>

#include "engine/log_scan.h"
#include "engine/rocksdb/disk_reads.h"
#include "engine/rocksdb/in_rocksdb.h"
#include "engine/rocksdb/slice.h"
#include "engine/rocksdb/status.h"

namespace partita::engine {
namespace {

// Whether the value was visited; if not, it is on the disk.
Result<bool> visit_value(std::size_t index, const rocksdb::Status& status,
                         const rocksdb::Slice& value, ValueVisitor visit) {
  if (status.ok()) {
    visit(index, as_view(value));
    return true;
  }
  if (was_refused(status)) return false;
  if (!status.IsNotFound()) return error_from(status);
  visit(index, std::nullopt);
  return true;
}

Result<std::size_t> get_one(rocksdb::DB& store, const rocksdb::ReadOptions& options, ByteView key,
                            ValueVisitor visit) {
  // Pinned: the value is read where the cache holds it, and not copied.
  rocksdb::PinnableSlice value;
  const auto status = in_rocksdb(
      [&] { return store.Get(options, store.DefaultColumnFamily(), as_slice(key), &value); });
  const bool was_visited = TRY(visit_value(0, status, value, visit));
  return std::size_t{was_visited ? 1U : 0U};
}

Result<std::size_t> get_many(rocksdb::DB& store, const rocksdb::ReadOptions& options,
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
    const bool was_visited = TRY(visit_value(index, statuses[index], values[index], visit));
    if (!was_visited) return index;
  }
  return keys.size();
}

}  // namespace

Result<std::size_t> get_from(rocksdb::DB& store, const rocksdb::ReadOptions& options,
                             std::span<const ByteView> keys, ValueVisitor visit) {
  return keys.size() == 1 ? get_one(store, options, keys.front(), visit)
                          : get_many(store, options, keys, visit);
}

MomentReader::MomentReader(rocksdb::DB& store) : store_(store) {
  options_.snapshot = in_rocksdb([&] { return store.GetSnapshot(); });
}

MomentReader::~MomentReader() { store_.ReleaseSnapshot(options_.snapshot); }

Task<Status> SnapshotView::read_log(const LogRange& range, LogVisitor visit) const {
  return scan_log(*this, range, visit);
}

}  // namespace partita::engine
