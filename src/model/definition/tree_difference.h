#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/node.h"
#include "model/definition/read_model.h"

namespace partita::model {

// A place of a model file at which two of them differ.
struct TreeDifference {
  std::string path;                  // "tables.messages.pitr.enabled", "params.stage.enum[2]"
  std::optional<std::string> left;   // Nullopt: only the other one has it.
  std::optional<std::string> right;  // The same.

  friend bool operator==(const TreeDifference&, const TreeDifference&) = default;
};

// In the order of the left file; what only the right one has comes at the end of its map.
std::vector<TreeDifference> difference(const Node& left, const Node& right);

// The file with its params and overrides applied, or nullopt if it is no model file.
std::optional<Node> resolved_tree(std::string_view text, const ParamValues& params);

}  // namespace partita::model
