#pragma once

#include <cstddef>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita {

// Whether bytes follow the grammar of item_format.h to the letter, in one walk and without
// allocating unless they do not.
// ERRORS: Corrupt, with the offset and what is wrong there.
Status validate_item(ByteView bytes);
Status validate_value(ByteView bytes);

}  // namespace partita
