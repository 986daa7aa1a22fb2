#pragma once

#include <string_view>

#include "dynamodb/operations/tree_requests.h"
#include "language/expression/tree_builder.h"
#include "partita/value/value.h"

namespace partita::serving {

// Collects what becomes of whole attributes, each named once.
class AttributeUpdate {
 public:
  void set(std::string_view attribute, const Value& value);
  void remove(std::string_view attribute);
  bool is_empty() const { return is_empty_; }

  operations::UpdatePointer tree() && { return std::move(builder_).finish(); }

 private:
  expression::UpdateBuilder builder_;
  bool is_empty_ = true;
};

}  // namespace partita::serving
