#include "engine/rocksdb/store_opening.h"

#include <fmt/format.h>
#include <rocksdb/env.h>

#include "engine/rocksdb/background_errors.h"
#include "engine/rocksdb/encrypted_files.h"
#include "engine/rocksdb/log_files.h"
#include "engine/rocksdb/manifest_files.h"
#include "engine/rocksdb/private_files.h"
#include "engine/rocksdb/recovery_log.h"
#include "engine/rocksdb/status.h"
#include "engine/rocksdb/store_options.h"
#include "partita/base/random.h"

namespace partita::engine {
namespace {

// RocksDB makes its own directories but never syncs the ones they are in: after a power cut the
// whole store could be gone with its name.
Status make_directory(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) return file_error("make the directory", path, failed.value());
  return sync_directory(path.parent_path());
}

void close_to_others(const std::filesystem::path& directory, const RocksdbOptions& options) {
  const Privacy privacy = make_private(directory);
  if (privacy == Privacy::WasPrivate || !options.report) return;
  const std::string_view what =
      privacy == Privacy::MadePrivate
          ? "could be read by other users of this machine; now only its owner can"
          : "can be read by other users of this machine, and partita may not change that: its "
            "owner "
            "can, with chmod -R go-rwx";
  options.report(fmt::format("{} {}", directory.string(), what));
}

std::shared_ptr<SpaceGuard> guard_space(const DataDirectory& directory,
                                        const RocksdbOptions& options) {
  std::vector<SpaceGuard::Place> places;
  if (options.log_directory) {
    places.push_back({*options.log_directory, *options.log_directory / "ballast"});
  }
  places.push_back({directory.path(), directory.ballast()});
  return std::make_shared<SpaceGuard>(std::move(places), options.low_water_bytes);
}

// The keyring if the store is to be encrypted, null if not.
Result<std::shared_ptr<Keyring>> open_keyring(const DataDirectory& directory,
                                              const RocksdbOptions& options) {
  static SystemRandom random;
  const bool has_keyring = TRY(is_encrypted(directory.path()));
  if (!options.master_key) {
    if (!has_keyring) return std::shared_ptr<Keyring>();
    return Error::invalid_argument(fmt::format(
        "{} is encrypted: its master key is needed to open it", directory.path().string()));
  }
  MasterKey master = TRY(MasterKey::load(*options.master_key, directory.path()));
  if (has_keyring) {
    return Keyring::open(directory.path(), std::move(master), Clock::system(), random);
  }
  if (directory.has_store()) {
    return Error::invalid_argument(fmt::format(
        "{} is not encrypted: a master key is of no use for it; encryption is chosen when a data "
        "directory is made",
        directory.path().string()));
  }
  return Keyring::create(directory.path(), std::move(master), Clock::system(), random);
}

// Zeroes ahead are for logs that are synced all the time. In an encrypted file they would read as
// noise, and no zeroes of our own may be encrypted there: written over, they would give away what
// is written.
LogSpace log_space(const OpenStore& opening, const RocksdbOptions& options) {
  const bool is_synced = options.durability == Durability::Synced;
  return is_synced && !opening.keyring ? LogSpace::Zeroed : LogSpace::Reserved;
}

Result<std::unique_ptr<rocksdb::Env>> make_environment(const OpenStore& opening,
                                                       const RocksdbOptions& options) {
  auto files = log_file_system(opening.files, opening.space, log_space(opening, options));
  files =
      manifest_file_system(files, opening.directory->store(), opening.directory->manifest_mark());
  if (opening.keyring) files = TRY(encrypted_file_system(files, opening.keyring));
  return rocksdb::NewCompositeEnv(files);
}

rocksdb::Options options_for(const OpenStore& opening, const RocksdbOptions& options) {
  auto store = store_options(options);
  store.env = opening.environment.get();
  store.info_log = std::make_shared<RecoveryLog>();
  store.listeners.push_back(std::make_shared<BackgroundErrors>(opening.gate));
  store.listeners.push_back(opening.background);
  return store;
}

Result<std::unique_ptr<rocksdb::DB>> open_rocksdb(const OpenStore& opening,
                                                  const rocksdb::Options& options, bool read_only) {
  rocksdb::DB* store = nullptr;
  const auto path = opening.directory->store().string();
  const auto status = read_only ? rocksdb::DB::OpenForReadOnly(options, path, &store)
                                : rocksdb::DB::Open(options, path, &store);
  if (!status.ok()) {
    return error_from(status).within(fmt::format("cannot open {}", path));
  }
  return std::unique_ptr<rocksdb::DB>(store);
}

// Opens for reading only, also what a power cut has left.
Result<std::unique_ptr<rocksdb::DB>> open_as_it_was_left(const OpenStore& opening,
                                                         const rocksdb::Options& options) {
  auto store = open_rocksdb(opening, options, /*read_only=*/true);
  if (store.ok() || store.error().kind() != ErrorKind::Corrupt) return store;
  const bool was_cut = TRY(
      cut_off_unsynced_manifest(opening.directory->store(), opening.directory->manifest_mark()));
  return was_cut ? open_rocksdb(opening, options, /*read_only=*/true) : std::move(store);
}

Status check_sequence(const OpenStore& opening, const rocksdb::Options& options,
                      std::uint64_t found, std::uint64_t acknowledged) {
  if (found >= acknowledged) return {};
  const auto& log = static_cast<const RecoveryLog&>(*options.info_log);
  const auto damaged = log.damaged_files();
  return Error::corrupt(fmt::format(
      "acknowledged writes are missing from {}: its log ends at write {} of {} ({}). Nothing was "
      "changed. Restore a backup, or accept the loss of the last {} writes explicitly",
      opening.directory->path().string(), found, acknowledged,
      damaged.empty() ? "no damaged file was seen, a log file may be missing"
                      : fmt::format("damaged: {}", fmt::join(damaged, ", ")),
      acknowledged - found));
}

// RocksDB drops what follows the damage and deletes the log it came from, so a store that was not
// closed in order is looked at without touching it first.
Status look_first(const OpenStore& opening, const RocksdbOptions& options,
                  const Watermark& watermark) {
  const auto settings = options_for(opening, options);
  const auto store = TRY(open_as_it_was_left(opening, settings));
  return check_sequence(opening, settings, store->GetLatestSequenceNumber(), watermark.sequence);
}

Result<Watermark> stored_watermark(const OpenStore& opening, const RocksdbOptions& options) {
  const auto path = opening.directory->watermark();
  auto stored = WatermarkFile::read(path);
  if (options.accepts_lost_writes) return Watermark{};
  if (!stored.ok()) return std::move(stored).error();
  if (*stored) return **stored;
  if (!opening.directory->has_store()) return Watermark{};
  return Error::corrupt(fmt::format(
      "{} is missing: whether all acknowledged writes are there cannot be told", path.string()));
}

// What RocksDB may have to write again when it opens: logs become files of data.
std::uint64_t log_bytes(const OpenStore& opening, const RocksdbOptions& options) {
  std::uint64_t bytes = 0;
  std::error_code failed;
  const auto directory = options.log_directory.value_or(opening.directory->store());
  for (const auto& entry : std::filesystem::directory_iterator(directory, failed)) {
    if (entry.path().extension() != ".log") continue;
    const auto size = entry.file_size(failed);
    if (!failed) bytes += size;
  }
  return bytes;
}

// Why the store cannot be opened for writing, or nothing: a disk that is too full for most writes
// may have enough for that.
std::optional<std::string> refusal_to_open(const OpenStore& opening,
                                           const RocksdbOptions& options) {
  auto reason = opening.space->refusal(0);
  if (!reason || !opening.directory->has_store()) return reason;
  if (opening.space->can_open(log_bytes(opening, options))) return std::nullopt;
  return reason;
}

Status open_for_writing(OpenStore& opening, const RocksdbOptions& options) {
  const Watermark watermark = TRY(stored_watermark(opening, options));
  if (opening.directory->has_store() && !watermark.is_clean) {
    TRY(look_first(opening, options, watermark));
  }
  TRY(make_directory(opening.directory->store()));
  opening.watermark.emplace(TRY(WatermarkFile::open(opening.directory->watermark())));
  // Before the first write: from here on a cut leaves a store that was not closed in order.
  TRY(opening.watermark->store({.sequence = watermark.sequence, .is_clean = false}));
  const auto settings = options_for(opening, options);
  opening.store = TRY(open_rocksdb(opening, settings, /*read_only=*/false));
  const auto sequence = opening.store->GetLatestSequenceNumber();
  TRY(check_sequence(opening, settings, sequence, watermark.sequence));
  return opening.watermark->store({.sequence = sequence, .is_clean = false});
}

Status open_for_reading(OpenStore& opening, const RocksdbOptions& options,
                        const std::string& reason) {
  if (!opening.directory->has_store()) {
    return Error::unavailable(fmt::format("no store can be made: {}", reason));
  }
  const Watermark watermark = TRY(stored_watermark(opening, options));
  const auto settings = options_for(opening, options);
  opening.store = TRY(open_as_it_was_left(opening, settings));
  opening.gate->close_for_good(
      fmt::format("the store was opened for reading only because {}", reason));
  return check_sequence(opening, settings, opening.store->GetLatestSequenceNumber(),
                        watermark.sequence);
}

}  // namespace

