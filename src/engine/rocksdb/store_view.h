#pragma once

#include <rocksdb/db.h>

#include "engine/engine.h"
#include "engine/rocksdb/read_trouble.h"

namespace partita::engine {

// Reads of a store, of the newest state or of a snapshot. Both answer at once.
Status get_from(rocksdb::DB& store, const rocksdb::ReadOptions& options,
                std::span<const ByteView> keys, ValueVisitor visit);
Status scan_from(rocksdb::DB& store, rocksdb::ReadOptions options, const Range& range,
                 RowVisitor visit);

// The store as it was when the view was made. Reads that fail are noted as trouble.
class SnapshotView final : public View {
 public:
  SnapshotView(rocksdb::DB& store, ReadTrouble& trouble);
  ~SnapshotView() override;
  SnapshotView(const SnapshotView&) = delete;
  SnapshotView& operator=(const SnapshotView&) = delete;

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override;
  Task<Status> scan(const Range& range, RowVisitor visit) const override;
  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override;

 private:
  rocksdb::DB& store_;
  ReadTrouble& trouble_;
  rocksdb::ReadOptions options_;
};

}  // namespace partita::engine
