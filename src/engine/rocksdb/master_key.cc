#include "engine/rocksdb/master_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/sha.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "partita/base/base64.h"
#include "partita/base/file.h"

namespace partita::engine {
namespace {

constexpr std::size_t kHexCharacters = 2 * SecretKey::kBytes;
constexpr std::size_t kBase64Characters = 44;
// No form of a key is longer; anything that is cannot be a key and need not be read.
constexpr std::size_t kKeyFileBytesMax = 128;
constexpr const char* kOpenVerb = "open the master key file";
constexpr std::string_view kFingerprintLabel = "partita master key fingerprint";
constexpr std::size_t kFingerprintBytes = 8;

// Text that held a key is wiped before its memory goes back to the heap.
struct WipedAtEnd {
  std::string& text;
  ~WipedAtEnd() { OPENSSL_cleanse(text.data(), text.size()); }
};

std::string hex_of(std::span<const unsigned char> bytes) {
  std::string text;
  // One more than needed: a caller may end the line without leaving a copy of a key behind.
  text.reserve(2 * bytes.size() + 1);
  for (const auto byte : bytes) fmt::format_to(std::back_inserter(text), "{:02x}", byte);
  return text;
}

std::optional<unsigned> hex_digit(char character) {
  if (character >= '0' && character <= '9') return static_cast<unsigned>(character - '0');
  if (character >= 'a' && character <= 'f') return static_cast<unsigned>(character - 'a' + 10);
  if (character >= 'A' && character <= 'F') return static_cast<unsigned>(character - 'A' + 10);
  return std::nullopt;
}

std::optional<SecretKey> key_from_bytes(ByteView bytes) {
  if (bytes.size() != SecretKey::kBytes) return std::nullopt;
  SecretKey key;
  std::copy(bytes.begin(), bytes.end(), key.bytes().begin());
  return key;
}

std::optional<SecretKey> key_from_hex(std::string_view text) {
  SecretKey key;
  for (std::size_t i = 0; i < SecretKey::kBytes; ++i) {
    const auto high = hex_digit(text[2 * i]);
    const auto low = hex_digit(text[2 * i + 1]);
    if (!high || !low) return std::nullopt;
    key.bytes()[i] = static_cast<unsigned char>(*high << 4 | *low);
  }
  return key;
}

std::optional<SecretKey> key_from_base64(std::string_view text) {
  auto bytes = base64_decode(text);
  if (!bytes.ok()) return std::nullopt;
  const WipedAtEnd wiped{*bytes};
  return key_from_bytes(*bytes);
}

std::optional<SecretKey> key_from_text(std::string_view text) {
  const auto end = text.find_last_not_of(" \t\r\n");
  text = text.substr(0, end == text.npos ? 0 : end + 1);
  if (text.size() == kHexCharacters) return key_from_hex(text);
  if (text.size() == kBase64Characters) return key_from_base64(text);
  return std::nullopt;
}

// 32 printable characters are a password or half a key in hexadecimal, not 32 random bytes.
bool looks_like_text(ByteView bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

Result<SecretKey> parse_variable(const MasterKeyVariable& source) {
  const char* text = std::getenv(source.name.c_str());
  if (text == nullptr) {
    return Error::not_found(
        fmt::format("the environment variable {} (the master key) is not set", source.name));
  }
  if (auto key = key_from_text(text)) return *key;
  return Error::invalid_argument(fmt::format(
      "the environment variable {} does not hold a master key: expected 64 hexadecimal characters "
      "or the base64 of 32 bytes",
      source.name));
}

Status check_only_owner_may_use(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return file_error(kOpenVerb, path, errno);
  if (!S_ISREG(status.st_mode)) {
    return Error::invalid_argument(
        fmt::format("the master key file {} is not a regular file", path.string()));
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0) return {};
  return Error::invalid_argument(
      fmt::format("the master key file {} can be used by others than its owner (mode {:04o}); run: "
                  "chmod 600 {}",
                  path.string(), status.st_mode & 07777U, path.string()));
}

Status check_outside(const std::filesystem::path& file, const std::filesystem::path& directory) {
  std::error_code failed;
  const auto real_file = std::filesystem::canonical(file, failed);
  if (failed) return file_error(kOpenVerb, file, failed.value());
  // Made absolute first: a relative path that does not exist yet would stay relative.
  const auto real_directory =
      std::filesystem::weakly_canonical(std::filesystem::absolute(directory, failed), failed);
  if (failed) return file_error("resolve the data directory", directory, failed.value());
  const auto relative = real_file.lexically_relative(real_directory);
  if (relative.empty() || *relative.begin() == "..") return {};
  return Error::invalid_argument(
      fmt::format("the master key file {} lies inside the data directory {}, where it protects "
                  "nothing; move it elsewhere",
                  file.string(), directory.string()));
}

Result<SecretKey> parse_file(const MasterKeyFile& source) {
  auto content = TRY(read_small_file(source.path, kKeyFileBytesMax));
  const WipedAtEnd wiped{content};
  if (auto key = key_from_text(content)) return *key;
  if (auto key = key_from_bytes(content); key && !looks_like_text(content)) return *key;
  return Error::invalid_argument(fmt::format(
      "the file {} does not hold a master key: expected 64 hexadecimal characters, the base64 of "
      "32 bytes, or 32 random bytes",
      source.path.string()));
}

}  // namespace

Result<MasterKey> MasterKey::load(const MasterKeySource& source,
                                  const std::filesystem::path& data_directory) {
  if (const auto* variable = std::get_if<MasterKeyVariable>(&source)) {
    return MasterKey(TRY(parse_variable(*variable)));
  }
  const auto& file = std::get<MasterKeyFile>(source);
  TRY(check_outside(file.path, data_directory));
  TRY(check_only_owner_may_use(file.path));
  return MasterKey(TRY(parse_file(file)));
}

Status MasterKey::write_new_file(const std::filesystem::path& path) const {
  auto text = hex_of(secret_.bytes());
  const WipedAtEnd wiped{text};
  text += '\n';
  const auto file = TRY(open_file(path, O_WRONLY | O_CREAT | O_EXCL, 0600));
  TRY(write_at(file, 0, text));
  TRY(sync_data(file));
  return sync_directory(path.parent_path());
}

std::string MasterKey::fingerprint() const {
  std::string labelled(kFingerprintLabel);
  const WipedAtEnd wiped{labelled};
  labelled.append(secret_.bytes().begin(), secret_.bytes().end());
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(labelled.data()), labelled.size(), digest.data());
  return hex_of(std::span(digest).first<kFingerprintBytes>());
}

}  // namespace partita::engine
