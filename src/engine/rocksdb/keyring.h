#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "engine/rocksdb/master_key.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/secret_key.h"

namespace partita::engine {

// Counts from 1; each file names the key that encrypts it.
using DataKeyId = std::uint32_t;

struct DataKey {
  DataKeyId id;
  // When it was made, in seconds since 1970.
  std::int64_t created_seconds;
  SecretKey secret;
};

// The data keys of a data directory, kept in its file `keyring` under the master key. New files are
// encrypted with the newest key; older keys stay, because older files still need them. A backup
// needs a copy of the file taken after the files it is to open: keys are only ever added.
// THREADS: safe for concurrent calls; a rotation does not hold up those who create files.
// One process at a time: the engine's lock of the data directory is held by whoever opens this.
class Keyring {
 public:
  // Nineteen years of weekly rotation.
  static constexpr std::size_t kKeysMax = 1024;

  static std::filesystem::path file_in(const std::filesystem::path& data_directory);

  // A new keyring with one data key, on disk when this returns.
  // REQUIRES: `clock` and `random` outlive the keyring; `random` is fit for secrets.
  // ERRORS: AlreadyExists if there is one; Unavailable if it cannot be written.
  static Result<std::shared_ptr<Keyring>> create(const std::filesystem::path& data_directory,
                                                 MasterKey master, const Clock& clock,
                                                 Random& random);

  // ERRORS: NotFound if there is none; InvalidArgument if another master key sealed it; Corrupt if
  // it was damaged or tampered with.
  static Result<std::shared_ptr<Keyring>> open(const std::filesystem::path& data_directory,
                                               MasterKey master, const Clock& clock,
                                               Random& random);

  // Files created from now on get a new key, which is on disk before the first of them is.
  // Old data moves to it as compaction rewrites it. Returns the id of the new key.
  // ERRORS: TooLarge if there are kKeysMax keys; Unavailable if writing fails (nothing changed).
  Result<DataKeyId> rotate_data_key();

  // Seals the same data keys under `next`; the old master key is refused from then on.
  // Backups made before keep their own copy of the keyring, and so their old master key.
  Status rotate_master_key(const MasterKey& next);

  // As KeyWrap.
  Result<Bytes> wrap(const SecretKey& key);
  Result<SecretKey> unwrap(ByteView wrapped);

  // The key for new files.
  std::shared_ptr<const DataKey> active() const;
  // The key of an existing file, or null if there is none with this id.
  std::shared_ptr<const DataKey> find(DataKeyId id) const;
  // Random bytes from the keyring's own source, for the nonces of files.
  void fill_random(std::span<std::byte> target);

 private:
  // In the order of their making; the last one is the active one.
  using Keys = std::vector<std::shared_ptr<const DataKey>>;

  Keyring(std::filesystem::path file, MasterKey master, const Clock& clock, Random& random);

  Keys keys() const;
  void publish(Keys keys);
  DataKey new_key(DataKeyId id);
  Result<Bytes> encode(const Keys& keys, const MasterKey& master);
  Status decode(ByteView content) PARTITA_REQUIRES(rotating_);
  Result<Bytes> seal_key(const SecretKey& under, ByteView head, const SecretKey& key);

  const std::filesystem::path file_;
  const Clock& clock_;

  // Held through a whole rotation, disk included.
  Mutex rotating_;
  MasterKey master_ PARTITA_GUARDED_BY(rotating_);

  Mutex random_mutex_;
  Random& random_ PARTITA_GUARDED_BY(random_mutex_);

  // Held for a moment only.
  mutable Mutex keys_mutex_;
  Keys keys_ PARTITA_GUARDED_BY(keys_mutex_);
};

}  // namespace partita::engine
