#pragma once

#include <rocksdb/env.h>

#include <string>
#include <vector>

#include "partita/base/mutex.h"

namespace partita::engine {

// What RocksDB has to say, kept in memory and short. There is no log file of RocksDB's own: it
// would hold keys in plain even when the store is encrypted, and nobody reads it.
class RecoveryLog final : public rocksdb::Logger {
 public:
  RecoveryLog() : Logger(rocksdb::InfoLogLevel::WARN_LEVEL) {}

  using rocksdb::Logger::Logv;
  void Logv(const char* format, va_list arguments) override;

  // The files from which bytes were dropped because they were damaged, without repeats.
  std::vector<std::string> damaged_files() const;

 private:
  mutable Mutex mutex_;
  std::vector<std::string> warnings_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::engine
