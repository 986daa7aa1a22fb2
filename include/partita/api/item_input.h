#pragma once

#include "partita/api/input.h"
#include "partita/value/value.h"

namespace partita::api {

// An item, a key or expression values for a request that a program builds:
//
//   request.key = api::item_input({{"id", "o-1"}});
//
// The operation refuses it with InvalidArgument if it may not be stored (check_item): if it is
// nested too deep, too large, or has text that is not UTF-8.
ItemInput item_input(const Item& item);

}  // namespace partita::api
