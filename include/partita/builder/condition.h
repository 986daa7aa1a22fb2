#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "partita/api/placeholder_writer.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

// The builders (partita/builder/*.h) compose requests step by step, so that a program need not
// write expressions and placeholders by hand. Each can return the request that it has composed, and
// run it on a Database. Errors are reported when the request is composed, not before.
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

// A condition on one attribute or a part of it: `location.country`, `tags[0]`. Names that contain
// dots or brackets cannot be used here.
//   Condition{"version", Operator::Equal, 3}      Condition{"PK", Operator::NotExists}
struct Condition {
  std::string path;
  Operator op = Operator::Exists;
  Value value = {};
};

// All conditions as one DynamoDB expression: "#n0 = :v0 AND attribute_exists(#n1.#n2)". Names and
// values are added to the placeholders, which are then written to the request.
// ERRORS: InvalidArgument if a path is not a document path.
Result<std::string> expression_of(std::span<const Condition> conditions,
                                  api::PlaceholderWriter& placeholders);

}  // namespace partita::builder
