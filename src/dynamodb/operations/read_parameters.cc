#include "dynamodb/operations/read_parameters.h"

#include <fmt/format.h>

#include <string_view>

#include "partita/api/exception.h"
#include "partita/value/value_fault.h"

namespace partita::operations {
namespace {

using api::Select;

std::string_view selected(Select select) {
  return select == Select::Count ? "only the Count" : api::wire_name(select);
}

}  // namespace

Status check_select(const SelectParameters& parameters) {
  if (!parameters.select) return {};
  const Select select = *parameters.select;
  const bool has_expression = parameters.has_projection_expression;
  const bool has_attributes = has_expression || parameters.has_attributes_to_get;
  if (select == Select::SpecificAttributes) {
    if (has_attributes) return {};
    return api::invalid(
        "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
        "SPECIFIC_ATTRIBUTES");
  }
  if (has_attributes) {
    return api::invalid(fmt::format("Cannot specify the {} when choosing to get {}",
                                    has_expression ? "ProjectionExpression" : "AttributesToGet",
                                    selected(select)));
  }
  if (select == Select::AllProjectedAttributes && !parameters.has_index) {
    return api::invalid(
        "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
  }
  return {};
}

// AWS: a bad number and a duplicate are told as they are, all else behind what it is wrong for.
Status check_start_key_values(const std::optional<api::ItemInput>& start_key) {
  if (!start_key) return {};
  Status status = start_key->check();
  if (status.ok()) return {};
  const std::string_view message = status.error().message();
  const auto* fault = status.error().detail<ValueFault>();
  const bool is_plain = fault != nullptr && fault->kind() != ValueFault::Kind::EmptySet;
  const bool is_prefixed = message.starts_with("Supplied AttributeValue") ||
                           message.starts_with("One or more parameter values were invalid");
  if (is_plain || !is_prefixed) return status;
  return api::invalid(fmt::format("The provided starting key is invalid: {}", message));
}

}  // namespace partita::operations
