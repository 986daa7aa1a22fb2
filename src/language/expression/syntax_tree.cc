#include "language/expression/syntax_tree.h"

#include <array>

namespace partita::expression {

std::string_view name_of(Function function) {
  constexpr std::array<std::string_view, 10> kNames = {"attribute_exists",
                                                       "attribute_not_exists",
                                                       "attribute_type",
                                                       "begins_with",
                                                       "contains",
                                                       "size",
                                                       "if_not_exists",
                                                       "list_append",
                                                       "+",
                                                       "-"};
  return kNames[static_cast<std::size_t>(function)];
}

std::string_view name_of(Comparator comparator) {
  constexpr std::array<std::string_view, 6> kNames = {"=", "<>", "<", "<=", ">", ">="};
  return kNames[static_cast<std::size_t>(comparator)];
}

}  // namespace partita::expression
