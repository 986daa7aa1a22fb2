#include "dynamodb/operations/attribute_name.h"

#include "partita/api/exception.h"

namespace partita::operations {

Status check_attribute_name(std::string_view name) {
  if (!name.empty()) return {};
  return api::invalid("One or more parameter values were invalid: Empty attribute name");
}

}  // namespace partita::operations
