#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

#include "engine/rocksdb/reader_pool.h"
#include "engine/rocksdb/rocksdb_engine.h"

namespace partita::testing {

// A disk that a test owns: which blocks the system's page cache has, and when the disk answers.
// THREADS: safe for concurrent calls.
class TestDisk {
 public:
  enum class PageCache {
    HasAll,
    HasSome,  // By chance, each time again.
    HasNothing,
    // A control: reads wait although they must not, as if there were no pool.
    IsNotAsked,
  };

  explicit TestDisk(PageCache cache, std::uint64_t seed = 1);
  ~TestDisk();
  TestDisk(const TestDisk&) = delete;
  TestDisk& operator=(const TestDisk&) = delete;

  // As open_rocksdb_engine, on this disk, which must outlive the engine.
  std::unique_ptr<engine::RocksdbEngine> open(const engine::RocksdbOptions& options,
                                              engine::KeyKinds kinds = &engine::no_merged_keys,
                                              const engine::ReaderPoolOptions& readers = {});

  // From now on every read of a file of data that waits for the disk hangs.
  void hang();
  void release();
  // Returns when so many reads hang.
  void await_hanging(std::size_t reads);
  // Whether a read of this thread hangs.
  bool hangs(std::thread::id thread) const;

  // How many reads were refused, and how many have waited.
  std::size_t refused() const;
  std::size_t waited() const;

  class State;

 private:
  const std::shared_ptr<State> state_;
};

}  // namespace partita::testing
