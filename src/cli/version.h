#pragma once

#include <string_view>

namespace partita::cli {

// "0.1.0"
std::string_view version();

}  // namespace partita::cli
