// An encrypted file. Integers are big-endian.
//
//   file    := header content
//   header  := magic version key_id:u32 nonce:16 zero* tag      4096 bytes
//   magic   := "partita file"
//   version := 0x01                       DO NOT CHANGE
//   tag     := HMAC-SHA256(header key, all bytes of the header before it)      32 bytes
//   content := plain XOR AES-256-CTR(data key, first counter block = nonce)
//
// The header key is HMAC-SHA256(data key, "partita file header"): the data key itself meets AES
// only. The counter is the nonce as a 128-bit number plus the number of the 16-byte block; nonces
// are random, so that the counters of two files meet with a chance below 2^-50 even for a million
// files of 64 GiB each.
#include "engine/rocksdb/file_cipher.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "partita/base/big_endian.h"

namespace partita::engine {
namespace {

constexpr std::string_view kFileMagic = "partita file";
constexpr char kFileVersion = 1;
constexpr std::size_t kVersionAt = kFileMagic.size();
constexpr std::size_t kKeyIdAt = kVersionAt + 1;
constexpr std::size_t kFileNonceAt = kKeyIdAt + 4;
constexpr std::size_t kTagBytes = 32;
constexpr std::size_t kTagAt = FileCipher::kHeaderBytes - kTagBytes;
constexpr std::size_t kBlockBytes = 16;
// The library counts in int; a whole number of blocks keeps the counter going.
constexpr std::size_t kUpdateBytesMax = std::size_t{1} << 30;
constexpr std::string_view kHeaderKeyLabel = "partita file header";

using Tag = std::array<unsigned char, kTagBytes>;

const unsigned char* octets(ByteView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* octets(char* bytes) { return reinterpret_cast<unsigned char*>(bytes); }

bool hmac(std::span<const unsigned char> key, ByteView message, unsigned char* tag) {
  return HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), octets(message),
              message.size(), tag, nullptr) != nullptr;
}

Result<Tag> header_tag(const SecretKey& data_key, ByteView header) {
  SecretKey header_key;
  Tag tag;
  if (hmac(data_key.bytes(), kHeaderKeyLabel, header_key.bytes().data()) &&
      hmac(header_key.bytes(), header.substr(0, kTagAt), tag.data())) {
    return tag;
  }
  return Error::internal("the cryptographic library refused HMAC-SHA256");
}

DataKeyId key_id_of(ByteView header) {
  return ByteReader(header.substr(kKeyIdAt)).integer<DataKeyId>();
}

// The nonce plus the number of a block, as one 128-bit number that wraps around.
FileCipher::Nonce counter_block(FileCipher::Nonce counter, std::uint64_t block) {
  unsigned carry = 0;
  for (std::size_t i = kBlockBytes; i-- > 0;) {
    const unsigned sum = counter[i] + static_cast<unsigned>(block & 0xFF) + carry;
    counter[i] = static_cast<unsigned char>(sum);
    carry = sum >> 8;
    block >>= 8;
  }
  return counter;
}

// RocksDB's own threads use OpenSSL, too, and some end after everything that is cleaned up at the
// end of the process. What OpenSSL keeps for each thread is freed when it ends, unless OpenSSL is
// gone by then: so it is told before main to stay.
[[maybe_unused]] const bool kStays = OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr) == 1;

// One context per thread, which keeps the expanded key of the file it served last: most files share
// one data key, and setting a counter is much cheaper than setting a key.
class ThreadCipher {
 public:
  ThreadCipher() : context_(EVP_CIPHER_CTX_new()) {
    usable_ = context_ != nullptr &&
              EVP_EncryptInit_ex(context_, EVP_aes_256_ctr(), nullptr, nullptr, nullptr) == 1;
  }
  ThreadCipher(const ThreadCipher&) = delete;
  ThreadCipher& operator=(const ThreadCipher&) = delete;
  ~ThreadCipher() { EVP_CIPHER_CTX_free(context_); }

  bool start(const SecretKey& key, const FileCipher::Nonce& counter) {
    const bool same = keyed_ && key == key_;
    keyed_ =
        usable_ && EVP_EncryptInit_ex(context_, nullptr, nullptr,
                                      same ? nullptr : key.bytes().data(), counter.data()) == 1;
    if (keyed_ && !same) key_ = key;
    return keyed_;
  }

  // Lets the first `bytes` bytes of the keystream go by. REQUIRES: less than a block.
  bool skip(std::size_t bytes) {
    std::array<char, kBlockBytes> ignored{};
    return bytes == 0 || update(ByteView(ignored.data(), bytes), ignored.data());
  }

  bool update(ByteView from, char* to) {
    int length = 0;
    return EVP_EncryptUpdate(context_, octets(to), &length, octets(from),
                             static_cast<int>(from.size())) == 1;
  }

 private:
  EVP_CIPHER_CTX* context_;
  bool usable_ = false;
  bool keyed_ = false;
  SecretKey key_;
};

}  // namespace

FileCipher::FileCipher(std::shared_ptr<const DataKey> key, const Nonce& nonce)
    : key_(std::move(key)), nonce_(nonce) {}

FileCipher FileCipher::create(Keyring& keyring) {
  Nonce nonce;
  keyring.fill_random(std::as_writable_bytes(std::span(nonce)));
  return {keyring.active(), nonce};
}

bool FileCipher::is_header(ByteView content) { return content.starts_with(kFileMagic); }

Result<FileCipher> FileCipher::open(ByteView header, const Keyring& keyring) {
  if (!is_header(header)) return Error::corrupt("it is not encrypted, or its header is destroyed");
  if (header.size() != kHeaderBytes) return Error::corrupt("its encryption header is cut short");
  if (header[kVersionAt] != kFileVersion) {
    return Error::corrupt(
        fmt::format("its encryption format {} is not known to this program, which knows 1",
                    static_cast<unsigned char>(header[kVersionAt])));
  }
  const auto id = key_id_of(header);
  auto key = keyring.find(id);
  if (key == nullptr) {
    return Error::corrupt(
        fmt::format("it is encrypted with the data key {}, which the keyring does not hold", id));
  }
  const auto tag = TRY(header_tag(key->secret, header));
  if (CRYPTO_memcmp(tag.data(), header.data() + kTagAt, kTagBytes) != 0) {
    return Error::corrupt("its encryption header is damaged or was tampered with");
  }
  Nonce nonce;
  std::copy_n(header.begin() + kFileNonceAt, nonce.size(), nonce.begin());
  return FileCipher(std::move(key), nonce);
}

Result<Bytes> FileCipher::header() const {
  Bytes header(kFileMagic);
  header.push_back(kFileVersion);
  append_integer(header, key_->id);
  header.append(nonce_.begin(), nonce_.end());
  header.resize(kTagAt);
  const auto tag = TRY(header_tag(key_->secret, header));
  header.append(tag.begin(), tag.end());
  return header;
}

Status FileCipher::apply(std::uint64_t offset, ByteView from, char* to) const {
  thread_local ThreadCipher cipher;
  bool done = cipher.start(key_->secret, counter_block(nonce_, offset / kBlockBytes)) &&
              cipher.skip(offset % kBlockBytes);
  while (done && !from.empty()) {
    const auto bytes = std::min(from.size(), kUpdateBytesMax);
    done = cipher.update(from.substr(0, bytes), to);
    from.remove_prefix(bytes);
    to += bytes;
  }
  if (!done) return Error::internal("the cryptographic library refused AES-256-CTR");
  return {};
}

}  // namespace partita::engine
