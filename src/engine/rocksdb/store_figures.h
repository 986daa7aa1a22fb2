#pragma once

#include <rocksdb/db.h>

#include <cstdint>
#include <optional>

#include "engine/figures.h"
#include "engine/rocksdb/background_work.h"
#include "engine/rocksdb/group_committer.h"
#include "engine/rocksdb/hot_values.h"
#include "engine/rocksdb/reader_pool.h"

namespace partita::engine {

// What the figures of an open store are taken from.
struct FigureSources {
  rocksdb::DB& store;
  const BackgroundWork& background;
  const GroupCommitter& committer;
  const HotValues& hot;
  const ReaderPool& pool;
};

EngineFigures store_figures(const FigureSources& sources);

// As Figures::stored_bytes.
std::optional<std::uint64_t> stored_bytes_in(rocksdb::DB& store, ByteView begin, ByteView end);

}  // namespace partita::engine
