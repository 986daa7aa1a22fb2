#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "partita/api/placeholders.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

namespace partita::patterns {

// Collects what becomes of attributes, and writes it as an UpdateExpression.
class UpdateText {
 public:
  void set(std::string_view attribute, Value value);
  void remove(std::string_view attribute);
  bool is_empty() const { return sets_.empty() && removes_.empty(); }

  // ERRORS: as Placeholders::write_to.   REQUIRES: it is not empty.
  template <typename Request>
  Status write_to(Request& request) && {
    request.update_expression = text();
    return std::move(placeholders_).write_to(request);
  }

 private:
  std::string text() const;

  std::string sets_;     // "#n0 = :v0, #n2 = :v1"
  std::string removes_;  // "#n1"
  api::Placeholders placeholders_;
};

}  // namespace partita::patterns
