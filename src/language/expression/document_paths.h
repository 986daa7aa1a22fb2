#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "language/expression/expression_kind.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::expression {

using DocumentPath = std::span<const PathStep>;

// Whether the paths can be read or written side by side: none leads to, into or through another
// (overlap), and no two take the same place for a map and for a list (conflict).
// ERRORS: InvalidArgument in DynamoDB's words, an overlap before any conflict.
Status check_paths_apart(ExpressionKind kind, std::span<const DocumentPath> paths);

// The attributes that the paths begin with, each once and sorted.
std::vector<std::string_view> attribute_names(std::span<const DocumentPath> paths);

// Whose key it is that paths may not lead into.
enum class KeyRole { Table, Index };

// Whether no path leads into one of those attributes, which are keys and so have no parts.
// ERRORS: InvalidArgument in DynamoDB's words.
Status check_keys_are_scalars(std::span<const DocumentPath> paths,
                              std::span<const std::string_view> key_attributes, KeyRole role);

}  // namespace partita::expression
