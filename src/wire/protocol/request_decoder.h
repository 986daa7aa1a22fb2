#pragma once

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::protocol {

// Decodes the body of an HTTP request to a request of include/partita/api. Errors of attribute
// values are kept in the request, in their ItemInput or ValueInput.
// ERRORS: SerializationException if it is not JSON or has a wrong type; ValidationException if a
// limit of the request's shape is not kept; both in DynamoDB's words.
// THREADS: safe for concurrent calls; each thread keeps some memory for the next request.
template <typename Request>
Result<Request> decode_request(ByteView json);

}  // namespace partita::protocol
