#pragma once

#include <cstddef>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/number.h"

namespace partita::keys {

// Numbers as bytes that sort by value. The form is self-delimiting, no form is a prefix of
// another, and equal numbers have equal bytes. number_codec.cc has the grammar.
inline constexpr std::size_t kNumberBytesMax = 21;

void append_number(Bytes& key, const Number& number);

// Reads one number from the front of `input` and moves `input` behind it.
// ERRORS: Corrupt for bytes that append_number never writes; `input` is then unspecified.
Result<Number> take_number(ByteView& input);

}  // namespace partita::keys
