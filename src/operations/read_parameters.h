#pragma once

#include <optional>
#include <string>
#include <vector>

#include "partita/api/choices.h"
#include "partita/api/input.h"
#include "partita/base/result.h"

namespace partita::operations {

// The parameters that Query and Scan have in common. Views the request.
struct ReadParameters {
  const std::string& table_name;
  const std::optional<std::string>& index_name;
  const std::optional<api::Select>& select;
  const std::optional<std::vector<std::string>>& attributes_to_get;
  const std::optional<std::string>& projection_expression;
  const std::optional<api::ItemInput>& exclusive_start_key;
  const std::optional<bool>& consistent_read;
};

template <typename Request>
ReadParameters read_parameters(const Request& request) {
  return {.table_name = request.table_name,
          .index_name = request.index_name,
          .select = request.select,
          .attributes_to_get = request.attributes_to_get,
          .projection_expression = request.projection_expression,
          .exclusive_start_key = request.exclusive_start_key,
          .consistent_read = request.consistent_read};
}

// Whether Select fits the other parameters.
// ERRORS: InvalidArgument in DynamoDB's words.
Status check_select(const ReadParameters& parameters);

// Whether the values of ExclusiveStartKey are values at all.
// ERRORS: InvalidArgument in DynamoDB's words.
Status check_start_key_values(const ReadParameters& parameters);

}  // namespace partita::operations
