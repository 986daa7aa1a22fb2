// The file of access keys: text, one key a line, so that a person can see what is there.
//
//   file        := "partita-credentials 1 " fingerprint LF (entry LF)*     DO NOT CHANGE
//   fingerprint := 16 hexadecimal characters       which key sealed the secrets
//   entry       := about " " sealed
//   about       := id " " created_seconds " " name ("/" role)?
//   name        := "-" | [A-Za-z0-9._@-]{1,64}     a dash stands for none
//   role        := [A-Za-z0-9._-]{1,64}
//   sealed      := base64(nonce:12 AES-256-GCM(key, nonce, secrets) tag:16), with `about` sealed
//   too secrets     := secret_access_key (LF session_token)?
#include "wire/protocol/credential_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <array>
#include <cerrno>
#include <charconv>

#include "partita/base/base64.h"
#include "partita/base/file.h"
#include "partita/base/sealed_bytes.h"

namespace partita::protocol {
namespace {

constexpr std::string_view kMagic = "partita-credentials 1 ";
constexpr std::string_view kFingerprintLabel = "partita credentials key fingerprint";
constexpr std::string_view kNoName = "-";
constexpr const char* kFileWords = "credentials file";
constexpr const char* kKeyWords = "credentials key";
constexpr std::size_t kFingerprintCharacters = 16;
constexpr std::size_t kFileBytesMax = std::size_t{1} << 20;
constexpr int kMode = 0600;

struct SealedEntry {
  CredentialEntry entry;
  std::string about;
  std::string sealed;
};

// The file as it is, its secrets still sealed.
struct SealedFile {
  std::string fingerprint;
  std::vector<SealedEntry> entries;
};

Error damaged(std::string_view what) {
  return Error::corrupt(fmt::format("it is damaged: {}", what));
}

std::string_view take_until(std::string_view& text, char end) {
  const auto at = std::min(text.find(end), text.size());
  const auto taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return taken;
}

Result<SealedEntry> parse_entry(std::string_view line) {
  SealedEntry parsed;
  auto rest = line;
  parsed.entry.access_key_id = take_until(rest, ' ');
  const auto created = take_until(rest, ' ');
  auto role = take_until(rest, ' ');
  const auto name = take_until(role, '/');
  const auto* end = created.data() + created.size();
  const auto number = std::from_chars(created.data(), end, parsed.entry.created_seconds);
  if (rest.empty() || number.ec != std::errc() || number.ptr != end) {
    return damaged("a line is not an access key");
  }
  if (name != kNoName) parsed.entry.name = name;
  parsed.entry.role = role;
  parsed.sealed = rest;
  parsed.about = line.substr(0, line.size() - rest.size() - 1);
  return parsed;
}

Result<SealedFile> parse_file(std::string_view content) {
  if (!content.starts_with(kMagic) || !content.ends_with('\n')) {
    return damaged("it does not begin as a credentials file or is cut short");
  }
  content.remove_prefix(kMagic.size());
  SealedFile file;
  file.fingerprint = take_until(content, '\n');
  if (file.fingerprint.size() != kFingerprintCharacters) {
    return damaged("its first line is not as it should be");
  }
  while (!content.empty()) {
    auto entry = TRY(parse_entry(take_until(content, '\n')));
    file.entries.push_back(std::move(entry));
  }
  return file;
}

Result<SealedFile> read_file(const std::filesystem::path& path) {
  TRY(check_only_owner_may_use(path, kFileWords));
  const auto content = TRY(read_small_file(path, kFileBytesMax));
  auto parsed = parse_file(content);
  if (!parsed.ok()) return std::move(parsed).error().within(path.string());
  return parsed;
}

Status write_file(const std::filesystem::path& path, const SealedFile& file) {
  auto content = fmt::format("{}{}\n", kMagic, file.fingerprint);
  for (const auto& entry : file.entries) content += entry.about + ' ' + entry.sealed + '\n';
  return replace_file(path, content, kMode);
}

// Two people who change the file at the same time must not undo each other's change. The directory
// is locked, as the file itself is replaced.
Result<FileDescriptor> lock_beside(const std::filesystem::path& path) {
  const auto parent = path.parent_path().empty() ? "." : path.parent_path();
  auto directory = TRY(open_file(parent, O_RDONLY | O_DIRECTORY));
  if (::flock(directory.number(), LOCK_EX) != 0) return file_error("lock", parent, errno);
  return directory;
}

Result<std::string> seal_secrets(const SecretKey& key, const Credential& credential,
                                 std::string_view about, Random& random) {
  std::array<char, kSealNonceBytes> nonce{};
  random.fill(std::as_writable_bytes(std::span(nonce)));
  std::string secrets;
  // Reserved, so that growing leaves no copy behind.
  secrets.reserve(8192);
  const WipedAtEnd wiped{secrets};
  secrets += credential.secret_access_key.view();
  if (credential.session_token) (secrets += '\n') += credential.session_token->view();
  const ByteView nonce_bytes(nonce.data(), nonce.size());
  const auto sealed = TRY(seal({.key = key, .nonce = nonce_bytes, .associated = about}, secrets));
  return base64_encode(std::string(nonce_bytes) + sealed);
}

Result<Credential> unseal_entry(const SecretKey& key, const SealedEntry& sealed) {
  const auto broken = [&] {
    return damaged(
        fmt::format("the seal of access key {} does not hold", sealed.entry.access_key_id));
  };
  const auto bytes = base64_decode(sealed.sealed);
  if (!bytes.ok() || bytes->size() < kSealNonceBytes) return broken();
  auto secrets = unseal({.key = key,
                         .nonce = ByteView(*bytes).substr(0, kSealNonceBytes),
                         .associated = sealed.about},
                        ByteView(*bytes).substr(kSealNonceBytes));
  if (!secrets) return broken();
  const WipedAtEnd wiped{*secrets};
  std::string_view rest = *secrets;
  Credential credential{.access_key_id = sealed.entry.access_key_id,
                        .secret_access_key = SecretText(take_until(rest, '\n')),
                        .name = sealed.entry.name,
                        .role = sealed.entry.role,
                        .created_seconds = sealed.entry.created_seconds};
  if (!rest.empty()) credential.session_token = SecretText(rest);
  return credential;
}

Result<SecretKey> load_key_of(const CredentialFile& file, const SealedFile& sealed) {
  const auto key = TRY(load_key(file.key_source(), kKeyWords));
  const auto given = key.fingerprint(kFingerprintLabel);
  if (given == sealed.fingerprint) return key;
  return Error::invalid_argument(
      fmt::format("wrong key for {}: it is sealed under the key with the fingerprint {}, the key "
                  "given has {}",
                  file.path.string(), sealed.fingerprint, given));
}

// The key of a file that is not there yet. A key that is, in the place where one would be made, is
// used: it may have been put there for this.
Result<SecretKey> key_for_new_file(const CredentialFile& file, Random& random) {
  auto key = load_key(file.key_source(), kKeyWords);
  if (key.ok() || file.key || key.error().kind() != ErrorKind::NotFound) return key;
  const auto made = SecretKey::generate(random);
  TRY(write_new_key_file(std::get<KeyFile>(file.key_source()).path, made));
  return made;
}

// As AWS has them: 20 characters of base32 for an id, 40 of base64 for a secret.
Credential generate_credential(Random& random) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  Credential credential{.access_key_id = "PTTA"};
  while (credential.access_key_id.size() < 20) {
    credential.access_key_id += kAlphabet[random.below(kAlphabet.size())];
  }
  std::string bytes(30, '\0');
  const WipedAtEnd bytes_wiped{bytes};
  random.fill(std::as_writable_bytes(std::span(bytes)));
  auto text = base64_encode(bytes);
  const WipedAtEnd text_wiped{text};
  credential.secret_access_key = SecretText(text);
  return credential;
}

struct OpenedFile {
  SealedFile sealed;
  SecretKey key;
};

Result<OpenedFile> open_or_begin(const CredentialFile& file, Random& random) {
  auto sealed = read_file(file.path);
  if (sealed.ok()) {
    auto key = TRY(load_key_of(file, *sealed));
    return OpenedFile{std::move(*sealed), key};
  }
  if (sealed.error().kind() != ErrorKind::NotFound) return std::move(sealed).error();
  const auto key = TRY(key_for_new_file(file, random));
  return OpenedFile{{.fingerprint = key.fingerprint(kFingerprintLabel), .entries = {}}, key};
}

}  // namespace

