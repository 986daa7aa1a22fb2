#pragma once

#include <cstdint>
#include <optional>

#include "partita/base/bytes.h"

// Integers in as few bytes as they need: seven bits a byte, the lowest first, 0x80 on all but the
// last. Signed ones are zigzag: 0, -1, 1, -2 ...

namespace partita {

void append_varint(Bytes& bytes, std::uint64_t value);
void append_signed(Bytes& bytes, std::int64_t value);

// Reads one from the front of `input` and moves `input` behind it; nullopt if there is none.
std::optional<std::uint64_t> take_varint(ByteView& input);
std::optional<std::int64_t> take_signed(ByteView& input);

}  // namespace partita
