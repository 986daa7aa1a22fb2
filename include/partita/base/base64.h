#pragma once

#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita {

// Base64 of RFC 4648 with the standard alphabet and padding: the form of DynamoDB's binary values.
std::string base64_encode(ByteView bytes);
void base64_append(std::string& text, ByteView bytes);

// The only bytes whose encoding is `text`: padding is required, white space is not allowed, and the
// bits that the last character has to spare are zero.
// ERRORS: InvalidArgument, in DynamoDB's words where they are known.
Result<Bytes> base64_decode(std::string_view text);

}  // namespace partita
