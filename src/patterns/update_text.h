#pragma once

#include <string>
#include <string_view>

#include "partita/api/transact_write_items.h"
#include "partita/value/value.h"

namespace partita::patterns {

// Collects what becomes of attributes and writes it as an UpdateExpression. Each name and value has
// a placeholder, so that no attribute name is a reserved word, and requests of one form share one
// parsed expression.
class UpdateText {
 public:
  void set(std::string_view attribute, Value value);
  void remove(std::string_view attribute);
  bool is_empty() const { return count_ == 0; }

  // REQUIRES: it is not empty; check_item accepts what was set.
  void write_to(api::Update& update) &&;

 private:
  std::string alias(std::string_view attribute);

  std::size_t count_ = 0;
  std::string sets_;     // "#n0 = :v0, #n2 = :v2"
  std::string removes_;  // "#n1"
  api::Dictionary<std::string> names_;
  Item values_;
};

}  // namespace partita::patterns
