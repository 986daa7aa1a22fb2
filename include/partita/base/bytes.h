#pragma once

#include <string>
#include <string_view>

namespace partita {

// Byte strings, not text: may hold any byte, compared as unsigned bytes.
using Bytes = std::string;
using ByteView = std::string_view;

}  // namespace partita
