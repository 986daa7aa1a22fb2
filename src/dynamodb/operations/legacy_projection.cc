#include "dynamodb/operations/legacy_projection.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "dynamodb/operations/attribute_name.h"
#include "language/expression/placeholders.h"
#include "language/expression/syntax_tree.h"
#include "partita/api/exception.h"

namespace partita::operations {

Result<std::optional<expression::Projection>> attributes_to_get(
    const std::optional<std::vector<std::string>>& names) {
  if (!names) return std::optional<expression::Projection>{};
  std::unordered_set<std::string_view> seen;
  auto tree = std::make_shared<expression::ProjectionTree>();
  for (const std::string& name : *names) {
    TRY(check_attribute_name(name));
    if (!seen.insert(name).second) {
      return api::invalid(fmt::format(
          "One or more parameter values were invalid: Duplicate value in attribute name: {}",
          name));
    }
    expression::Path path;
    path.parts.emplace_back(expression::AttributeName{.text = name});
    tree->operands.emplace_back(std::move(path));
  }
  const expression::Placeholders none;
  expression::PlaceholderUse use(none);
  return std::optional(TRY(expression::Projection::bind(std::move(tree), use)));
}

}  // namespace partita::operations
