#pragma once

#include <array>
#include <cstddef>

#include "partita/base/bytes.h"

namespace partita {

inline constexpr std::size_t kMd5Bytes = 16;
using Md5Sum = std::array<char, kMd5Bytes>;

// Not for secrets: only where a format of others asks for it.
Md5Sum md5(ByteView bytes);

inline ByteView view_of(const Md5Sum& sum) { return {sum.data(), sum.size()}; }

}  // namespace partita
