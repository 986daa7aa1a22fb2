#include "dynamodb/operations/envelope.h"

#include <fmt/format.h>

#include <string_view>

#include "partita/value/value_fault.h"

namespace partita::operations {

Error in_envelope(Error error) {
  constexpr std::string_view kEnvelope = "1 validation error detected: ";
  // Told bare by every operation.
  constexpr std::string_view kNoValue = "Supplied AttributeValue";
  if (error.kind() != ErrorKind::InvalidArgument || error.message().starts_with(kEnvelope) ||
      error.message().starts_with(kNoValue)) {
    return error;
  }
  return Error::invalid_argument(fmt::format("{}{}", kEnvelope, error.message()));
}

Status value_in_envelope(Status status) {
  if (status.ok()) return status;
  const bool is_told_inside =
      is_value_fault(status.error()) ||
      status.error().message().starts_with("One or more parameter values were invalid: ");
  return is_told_inside ? in_envelope(std::move(status).error()) : status;
}

}  // namespace partita::operations
