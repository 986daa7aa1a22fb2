#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/definition/model.h"
#include "partita/value/item_view.h"

namespace partita::rules {

// The value that a query wants a key attribute to have.
struct WantedKey {
  std::string_view attribute;
  ValueView value;
};

// Why no item of the table can ever have these values in the index, if the model's own rules say
// so: a value that an attribute never has, an entity that is never in the index. Empty: some item
// may. Says nothing unless the table's rules are enforced and it holds no items that the model does
// not know. A null index is the table itself.
std::string why_never_found(const model::Model& model, const model::Table& table,
                            const model::Index* index, std::span<const WantedKey> wanted);

}  // namespace partita::rules
