#pragma once

#include <cstddef>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::keys {

// Byte strings in groups of eight, each with a marker: sorts as the strings do wherever it stands
// in a key, is self-delimiting, and no form is a prefix of another. group_codec.cc has the grammar.

// The length of the form: at most 9/8 of the string, rounded up to whole groups.
constexpr std::size_t grouped_bytes(std::size_t string_bytes) {
  return string_bytes == 0 ? 9 : (string_bytes + 7) / 8 * 9;
}

void append_grouped(Bytes& key, ByteView string);

// Appends the bytes that the forms of all strings starting with `prefix` have in common.
// Some shorter strings share them too ("a" and "a\0" look alike up to the marker), but all of
// those sort before append_grouped(prefix).
void append_grouped_prefix(Bytes& key, ByteView prefix);

// Reads one string from the front of `input` and moves `input` behind it.
// ERRORS: Corrupt for bytes that append_grouped never writes; `input` is then unspecified.
Result<Bytes> take_grouped(ByteView& input);

}  // namespace partita::keys
