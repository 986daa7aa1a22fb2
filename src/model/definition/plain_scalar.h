#pragma once

#include <string_view>

#include "model/definition/node.h"

namespace partita::model {

// The kind of a scalar without quotes, by the core schema of YAML 1.2.
Node::Kind kind_of_plain(std::string_view text);

// Numbers that the core schema knows and models do not: 0x1F, 0o17, .inf, .nan.
bool is_odd_number(std::string_view text);

}  // namespace partita::model
