#pragma once

#include "partita/base/random.h"
#include "partita/value/value.h"

namespace partita {

// Values and items of every type, nested up to three levels, the same for the same seed.
Number random_number(Random& random);
Value random_value(Random& random, int levels);
Item random_item(Random& random);

}  // namespace partita
