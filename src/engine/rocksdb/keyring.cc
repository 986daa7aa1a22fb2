// The file `keyring`. Integers are big-endian.
//
//   keyring     := magic version fingerprint nonce sealed
//   magic       := "partita keyring"
//   version     := 0x01                       DO NOT CHANGE
//   fingerprint := 16 hexadecimal characters  which master key sealed it
//   nonce       := 12 bytes                   new at every writing
//   sealed      := AES-256-GCM(master key, nonce, keys) tag:16, with all bytes before it sealed too
//   keys        := key{1,1024}                the last one encrypts new files
//   key         := id:u32 created_seconds:i64 secret:32
//                                             ids count 1, 2, 3 ...
#include "engine/rocksdb/keyring.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <system_error>
#include <utility>

#include "partita/base/big_endian.h"
#include "partita/base/file.h"
#include "partita/base/sealed_bytes.h"

namespace partita::engine {
namespace {

constexpr std::string_view kKeyringMagic = "partita keyring";
constexpr char kKeyringVersion = 1;
// Sealed, but nobody else's business.
constexpr int kMode = 0600;
constexpr std::size_t kFingerprintCharacters = 16;
constexpr std::size_t kFingerprintAt = kKeyringMagic.size() + 1;
constexpr std::size_t kKeyringNonceAt = kFingerprintAt + kFingerprintCharacters;
constexpr std::size_t kSealedAt = kKeyringNonceAt + kSealNonceBytes;
constexpr std::size_t kKeyBytes = 4 + 8 + SecretKey::kBytes;
constexpr std::size_t kFileBytesMax = kSealedAt + Keyring::kKeysMax * kKeyBytes + kSealTagBytes;

void append_key(Bytes& bytes, const DataKey& key) {
  append_integer(bytes, key.id);
  append_integer(bytes, key.created_seconds);
  bytes.append(key.secret.bytes().begin(), key.secret.bytes().end());
}

DataKey key_at(ByteView keys, std::size_t position) {
  ByteReader reader(keys.substr(position));
  DataKey key;
  key.id = reader.integer<DataKeyId>();
  key.created_seconds = reader.integer<std::int64_t>();
  const auto secret = reader.bytes(SecretKey::kBytes);
  std::copy(secret.begin(), secret.end(), key.secret.bytes().begin());
  return key;
}

Status check_envelope(ByteView content) {
  if (content.size() < kSealedAt + kKeyBytes + kSealTagBytes ||
      !content.starts_with(kKeyringMagic)) {
    return Error::corrupt("it is damaged: it does not begin as a keyring or is cut short");
  }
  if (content[kKeyringMagic.size()] != kKeyringVersion) {
    return Error::corrupt(fmt::format("its format {} is not known to this program, which knows 1",
                                      static_cast<unsigned char>(content[kKeyringMagic.size()])));
  }
  const auto fingerprint = content.substr(kFingerprintAt, kFingerprintCharacters);
  if (fingerprint.find_first_not_of("0123456789abcdef") == fingerprint.npos) return {};
  return Error::corrupt("it is damaged: its fingerprint is not hexadecimal");
}

Error wrong_master_key(ByteView wanted, std::string_view given) {
  return Error::invalid_argument(
      fmt::format("wrong master key: the keyring is sealed under the key with the fingerprint {}, "
                  "the key given has {}",
                  wanted, given));
}

}  // namespace

std::filesystem::path Keyring::file_in(const std::filesystem::path& data_directory) {
  return data_directory / "keyring";
}

Keyring::Keyring(std::filesystem::path file, MasterKey master, const Clock& clock, Random& random)
    : file_(std::move(file)), clock_(clock), master_(std::move(master)), random_(random) {}

Result<std::shared_ptr<Keyring>> Keyring::create(const std::filesystem::path& data_directory,
                                                 MasterKey master, const Clock& clock,
                                                 Random& random) {
  std::error_code ignored;
  if (std::filesystem::exists(file_in(data_directory), ignored)) {
    return Error::already_exists(
        fmt::format("{} exists; data may hang on its keys", file_in(data_directory).string()));
  }
  std::shared_ptr<Keyring> keyring(
      new Keyring(file_in(data_directory), std::move(master), clock, random));
  keyring->publish({std::make_shared<const DataKey>(keyring->new_key(1))});
  const MutexLock rotating(keyring->rotating_);
  const auto content = TRY(keyring->encode(keyring->keys(), keyring->master_));
  TRY(replace_file(keyring->file_, content, kMode));
  return keyring;
}

Result<std::shared_ptr<Keyring>> Keyring::open(const std::filesystem::path& data_directory,
                                               MasterKey master, const Clock& clock,
                                               Random& random) {
  std::shared_ptr<Keyring> keyring(
      new Keyring(file_in(data_directory), std::move(master), clock, random));
  const auto content = TRY(read_small_file(keyring->file_, kFileBytesMax));
  const MutexLock rotating(keyring->rotating_);
  auto decoded = keyring->decode(content);
  if (!decoded.ok()) return std::move(decoded).error().within(keyring->file_.string());
  return keyring;
}

Result<DataKeyId> Keyring::rotate_data_key() {
  const MutexLock rotating(rotating_);
  auto extended = keys();
  if (extended.size() == kKeysMax) {
    return Error::too_large(fmt::format("a keyring holds at most {} data keys", kKeysMax));
  }
  const auto id = extended.back()->id + 1;
  extended.push_back(std::make_shared<const DataKey>(new_key(id)));
  const auto content = TRY(encode(extended, master_));
  // No file may exist whose key does not: the key is on disk before anybody can use it.
  TRY(replace_file(file_, content, kMode));
  publish(std::move(extended));
  return id;
}

Status Keyring::rotate_master_key(const MasterKey& next) {
  const MutexLock rotating(rotating_);
  const auto content = TRY(encode(keys(), next));
  TRY(replace_file(file_, content, kMode));
  master_ = next;
  return {};
}

std::shared_ptr<const DataKey> Keyring::active() const {
  const MutexLock lock(keys_mutex_);
  return keys_.back();
}

std::shared_ptr<const DataKey> Keyring::find(DataKeyId id) const {
  const MutexLock lock(keys_mutex_);
  if (id == 0 || id > keys_.size()) return nullptr;
  return keys_[id - 1];
}

void Keyring::fill_random(std::span<std::byte> target) {
  const MutexLock lock(random_mutex_);
  random_.fill(target);
}

Keyring::Keys Keyring::keys() const {
  const MutexLock lock(keys_mutex_);
  return keys_;
}

void Keyring::publish(Keys keys) {
  const MutexLock lock(keys_mutex_);
  keys_ = std::move(keys);
}

DataKey Keyring::new_key(DataKeyId id) {
  const auto age = clock_.wall_now().time_since_epoch();
  DataKey key{.id = id,
              .created_seconds = std::chrono::duration_cast<std::chrono::seconds>(age).count(),
              .secret = {}};
  fill_random(std::as_writable_bytes(key.secret.bytes()));
  return key;
}

Result<Bytes> Keyring::encode(const Keys& keys, const MasterKey& master) {
  Bytes content(kKeyringMagic);
  content.push_back(kKeyringVersion);
  content.append(master.fingerprint());
  content.resize(kSealedAt);
  const std::span<char> nonce(content.data() + kKeyringNonceAt, kSealNonceBytes);
  fill_random(std::as_writable_bytes(nonce));
  Bytes plain;
  // Reserved, so that growing leaves no copies of keys behind.
  plain.reserve(keys.size() * kKeyBytes);
  for (const auto& key : keys) append_key(plain, *key);
  auto sealed = seal({.key = master.secret(),
                      .nonce = ByteView(content).substr(kKeyringNonceAt, kSealNonceBytes),
                      .associated = content},
                     plain);
  wipe(plain);
  content.append(TRY(std::move(sealed)));
  return content;
}

Status Keyring::decode(ByteView content) {
  TRY(check_envelope(content));
  const auto sealed_for = content.substr(kFingerprintAt, kFingerprintCharacters);
  const auto given = master_.fingerprint();
  if (sealed_for != given) return wrong_master_key(sealed_for, given);
  auto plain = unseal({.key = master_.secret(),
                       .nonce = content.substr(kKeyringNonceAt, kSealNonceBytes),
                       .associated = content.substr(0, kSealedAt)},
                      content.substr(kSealedAt));
  if (!plain || plain->size() % kKeyBytes != 0) {
    return Error::corrupt("it is damaged or was tampered with: its seal does not hold");
  }
  Keys keys;
  for (std::size_t at = 0; at < plain->size(); at += kKeyBytes) {
    keys.push_back(std::make_shared<const DataKey>(key_at(*plain, at)));
  }
  wipe(*plain);
  // find() takes the position from the id.
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i]->id != i + 1) return Error::corrupt("its data keys are not numbered 1, 2, 3 ...");
  }
  publish(std::move(keys));
  return {};
}

}  // namespace partita::engine
