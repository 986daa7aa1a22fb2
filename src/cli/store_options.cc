#include "cli/store_options.h"

#include <map>

namespace partita::cli {
namespace {

using database::Durability;

const std::map<std::string, Durability> kDurabilities = {{"synced", Durability::Synced},
                                                         {"relaxed", Durability::Relaxed}};

std::optional<std::uint64_t> bytes_of(std::optional<std::uint64_t> megabytes) {
  if (!megabytes) return std::nullopt;
  return *megabytes << 20;
}

CLI::Range megabytes() { return {1, 1 << 30}; }

}  // namespace

void StoreOptions::add_location(CLI::App& command) {
  command.add_option("--data", directory_, "The directory with the data")
      ->type_name("DIR")
      ->capture_default_str();
  auto* file = command
                   .add_option("--encryption-key-file", key_file_,
                               "The data is encrypted; its master key is in this file")
                   ->type_name("FILE");
  command
      .add_option("--encryption-key-env", key_variable_,
                  "The data is encrypted; its master key is in this environment variable")
      ->type_name("NAME")
      ->excludes(file);
  command
      .add_option("--log-dir", log_directory_,
                  "Keep the write-ahead log here, for instance on a faster disk")
      ->type_name("DIR");
  command
      .add_option("--cache", cache_megabytes_,
                  "Memory for data that was read; an eighth of the machine's if not given")
      ->type_name("MB")
      ->check(megabytes());
  command.add_flag("--accept-lost-writes", accepts_lost_writes_,
                   "Open data of which acknowledged writes are missing, as it is");
}

void StoreOptions::add_service(CLI::App& command) {
  auto* in_memory = command.add_flag("--memory", is_in_memory_,
                                     "Keep all data in memory: it is gone when the server stops");
  for (const char* name :
       {"--data", "--encryption-key-file", "--encryption-key-env", "--log-dir"}) {
    in_memory->excludes(command.get_option(name));
  }
  command
      .add_option("--durability", durability_,
                  "synced: a write is on disk before it is acknowledged. relaxed: faster, and a "
                  "power cut can take the last fifth of a second")
      ->type_name("synced|relaxed")
      ->default_str("synced")
      ->transform(CLI::CheckedTransformer(kDurabilities, CLI::ignore_case).description(""));
  command
      .add_option("--low-water", low_water_megabytes_,
                  "Refuse writes when the disk has less free space than this; 5 % of it, but 32 to "
                  "512 MB, if not given")
      ->type_name("MB")
      ->check(megabytes());
}

database::Store StoreOptions::store() const {
  if (is_in_memory_) return database::MemoryStore{};
  return rocksdb_store();
}

database::RocksdbStore StoreOptions::rocksdb_store() const {
  database::RocksdbStore store;
  store.directory = directory_;
  if (!log_directory_.empty()) store.log_directory = log_directory_;
  store.durability = durability_;
  store.cache_bytes = bytes_of(cache_megabytes_);
  store.low_water_bytes = bytes_of(low_water_megabytes_);
  store.master_key = master_key();
  store.accepts_lost_writes = accepts_lost_writes_;
  return store;
}

std::optional<database::MasterKeySource> StoreOptions::master_key() const {
  if (!key_file_.empty()) return database::MasterKeyFile{key_file_};
  if (!key_variable_.empty()) return database::MasterKeyVariable{key_variable_};
  return std::nullopt;
}

}  // namespace partita::cli
