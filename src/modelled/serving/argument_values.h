#pragma once

#include <string_view>
#include <vector>

#include "model/definition/entity.h"
#include "modelled/serving/arguments.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

namespace partita::serving {

// The type of what callers give for an attribute: that of an element if it is a list or a set. Null
// if the entity has no such attribute, which then is a text.
const model::AttributeType* asked_type(const model::Entity& entity, std::string_view attribute);

// What a caller's text means, as it is stored. Timestamps are given in RFC 3339 or in their own
// encoding. A null type is a text.
// ERRORS: BadArgument, with the parameter, its text and what is expected.
Result<Value> argument_value(std::string_view parameter, std::string_view text,
                             const model::AttributeType* type);

// Which arguments a pattern or a rollup takes.
struct ParameterNames {
  std::string_view taker;  // Its name, for messages.
  std::vector<std::string_view> required;
  std::vector<std::string_view> optional;
};

// ERRORS: BadArgument, with what is not known and what was probably meant, or what is missing.
Status check_arguments(const Arguments& arguments, const ParameterNames& names);

}  // namespace partita::serving
