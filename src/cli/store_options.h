#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "database/store.h"
#include "store/backups/backup_files.h"

namespace partita::cli {

// The options that say where data is and how it is kept, for all commands that open a store.
class StoreOptions {
 public:
  // --data, and where the master key is.
  void add_location(CLI::App& command);
  // --store, for a store that is a server of its own.
  void add_server(CLI::App& command);
  // What only a server that works for a while needs.
  void add_service(CLI::App& command);

  // Whether the options go together.
  Status check() const;
  database::Store store() const;
  database::RocksdbStore rocksdb_store() const;
  database::PostgresStore postgres_store() const;
  bool is_at_server() const { return !address_.empty(); }
  // Where backups are to be, if it was said.
  std::optional<std::filesystem::path> backups() const;
  std::optional<backups::BackupBucket> backup_bucket() const;
  // Which buckets exports and imports work with (wire/outgoing/place_options.h); empty: none.
  const std::string& s3() const { return s3_; }

 private:
  std::optional<database::MasterKeySource> master_key() const;

  static constexpr std::string_view kDirectory = "partita-data";

  Status check_server() const;

  std::string directory_{kDirectory};
  std::string address_;
  std::string password_file_;
  std::string log_directory_;
  std::string backups_;
  std::string s3_;
  std::string key_file_;
  std::string key_variable_;
  bool is_in_memory_ = false;
  bool accepts_lost_writes_ = false;
  std::string durability_ = "synced";
  std::optional<std::uint64_t> cache_megabytes_;
  std::optional<std::uint64_t> low_water_megabytes_;
};

}  // namespace partita::cli
