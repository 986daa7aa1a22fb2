#pragma once

#include <memory>
#include <string_view>

#include "database/store.h"
#include "partita/base/result.h"

namespace partita::database {

using engine::WriteAvailability;

// An open database: the engine, and in time all that works on it.
// THREADS: safe for concurrent calls.
class Database {
 public:
  // ERRORS: as open_engine.
  static Result<std::unique_ptr<Database>> open(const Store& store);

  // "rocksdb" or "memory".
  std::string_view engine_name() const { return engine_name_; }
  // What a power cut can take: "synced" nothing, "relaxed" the last moments, "none" all.
  std::string_view durability_name() const { return durability_name_; }
  WriteAvailability write_availability() const { return engine_->write_availability(); }

 private:
  Database(std::unique_ptr<engine::Engine> engine, const Store& store);

  std::unique_ptr<engine::Engine> engine_;
  std::string_view engine_name_;
  std::string_view durability_name_;
};

}  // namespace partita::database
