#pragma once

#include <rocksdb/db.h>

#include <cstddef>
#include <span>

#include "engine/engine.h"
#include "engine/rocksdb/suspended_reads.h"

namespace partita::engine {

// Visits the keys, of the newest state or of the snapshot that the options name. As
// PointReader::get.
Result<std::size_t> get_from(rocksdb::DB& store, const rocksdb::ReadOptions& options,
                             std::span<const ByteView> keys, ValueVisitor visit);

// Point reads of one moment.
class MomentReader final : public PointReader {
 public:
  explicit MomentReader(rocksdb::DB& store);
  ~MomentReader() override;
  MomentReader(const MomentReader&) = delete;
  MomentReader& operator=(const MomentReader&) = delete;

  Result<std::size_t> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    return get_from(store_, options_, keys, visit);
  }
  const rocksdb::ReadOptions& options() const { return options_; }

 private:
  rocksdb::DB& store_;
  rocksdb::ReadOptions options_;
};

// The store as it was when the view was made.
class SnapshotView final : public View {
 public:
  explicit SnapshotView(const ReadParts& parts) : parts_(parts), reader_(parts.store) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    return read_keys(parts_, reader_, keys, visit);
  }
  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    return read_rows(parts_, reader_.options(), range, visit);
  }
  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override;

 private:
  const ReadParts parts_;
  const MomentReader reader_;
};

}  // namespace partita::engine
