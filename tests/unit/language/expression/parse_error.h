#pragma once

#include <string>
#include <string_view>

#include "language/expression/parse.h"

namespace partita::expression {

inline std::string update_error(std::string_view text) {
  const auto tree = parse_update(text);
  return tree.ok() ? "no error" : tree.error().message();
}

inline std::string projection_error(std::string_view text) {
  const auto tree = parse_projection(text);
  return tree.ok() ? "no error" : tree.error().message();
}

}  // namespace partita::expression
