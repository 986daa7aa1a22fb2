#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::protocol {

// What decoding a body may give, as for a body that travels as it is.
inline constexpr std::size_t kDecodedBodyBytesMax = std::size_t{16} << 20;

// Undoes the Content-Encoding of a body, whose header's value is `encoding`: gzip (one member or
// several), deflate (which is zlib's format), or identity. An empty value is identity, too.
// Returns the body itself, or a view of `decoded`, which is written over.
//
// Never takes more memory than kDecodedBodyBytesMax and one byte, whatever the body claims.
// ERRORS: InvalidArgument for any other encoding, and for a body that is damaged, cut short, empty,
// or followed by something else; TooLarge if it would be larger than kDecodedBodyBytesMax.
Result<ByteView> decode_body(std::string_view encoding, ByteView body, Bytes& decoded);

enum class BodyEncoding : std::uint8_t { Identity, Gzip, Deflate };

// The best encoding that an Accept-Encoding header allows: gzip before deflate; what it gives a
// quality of zero is not allowed.
BodyEncoding accepted_encoding(std::string_view header);

// The body in this encoding. REQUIRES: it is not Identity.
std::string encode_body(BodyEncoding encoding, std::string_view body);

}  // namespace partita::protocol
