#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace partita::expression {

// The parameter of a request that an expression stands in.
enum class ExpressionKind { Condition, Filter, KeyCondition, Projection, Update };

// "ConditionExpression", as the parameter is called.
constexpr std::string_view name_of(ExpressionKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"ConditionExpression", "FilterExpression",
                                                      "KeyConditionExpression",
                                                      "ProjectionExpression", "UpdateExpression"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace partita::expression
