#pragma once

#include "partita/base/result.h"

namespace partita::operations {

// AWS, since 2026: PutItem, UpdateItem and DeleteItem put "1 validation error detected: " (the
// envelope) before messages about the request itself, but not before messages about its data. Reads
// do not use it, except for Query's Select.
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

// The error of an attribute value: invalid numbers, sets and NULLs are reported in the envelope,
// others without it.
Status value_in_envelope(Status status);

}  // namespace partita::operations
