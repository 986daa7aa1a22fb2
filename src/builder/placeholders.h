#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "partita/api/input.h"
#include "partita/api/shape.h"
#include "partita/base/result.h"
#include "partita/value/measure.h"
#include "partita/value/value.h"

namespace partita::builder {

// Collects the names and values of a request's expressions. Every name gets a placeholder, so that
// no attribute is ever taken for a reserved word.
class Placeholders {
 public:
  // "#n0"; the same for the same name.
  std::string name(std::string_view attribute);
  // "#n0.#n1[3]" for `location.cities[3]`. A name with a dot in it cannot be said this way.
  // ERRORS: InvalidArgument, with the path and what is wrong with it.
  Result<std::string> path(std::string_view path);
  // ":v0".
  std::string value(Value value);

  // Puts them into a request, which has no others.
  // ERRORS: InvalidArgument in DynamoDB's words if a value is nested too deep.
  template <typename Request>
  Status write_to(Request& request) && {
    if (!names_.empty()) request.expression_attribute_names = std::move(names_);
    if (values_.is_empty()) return {};
    TRY(check_nesting(nesting(values_)));
    request.expression_attribute_values = api::ItemInput(EncodedItem(values_));
    return {};
  }

 private:
  Result<std::string> step(std::string_view text);

  api::Dictionary<std::string> names_;
  Item values_;
};

}  // namespace partita::builder
