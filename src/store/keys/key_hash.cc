#include "store/keys/key_hash.h"

#include <openssl/evp.h>

#include <cstdint>
#include <cstring>

#include "partita/base/big_endian.h"
#include "partita/base/check.h"
#include "store/keys/number_codec.h"

// hashed := value+
// value  := type:u8 length:u32 byte[length]     type is S, N or B; length is big-endian
//
// The bytes of a string or a binary are its own, those of a number are number_codec.cc's form.
// Type and length make it unambiguous: ("ab", "c") is not ("a", "bc"), and S "1" is not B "1".
namespace partita::keys {
namespace {

// One context per thread, used over and over: with its allocation, or with a lookup of the
// algorithm by name, a hash of 32 bytes costs 1.3 or 3.7 times as much (OpenSSL 3.0).
class Sha256 {
 public:
  Sha256() : algorithm_(EVP_MD_fetch(nullptr, "SHA256", nullptr)), context_(EVP_MD_CTX_new()) {
    PARTITA_CHECK(algorithm_ != nullptr && context_ != nullptr);
  }
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  ~Sha256() {
    EVP_MD_CTX_free(context_);
    EVP_MD_free(algorithm_);
  }

  void begin() { PARTITA_CHECK(EVP_DigestInit_ex2(context_, algorithm_, nullptr) == 1); }

  void add(ByteView bytes) {
    PARTITA_CHECK(EVP_DigestUpdate(context_, bytes.data(), bytes.size()) == 1);
  }

  KeyHash finish() {
    std::array<unsigned char, 32> digest;
    PARTITA_CHECK(EVP_DigestFinal_ex(context_, digest.data(), nullptr) == 1);
    KeyHash hash;
    std::memcpy(hash.bytes.data(), digest.data(), KeyHash::kBytes);
    return hash;
  }

 private:
  EVP_MD* algorithm_;
  EVP_MD_CTX* context_;
};

Sha256& sha256_of_this_thread() {
  thread_local Sha256 sha256;
  return sha256;
}

void add_value(Sha256& sha256, const KeyValue& value) {
  Bytes number_form;  // Without an allocation up to 26 digits.
  ByteView bytes = bytes_of(value);
  if (const auto* number = std::get_if<Number>(&value)) {
    append_number(number_form, *number);
    bytes = number_form;
  }
  const auto length = big_endian(static_cast<std::uint32_t>(bytes.size()));
  const std::array<char, 5> head = {static_cast<char>(type_of(value)), length[0], length[1],
                                    length[2], length[3]};
  sha256.add({head.data(), head.size()});
  sha256.add(bytes);
}

}  // namespace

KeyHash hash_partition(std::span<const KeyValue> values) {
  Sha256& sha256 = sha256_of_this_thread();
  sha256.begin();
  for (const KeyValue& value : values) add_value(sha256, value);
  return sha256.finish();
}

KeyHash hash_partition(const KeyValue& value) { return hash_partition(std::span(&value, 1)); }

KeyHash hash_bytes(ByteView bytes) {
  Sha256& sha256 = sha256_of_this_thread();
  sha256.begin();
  sha256.add(bytes);
  return sha256.finish();
}

}  // namespace partita::keys
