#include "partita/base/key_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "partita/base/base64.h"
#include "partita/base/file.h"

namespace partita {
namespace {

constexpr std::size_t kHexCharacters = 2 * SecretKey::kBytes;
constexpr std::size_t kBase64Characters = 44;
// No form of a key is longer; anything that is cannot be a key and need not be read.
constexpr std::size_t kKeyFileBytesMax = 128;

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

Result<SecretKey> load(const KeyVariable& source, std::string_view what) {
  const char* text = std::getenv(source.name.c_str());
  if (text == nullptr) {
    return Error::not_found(
        fmt::format("the environment variable {} (the {}) is not set", source.name, what));
  }
  if (auto key = key_from_text(text)) return *key;
  return Error::invalid_argument(fmt::format(
      "the environment variable {} does not hold a {}: expected 64 hexadecimal characters or the "
      "base64 of 32 bytes",
      source.name, what));
}

Result<SecretKey> load(const KeyFile& source, std::string_view what) {
  TRY(check_only_owner_may_use(source.path, fmt::format("{} file", what)));
  auto content = TRY(read_small_file(source.path, kKeyFileBytesMax));
  const WipedAtEnd wiped{content};
  if (auto key = key_from_text(content)) return *key;
  if (auto key = key_from_bytes(content); key && !looks_like_text(content)) return *key;
  return Error::invalid_argument(fmt::format(
      "the file {} does not hold a {}: expected 64 hexadecimal characters, the base64 of 32 bytes, "
      "or 32 random bytes",
      source.path.string(), what));
}

}  // namespace

Result<SecretKey> load_key(const KeySource& source, std::string_view what) {
  return std::visit([&](const auto& place) { return load(place, what); }, source);
}

Status write_new_key_file(const std::filesystem::path& path, const SecretKey& key) {
  std::string text;
  // Reserved, so that growing leaves no copy of the key behind.
  text.reserve(kHexCharacters + 1);
  const WipedAtEnd wiped{text};
  for (const auto byte : key.bytes()) fmt::format_to(std::back_inserter(text), "{:02x}", byte);
  text += '\n';
  const auto file = TRY(open_file(path, O_WRONLY | O_CREAT | O_EXCL, 0600));
  TRY(write_at(file, 0, text));
  TRY(sync_data(file));
  return sync_directory(path.parent_path());
}

Status check_only_owner_may_use(const std::filesystem::path& path, std::string_view what) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return file_error(fmt::format("open the {}", what).c_str(), path, errno);
  }
  if (!S_ISREG(status.st_mode)) {
    return Error::invalid_argument(
        fmt::format("the {} {} is not a regular file", what, path.string()));
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0) return {};
  return Error::invalid_argument(
      fmt::format("the {} {} can be used by others than its owner (mode {:04o}); run: chmod 600 {}",
                  what, path.string(), status.st_mode & 07777U, path.string()));
}

}  // namespace partita
