#pragma once

#include <string>
#include <vector>

#include "model/definition/entity.h"
#include "partita/value/value.h"

namespace partita::lint {

// A rule that an example item breaks.
struct SampleViolation {
  std::string attribute;
  std::string message;  // "`job-12345` is no ulid"
};

// All rules of its entity that an example breaks: types, values, bounds, formats, required
// attributes, keys, expiry. What the server fills in may be left out.
std::vector<SampleViolation> check_item(const model::Entity& entity, const Item& item);

// The same for one value.
std::vector<SampleViolation> check_value(const model::Attribute& attribute, const Value& value);

}  // namespace partita::lint
