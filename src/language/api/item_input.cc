#include "partita/api/item_input.h"

#include <string>
#include <utility>

#include "partita/value/measure.h"

namespace partita::api {
namespace {

// The first attribute that is refused by itself; empty if only all of them together are.
std::string refused_attribute(const Item& item) {
  for (const Map::Member& member : item) {
    if (!check_item(Item{member}).ok()) return member.name;
  }
  return {};
}

}  // namespace

ItemInput item_input(const Item& item) {
  Status status = check_item(item);
  if (status.ok()) return EncodedItem(item);
  return ItemInput(InputProblem{refused_attribute(item), std::move(status).error()});
}

}  // namespace partita::api
