#pragma once

#include <optional>
#include <string_view>

#include "model/definition/finding_list.h"
#include "model/definition/node.h"

namespace partita::model {

// Reads YAML (or JSON, which is a part of it) into a tree, under the limits of read_model.h.
//
// A strict part of YAML 1.2: one document, no anchors, aliases and tags, no key twice, keys are
// scalars. Plain scalars are typed by the core schema; numbers are decimal. Nullopt if it is not
// YAML; other findings leave a tree.
std::optional<Node> read_yaml(std::string_view text, FindingList& findings);

}  // namespace partita::model
