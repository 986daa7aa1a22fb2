#pragma once

#include "partita/base/bytes.h"
#include "partita/base/error.h"
#include "wire/protocol/shapes.h"

namespace partita::protocol {

// Which limits of its shape a request does not keep, as AWS says it:
//   1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: Member
//   must have length greater than or equal to 3
// All of them are told in the order of the shape, at most ten. Reads the JSON again, as a tree:
// this is the slow path of a request that is refused. REQUIRES: the request has been read by
// read_structure, and a violation was noted.
Error find_violations(ByteView json, const StructureType& request);

}  // namespace partita::protocol
