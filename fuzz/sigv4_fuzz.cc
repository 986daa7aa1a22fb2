// A request from anyone, signed or not: nobody without the secret gets in, what is said about it is
// printable and shows no signature, and a request that is let in without a proof is let in twice.
//
// input := the bytes of one HTTP request

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "partita/base/check.h"
#include "wire/protocol/http_parser.h"
#include "wire/protocol/sigv4.h"
#include "wire/protocol/sigv4_time.h"

namespace partita::protocol {
namespace {

// Nobody knows this secret, so no input can be signed with it.
const CredentialStore& credentials() {
  static const CredentialStore store = [] {
    SystemRandom random;
    std::string secret;
    while (secret.size() < 40) secret += static_cast<char>('a' + random.below(26));
    return CredentialStore::create(
               {{.access_key_id = "AKIDEXAMPLE", .secret_access_key = SecretText(secret)}})
        .value();
  }();
  return store;
}

const Clock& clock() {
  static ManualClock clock;
  static const bool is_set = [] {
    clock.jump_wall(parse_signing_time("20150830T123600Z")->time_since_epoch());
    return true;
  }();
  PARTITA_CHECK(is_set);
  return clock;
}

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

void check(const HttpRequest& request) {
  const auto proved = verify_signature(request, {.credentials = credentials(), .clock = clock()});
  PARTITA_CHECK(std::holds_alternative<AuthenticationFailure>(proved));
  PARTITA_CHECK(is_printable(std::get<AuthenticationFailure>(proved).message));
  const SignatureRules lax{
      .credentials = credentials(), .clock = clock(), .mode = SignatureMode::AnyWellFormed};
  const auto claimed = verify_signature(request, lax);
  PARTITA_CHECK(claimed.index() == verify_signature(request, lax).index());
  if (const auto* principal = std::get_if<Principal>(&claimed)) {
    PARTITA_CHECK(is_printable(principal->access_key_id) && is_printable(principal->region));
  }
}

}  // namespace
}  // namespace partita::protocol

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita::protocol;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  ReceivedBytes received{bytes.data(), bytes.size()};
  HttpParser parser;
  const auto progress = parser.advance(received);
  if (progress.ok() && *progress == HttpProgress::Complete) check(parser.request(received));
  return 0;
}
