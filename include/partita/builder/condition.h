#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "partita/api/placeholders.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

namespace partita::builder {

enum class Operator {
  Equal,
  NotEqual,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual,
  BeginsWith,
  Contains,
  Exists,     // Without a value.
  NotExists,  // The same.
};

// What is asked of one attribute, or of a part of it: `location.country`, `tags[0]`.
struct Condition {
  std::string path;
  Operator op = Operator::Exists;
  Value value = {};
};

// All of them, as an expression: "#n0 = :v0 AND attribute_exists(#n1.#n2)".
// ERRORS: InvalidArgument if a path is none.
Result<std::string> expression_of(std::span<const Condition> conditions,
                                  api::Placeholders& placeholders);

}  // namespace partita::builder
