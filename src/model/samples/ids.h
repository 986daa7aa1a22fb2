#pragma once

#include <string>

#include "model/definition/attribute.h"
#include "model/formula/timestamp.h"
#include "model/samples/dice.h"

namespace partita::samples {

// Ids as the server would make them at that instant, but by dice.
std::string uuid4(Dice& dice);
std::string uuid7(Dice& dice, model::Instant instant);
std::string ulid(Dice& dice, model::Instant instant);
std::string ksuid(Dice& dice, model::Instant instant);

std::string generated_id(const model::IdGenerator& generator, Dice& dice, model::Instant instant);

}  // namespace partita::samples