Result<OpenStore> open_store(std::shared_ptr<rocksdb::FileSystem> files,
                             const RocksdbOptions& options) {
  // A master key that cannot be had is told before a directory is made.
  if (options.master_key) TRY(MasterKey::load(*options.master_key, options.directory));
  OpenStore opening{.directory = std::make_shared<const DataDirectory>(
                        TRY(DataDirectory::open(options.directory))),
                    .files = std::move(files)};
  if (options.log_directory) TRY(make_directory(*options.log_directory));
  close_to_others(opening.directory->path(), options);
  if (options.log_directory) close_to_others(*options.log_directory, options);
  opening.space = guard_space(*opening.directory, options);
  opening.keyring = TRY(open_keyring(*opening.directory, options));
  opening.environment = TRY(make_environment(opening, options));
  if (const auto reason = refusal_to_open(opening, options)) {
    TRY(open_for_reading(opening, options, *reason));
  } else {
    TRY(open_for_writing(opening, options));
  }
  return opening;
}

Result<std::optional<OpenStore>> reopen_for_writing(const StoreGround& ground,
                                                    const RocksdbOptions& options) {
  OpenStore opening{.directory = ground.directory,
                    .space = ground.space,
                    .keyring = ground.keyring,
                    .files = ground.files};
  if (refusal_to_open(opening, options)) return std::optional<OpenStore>();
  opening.environment = TRY(make_environment(opening, options));
  TRY(open_for_writing(opening, options));
  return std::optional<OpenStore>(std::move(opening));
}

}  // namespace partita::engine
