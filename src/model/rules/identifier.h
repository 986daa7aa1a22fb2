#pragma once

#include <string>

#include "model/definition/attribute.h"
#include "model/formula/timestamp.h"
#include "partita/base/random.h"

namespace partita::rules {

// A new id of the generator's kind, its prefix and suffix around it. Those that begin with a time
// (uuid7, ulid, ksuid) sort by it.
std::string make_identifier(const model::IdGenerator& generator, model::Instant now,
                            Random& random);

}  // namespace partita::rules
