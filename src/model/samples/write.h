#pragma once

#include "model/definition/entity.h"
#include "model/formula/timestamp.h"
#include "partita/value/value.h"

namespace partita::samples {

// One write of sample data, as a client of the model would send it: what the server fills in by
// itself (stamps, derived attributes, keys and index keys, defaults) is left to it.
struct Write {
  enum class Kind { Create, Update };

  Kind kind = Kind::Create;
  const model::Entity* entity = nullptr;  // Of the generator's model.
  model::Instant instant{};  // When it is to happen; never before the write that came before.
  Item key;         // The attributes that the item's key is made of, also those the server fills.
  Item attributes;  // Of a Create the whole item, of an Update what it sets.
  bool by_server = false;  // A transition that the server makes by itself.
};

}  // namespace partita::samples
