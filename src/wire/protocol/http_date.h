#pragma once

#include <string>

#include "partita/base/clock.h"

namespace partita::protocol {

// "Sun, 06 Nov 1994 08:49:37 GMT": the only form of a date that HTTP/1.1 writes.
std::string http_date(WallTime time);

}  // namespace partita::protocol
