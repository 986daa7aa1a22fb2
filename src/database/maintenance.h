#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "database/store.h"
#include "modelled/audit/audits.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"

// Maintenance of a store while no server has it open.
namespace partita::database {

struct CheckReport {
  std::uint64_t rows = 0;
  // Keys and values together, as they were before compression.
  std::uint64_t row_bytes = 0;
  // Why a server could not write, or empty.
  std::string write_refusal;
  // Whether the rows agree with each other.
  audit::AuditReport audit;
};

// Reads every file and every row of the store, compares the rows with each other, and reports its
// progress. Servers may keep working on a shared store.
// ERRORS: NotFound if there is no store; Corrupt, naming the damage; as open_rocksdb_engine.
Result<CheckReport> check_store(const Store& store,
                                FunctionRef<void(const audit::AuditReport&)> tell);

// From now on new files are encrypted with a new data key, and the data keys are sealed under the
// replacement if there is one. REQUIRES: the store names its present master key.
// ERRORS: NotFound if there is no store; InvalidArgument if it is not encrypted; as
// open_rocksdb_engine and MasterKey::load.
Status rotate_keys(const RocksdbStore& store, const std::optional<MasterKeySource>& replacement);

// Makes a file with a new master key that only its owner can read; returns the key's fingerprint.
// ERRORS: AlreadyExists: a key is never overwritten, since data may hang on it.
Result<std::string> create_key_file(const std::filesystem::path& path);

}  // namespace partita::database
