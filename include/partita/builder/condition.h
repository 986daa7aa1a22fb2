#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "partita/api/placeholder_writer.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

// The builders (partita/builder/*.h) put requests together step by step, so that a program writes
// no expressions, placeholders or positions by hand. Each can show the request that it makes, and
// run it on a Database. Nothing is checked before the request is made.
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

// What is asked of one attribute, or of a part of it: `location.country`, `tags[0]`. A name that
// has a dot or a bracket in it cannot be written this way.
//   Condition{"version", Operator::Equal, 3}      Condition{"PK", Operator::NotExists}
struct Condition {
  std::string path;
  Operator op = Operator::Exists;
  Value value = {};
};

// All of them as one expression of DynamoDB: "#n0 = :v0 AND attribute_exists(#n1.#n2)". Names and
// values are added to the placeholders, which are then written to the request.
// ERRORS: InvalidArgument if a path is not a document path.
Result<std::string> expression_of(std::span<const Condition> conditions,
                                  api::PlaceholderWriter& placeholders);

}  // namespace partita::builder
