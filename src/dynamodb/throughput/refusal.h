#pragma once

#include <cstdint>

#include "dynamodb/throughput/used_part.h"
#include "partita/base/error.h"

namespace partita::throughput {

// Which limit has been reached, in the order of AWS's reasons.
enum class ThroughputLimit : std::uint8_t { Provisioned, OnDemandMaximum, KeyRange };

// What a request is told that finds nothing left: ProvisionedThroughputExceededException if the
// table is provisioned, else ThrottlingException, in AWS's words and with its reason.
Error refusal(Use use, const UsedPart& part, ThroughputLimit limit);

}  // namespace partita::throughput
