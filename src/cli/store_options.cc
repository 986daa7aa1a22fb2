#include "cli/store_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string_view>

#include "cli/terminal.h"
#include "database/store_server.h"
#include "store/places/place.h"

namespace partita::cli {
namespace {

using database::Durability;

constexpr std::string_view kBucketScheme = "s3://";

bool is_in_bucket(std::string_view backups) { return backups.starts_with(kBucketScheme); }

std::optional<std::uint64_t> bytes_of(std::optional<std::uint64_t> megabytes) {
  if (!megabytes) return std::nullopt;
  return *megabytes << 20;
}

// CLI11 shows what its own checks allow in the midst of the help; these stay silent.
CLI::Validator megabytes() {
  constexpr std::uint64_t kMax = std::uint64_t{1} << 30;
  const auto check = [](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const bool is_number = CLI::detail::lexical_cast(text, number) && !text.starts_with('-');
    if (is_number && number >= 1 && number <= kMax) return {};
    return text + " is not a number of megabytes from 1 to 1073741824";
  };
  return {check, ""};
}

std::uint64_t machine_megabytes() {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  return (pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))) >> 20;
}

CLI::Validator one_of_durabilities() {
  const auto check = [](const std::string& text) -> std::string {
    if (text == "synced" || text == "relaxed") return {};
    return text + " is neither synced nor relaxed";
  };
  return {check, ""};
}

}  // namespace

void StoreOptions::add_location(CLI::App& command) {
  command.add_option("--data", directory_, "The directory with the data")
      ->type_name("DIR")
      ->capture_default_str();
  command
      .add_option("--encryption-key-file", key_file_,
                  "The file with the master key of encrypted data")
      ->type_name("FILE");
  command
      .add_option("--encryption-key-env", key_variable_,
                  "The environment variable with the master key of encrypted data")
      ->type_name("NAME");
  command
      .add_option("--log-dir", log_directory_,
                  "The directory of the write-ahead log, for example on a faster disk")
      ->type_name("DIR");
  command
      .add_option("--cache", cache_megabytes_,
                  "Memory for cached data; default: a quarter of the memory of the machine or "
                  "container, at least 32, at most 8192")
      ->type_name("MB")
      ->check(megabytes());
  command.add_flag("--accept-lost-writes", accepts_lost_writes_,
                   "Open the data even if acknowledged writes are missing");
}

void StoreOptions::add_server(CLI::App& command) {
  command
      .add_option("--store", address_,
                  "Use this PostgreSQL database, which several servers can share: "
                  "postgresql://user@host:5432/database")
      ->type_name("URL");
  command
      .add_option("--store-password-file", password_file_,
                  "With --store: the file with the password; default: PGPASSWORD or PGPASSFILE")
      ->type_name("FILE");
}

void StoreOptions::add_service(CLI::App& command) {
  command.add_flag("--memory", is_in_memory_,
                   "Keep all data in memory; it is lost when the server stops");
  command
      .add_option("--backups", backups_,
                  "Where to keep backups of tables, preferably on another disk or in a bucket of "
                  "--s3; default: `backups` in the data directory, or in memory with --memory")
      ->type_name("DIR|s3://BUCKET/PREFIX");
  command
      .add_option("--s3", s3_,
                  "The storage of buckets for exports and imports: dir=DIR with a subdirectory for "
                  "each bucket, or endpoint=URL,region=NAME,credentials=FILE")
      ->type_name("PLACE");
  command
      .add_option("--durability", durability_,
                  "synced: a write is on disk before it is acknowledged. relaxed: faster, but a "
                  "power failure can lose the last 200 ms")
      ->type_name("synced|relaxed")
      ->capture_default_str()
      ->check(one_of_durabilities());
  command
      .add_option("--low-water", low_water_megabytes_,
                  "Refuse writes when the disk has less free space than this; default: 5 % of the "
                  "disk, at least 32, at most 512")
      ->type_name("MB")
      ->check(megabytes());
}

Status StoreOptions::check() const {
  if (!key_file_.empty() && !key_variable_.empty()) {
    return Error::invalid_argument(
        "--encryption-key-file and --encryption-key-env cannot be given together");
  }
  if (cache_megabytes_ && *cache_megabytes_ > machine_megabytes()) {
    return Error::invalid_argument(
        fmt::format("--cache {}: this machine has {} MB of memory in all", *cache_megabytes_,
                    machine_megabytes()));
  }
  TRY(check_server());
  if (is_in_bucket(backups_)) {
    if (s3_.empty()) {
      return Error::invalid_argument(
          fmt::format("--backups {} needs --s3, which says where the bucket is", backups_));
    }
    TRY(places::check_bucket_name(backup_bucket()->bucket));
  }
  const bool has_place = directory_ != kDirectory || !log_directory_.empty() || master_key();
  if (is_in_memory_ && has_place) {
    return Error::invalid_argument(
        "--memory keeps no files: it cannot be given together with --data, --log-dir or a key");
  }
  return {};
}

// What is of files goes with no server.
Status StoreOptions::check_server() const {
  if (!is_at_server()) {
    if (password_file_.empty()) return {};
    return Error::invalid_argument("--store-password-file needs --store");
  }
  const bool has_files = directory_ != kDirectory || !log_directory_.empty() || master_key() ||
                         is_in_memory_ || accepts_lost_writes_ || durability_ != "synced" ||
                         cache_megabytes_ || low_water_megabytes_;
  if (has_files) {
    return Error::invalid_argument(
        "--store keeps no files here: it cannot be given together with --data, --memory, "
        "--log-dir, --durability, --cache, --low-water, --accept-lost-writes or a key");
  }
  auto known = database::check_address(postgres_store());
  return known.ok() ? Status{} : Status(std::move(known).error().within("--store"));
}

database::Store StoreOptions::store() const {
  if (is_at_server()) return postgres_store();
  if (is_in_memory_) return database::MemoryStore{};
  return rocksdb_store();
}

database::RocksdbStore StoreOptions::rocksdb_store() const {
  database::RocksdbStore store;
  store.directory = directory_;
  if (!log_directory_.empty()) store.log_directory = log_directory_;
  store.durability = durability_ == "relaxed" ? Durability::Relaxed : Durability::Synced;
  store.cache_bytes = bytes_of(cache_megabytes_);
  store.low_water_bytes = bytes_of(low_water_megabytes_);
  store.master_key = master_key();
  store.accepts_lost_writes = accepts_lost_writes_;
  store.report = [](std::string_view line) { warn(line); };
  return store;
}

database::PostgresStore StoreOptions::postgres_store() const {
  return {.address = address_, .password_file = password_file_};
}

std::optional<std::filesystem::path> StoreOptions::backups() const {
  if (backups_.empty() || is_in_bucket(backups_)) return std::nullopt;
  return backups_;
}

std::optional<backups::BackupBucket> StoreOptions::backup_bucket() const {
  if (!is_in_bucket(backups_)) return std::nullopt;
  const auto name = std::string_view(backups_).substr(kBucketScheme.size());
  const auto slash = name.find('/');
  return backups::BackupBucket{
      .bucket = std::string(name.substr(0, slash)),
      .prefix = std::string(slash == name.npos ? "" : name.substr(slash + 1))};
}

std::optional<database::MasterKeySource> StoreOptions::master_key() const {
  if (!key_file_.empty()) return database::MasterKeyFile{key_file_};
  if (!key_variable_.empty()) return database::MasterKeyVariable{key_variable_};
  return std::nullopt;
}

}  // namespace partita::cli
