#pragma once

#include "conformance/runner/endpoint.h"
#include "conformance/runner/json.h"

namespace partita::conformance {

// All records of a stream, shard by shard, each from its oldest to its newest. `which` names it:
// {"StreamArn": ...}, or {"TableName": ...} for the newest stream of a table.
// ERRORS: Internal with the answer that was not expected; those of the endpoint.
Result<Json> read_stream(Endpoint& endpoint, const Json& which);

}  // namespace partita::conformance
