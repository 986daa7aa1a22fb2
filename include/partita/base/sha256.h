#pragma once

#include <array>
#include <cstddef>

#include "partita/base/bytes.h"

namespace partita {

inline constexpr std::size_t kSha256Bytes = 32;
using Sha256Sum = std::array<char, kSha256Bytes>;

Sha256Sum sha256(ByteView bytes);

inline ByteView view_of(const Sha256Sum& sum) { return {sum.data(), sum.size()}; }

}  // namespace partita
