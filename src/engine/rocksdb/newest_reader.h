#pragma once

#include <rocksdb/db.h>

#include <cstdint>
#include <span>

#include "engine/engine.h"
#include "engine/rocksdb/group_committer.h"
#include "engine/rocksdb/hot_values.h"
#include "engine/rocksdb/suspended_reads.h"

namespace partita::engine {

// Point reads of the newest committed state: from the hot values where they are current, else from
// the store.   THREADS: safe for concurrent calls.
class NewestReader final : public PointReader {
 public:
  NewestReader(rocksdb::DB& store, const GroupCommitter& committer, HotValues& hot)
      : store_(store), committer_(committer), hot_(hot) {}

  Result<std::size_t> get(std::span<const ByteView> keys, ValueVisitor visit) const override;

 private:
  bool get_hot(ByteView key, ValueVisitor visit) const;
  Result<std::size_t> get_from_store(std::span<const ByteView> keys, ValueVisitor visit) const;

  rocksdb::DB& store_;
  const GroupCommitter& committer_;
  HotValues& hot_;
};

}  // namespace partita::engine
