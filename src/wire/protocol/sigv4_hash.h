#pragma once

#include <array>
#include <string_view>

#include "partita/base/bytes.h"
#include "wire/protocol/credentials.h"

// The digests of signatures. What OpenSSL needs for them is kept by each thread, and so are the
// keys derived from secrets: one for each credential, day, region and service.
namespace partita::protocol {

// 64 hexadecimal characters in lower case.
using HexDigest = std::array<char, 64>;

inline std::string_view text_of(const HexDigest& digest) { return {digest.data(), digest.size()}; }

HexDigest sha256_hex(ByteView bytes);

// The signature of a text under the key that the secret gives for this scope, which is
// `date/region/service/terminator`.
HexDigest sign(const Credential& credential, std::string_view scope, ByteView text);

}  // namespace partita::protocol