KeySource CredentialFile::key_source() const {
  if (key) return *key;
  auto beside = path;
  beside += ".key";
  return KeyFile{beside};
}

Result<std::vector<Credential>> load_credentials(const CredentialFile& file) {
  const auto sealed = TRY(read_file(file.path));
  const auto key = TRY(load_key_of(file, sealed));
  std::vector<Credential> credentials;
  for (const auto& entry : sealed.entries) {
    auto credential = unseal_entry(key, entry);
    if (!credential.ok()) return std::move(credential).error().within(file.path.string());
    credentials.push_back(std::move(*credential));
  }
  return credentials;
}

Result<Credential> create_credential(const CredentialFile& file, const CredentialLabels& labels,
                                     const Clock& clock, Random& random) {
  auto credential = generate_credential(random);
  credential.name = labels.name == kNoName ? "" : labels.name;
  credential.role = labels.role;
  credential.created_seconds =
      std::chrono::floor<std::chrono::seconds>(clock.wall_now()).time_since_epoch().count();
  TRY(check_credential(credential));
  const auto lock = TRY(lock_beside(file.path));
  auto opened = TRY(open_or_begin(file, random));
  const auto about =
      fmt::format("{} {} {}{}{}", credential.access_key_id, credential.created_seconds,
                  credential.name.empty() ? kNoName : credential.name,
                  credential.role.empty() ? "" : "/", credential.role);
  auto sealed = TRY(seal_secrets(opened.key, credential, about, random));
  opened.sealed.entries.push_back({.entry = {}, .about = about, .sealed = std::move(sealed)});
  TRY(write_file(file.path, opened.sealed));
  return credential;
}

Result<std::vector<CredentialEntry>> list_credentials(const std::filesystem::path& path) {
  auto sealed = TRY(read_file(path));
  std::vector<CredentialEntry> entries;
  for (auto& entry : sealed.entries) entries.push_back(std::move(entry.entry));
  return entries;
}

Status remove_credential(const std::filesystem::path& path, std::string_view access_key_id) {
  const auto lock = TRY(lock_beside(path));
  auto sealed = TRY(read_file(path));
  const auto is_meant = [&](const SealedEntry& entry) {
    return entry.entry.access_key_id == access_key_id;
  };
  if (std::erase_if(sealed.entries, is_meant) == 0) {
    return Error::not_found(
        fmt::format("there is no access key {} in {}", access_key_id, path.string()));
  }
  return write_file(path, sealed);
}

}  // namespace partita::protocol
