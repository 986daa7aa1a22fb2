#pragma once

#include <string>

#include "partita/base/random.h"

namespace partita::protocol {

// The id that an answer carries in x-amzn-RequestId: 52 characters of 0-9 and A-Z, as AWS has them.
std::string make_request_id(Random& random);

}  // namespace partita::protocol
