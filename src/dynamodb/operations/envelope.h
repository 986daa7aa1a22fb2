#pragma once

#include "partita/base/result.h"

namespace partita::operations {

// AWS, since 2026: what is wrong with the request itself is told by PutItem, UpdateItem and
// DeleteItem behind "1 validation error detected: "; what is wrong with its data is told bare, and
// so is what reads tell, but for Query's Select.
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

}  // namespace partita::operations
