#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "partita/api/input.h"
#include "partita/api/shape.h"
#include "partita/base/result.h"
#include "partita/value/measure.h"
#include "partita/value/value.h"

namespace partita::api {

// Collects the names and values of a request's expressions, for programs that write requests. Every
// name gets a placeholder, so that no attribute is ever taken for a reserved word, and requests of
// one form share one parsed expression.
class PlaceholderWriter {
 public:
  // "#n0"; the same for the same name.
  std::string name(std::string_view attribute);
  // ":v0".
  std::string value(Value value);

  // Puts them into a request, which has no others.
  // ERRORS: InvalidArgument in DynamoDB's words if a value is nested too deep.
  template <typename Request>
  Status write_to(Request& request) && {
    if (!names_.empty()) request.expression_attribute_names = std::move(names_);
    if (values_.is_empty()) return {};
    TRY(check_nesting(nesting(values_)));
    request.expression_attribute_values = ItemInput(EncodedItem(values_));
    return {};
  }

 private:
  Dictionary<std::string> names_;
  Item values_;
};

}  // namespace partita::api
