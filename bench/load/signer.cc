#include "signer.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <iterator>
#include <span>
#include <utility>

#include "partita/base/check.h"

namespace partita::load {
namespace {

constexpr std::string_view kSignedHeaders = "content-type;host;x-amz-date;x-amz-target";
constexpr std::string_view kContentType = "application/x-amz-json-1.0";
constexpr std::string_view kTargetPrefix = "DynamoDB_20120810.";
constexpr std::size_t kBlockBytes = 64;

void append_hex(std::string& text, std::span<const unsigned char> bytes) {
  const std::size_t before = text.size();
  text.resize(before + 2 * bytes.size());
  char* at = text.data() + before;
  for (const unsigned char byte : bytes) {
    *at++ = "0123456789abcdef"[byte >> 4];
    *at++ = "0123456789abcdef"[byte & 15];
  }
}

// Joins texts without looking for places to put them: the generator shares the machine with the
// server that it measures.
void append(std::string& text, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) text.append(part);
}

std::string_view as_text(std::span<const unsigned char> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Signer::Signer(Credentials credentials, std::string host)
    : credentials_(std::move(credentials)), host_(std::move(host)), work_(EVP_MD_CTX_new()) {
  PARTITA_CHECK(EVP_DigestInit_ex(work_.get(), EVP_sha256(), nullptr) == 1);
}

Signer::Digest Signer::hash(std::string_view text) {
  Digest digest;
  // The context keeps its algorithm, which spares a look-up for every request.
  PARTITA_CHECK(EVP_DigestInit_ex(work_.get(), nullptr, nullptr) == 1);
  PARTITA_CHECK(EVP_DigestUpdate(work_.get(), text.data(), text.size()) == 1);
  PARTITA_CHECK(EVP_DigestFinal_ex(work_.get(), digest.data(), nullptr) == 1);
  return digest;
}

Signer::HmacKey Signer::hmac_key(std::string_view key) {
  PARTITA_CHECK(key.size() <= kBlockBytes);
  const auto padded = [&](unsigned char pad) {
    std::array<unsigned char, kBlockBytes> block;
    block.fill(pad);
    for (std::size_t at = 0; at < key.size(); ++at) {
      block[at] = static_cast<unsigned char>(block[at] ^ static_cast<unsigned char>(key[at]));
    }
    Context context(EVP_MD_CTX_new());
    PARTITA_CHECK(EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1);
    PARTITA_CHECK(EVP_DigestUpdate(context.get(), block.data(), block.size()) == 1);
    return context;
  };
  return {.inner = padded(0x36), .outer = padded(0x5c)};
}

Signer::Digest Signer::hmac(const HmacKey& key, std::string_view text) {
  Digest digest;
  PARTITA_CHECK(EVP_MD_CTX_copy_ex(work_.get(), key.inner.get()) == 1);
  PARTITA_CHECK(EVP_DigestUpdate(work_.get(), text.data(), text.size()) == 1);
  PARTITA_CHECK(EVP_DigestFinal_ex(work_.get(), digest.data(), nullptr) == 1);
  PARTITA_CHECK(EVP_MD_CTX_copy_ex(work_.get(), key.outer.get()) == 1);
  PARTITA_CHECK(EVP_DigestUpdate(work_.get(), digest.data(), digest.size()) == 1);
  PARTITA_CHECK(EVP_DigestFinal_ex(work_.get(), digest.data(), nullptr) == 1);
  return digest;
}

void Signer::renew(std::int64_t second) {
  second_ = second;
  timestamp_ = fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(static_cast<std::time_t>(second)));
  const std::string date = timestamp_.substr(0, 8);
  if (!scope_.starts_with(date)) renew_day(date);
}

void Signer::renew_day(std::string_view date) {
  scope_ = fmt::format("{}/{}/dynamodb/aws4_request", date, credentials_.region);
  Digest key = hmac(hmac_key("AWS4" + credentials_.secret_key), date);
  for (const std::string_view part :
       {std::string_view(credentials_.region), std::string_view("dynamodb"),
        std::string_view("aws4_request")}) {
    key = hmac(hmac_key(as_text(key)), part);
  }
  signing_key_ = hmac_key(as_text(key));
}

std::string_view Signer::signature(std::string_view operation, std::string_view body) {
  canonical_.clear();
  append(canonical_,
         {"POST\n/\n\ncontent-type:", kContentType, "\nhost:", host_, "\nx-amz-date:", timestamp_,
          "\nx-amz-target:", kTargetPrefix, operation, "\n\n", kSignedHeaders, "\n"});
  append_hex(canonical_, hash(body));
  to_sign_.assign("AWS4-HMAC-SHA256\n");
  to_sign_.append(timestamp_).append("\n").append(scope_).append("\n");
  append_hex(to_sign_, hash(canonical_));
  hex_.clear();
  append_hex(hex_, hmac(signing_key_, to_sign_));
  return hex_;
}

void Signer::append_request(std::string& request, std::string_view operation,
                            std::string_view body) {
  const auto now = Clock::system().wall_now().time_since_epoch();
  const auto second = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  if (second != second_) renew(second);
  append(request, {"POST / HTTP/1.1\r\nHost: ",
                   host_,
                   "\r\nContent-Type: ",
                   kContentType,
                   "\r\nX-Amz-Target: ",
                   kTargetPrefix,
                   operation,
                   "\r\nX-Amz-Date: ",
                   timestamp_,
                   "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=",
                   credentials_.access_key,
                   "/",
                   scope_,
                   ", SignedHeaders=",
                   kSignedHeaders,
                   ", Signature=",
                   signature(operation, body),
                   "\r\nContent-Length: ",
                   fmt::format_int(body.size()).c_str(),
                   "\r\n\r\n",
                   body});
}

}  // namespace partita::load
