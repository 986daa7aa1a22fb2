#pragma once

#include "partita/base/result.h"
#include "partita/value/value_fault.h"

namespace partita::operations {

// AWS, since 2026: what is wrong with the request itself is told by single writes behind
// "1 validation error detected: "; what is wrong with its data is told bare, and so is everything
// that reads tell.
Error in_envelope(Error error);
inline Status in_envelope(Status status) {
  if (status.ok()) return status;
  return in_envelope(std::move(status).error());
}
template <typename T>
Result<T> in_envelope(Result<T> result) {
  if (result.ok()) return result;
  return in_envelope(std::move(result).error());
}

// The problem of an attribute value: bad numbers, sets and NULLs are told in the envelope, others
// bare.
Status value_in_envelope(Status status);

// Only bad numbers and sets are told in the envelope, of all that may be wrong.
template <typename Outcome>
Outcome fault_in_envelope(Outcome outcome) {
  if (outcome.ok() || !is_value_fault(outcome.error())) return outcome;
  return in_envelope(std::move(outcome).error());
}

}  // namespace partita::operations
