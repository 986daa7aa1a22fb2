#pragma once

#include <string>
#include <string_view>

namespace partita::cli {

// A small model with a comment at each thing it shows, for a newcomer to change.
// REQUIRES: is_model_name(name).
std::string first_model(std::string_view name);

// Letters, digits and _, a letter first; 3 characters at least, so that tables can be called so.
bool is_model_name(std::string_view name);

}  // namespace partita::cli
