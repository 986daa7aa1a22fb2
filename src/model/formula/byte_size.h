#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace partita::model {

// Sizes as models write them: 512B, 0.6KB, 2MB. A KB is 1024 bytes; parts of a byte are rounded.
std::optional<std::int64_t> parse_byte_size(std::string_view text);

}  // namespace partita::model
