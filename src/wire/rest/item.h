#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/entity.h"
#include "partita/value/item_view.h"
#include "wire/protocol/json_sink.h"

namespace partita::rest {

enum class JsonForm {
  Plain,  // {"year":1967}
  Typed,  // {"year":{"N":"1967"}}, as DynamoDB has it, with the keys that templates make.
};

// How items of one entity look to clients of the model's own API: what is hidden does not come,
// what is sensitive comes masked, and the keys that templates make are left out of plain JSON,
// because all that is in them is an attribute, too.
// THREADS: immutable, safe for concurrent calls.
class ItemPresenter {
 public:
  // REQUIRES: the entity outlives this.
  explicit ItemPresenter(const model::Entity& entity);

  void put(protocol::JsonSink& sink, const ItemView& item, JsonForm form) const;

 private:
  enum class Treatment { Hide, Mask, MadeKey, LookInside };
  struct Special {
    std::string name;
    Treatment treatment;
    const model::AttributeType* type = nullptr;  // Of LookInside.
  };

  void add(std::string_view name, Treatment treatment, const model::AttributeType* type = nullptr);
  const Special* find(std::string_view name) const;

  std::vector<Special> specials_;  // By name; most attributes are not among them.
};

// The attributes of the entity that are not simply shown: hidden, sensitive, or with such a field
// somewhere inside.
std::vector<std::string> secrets_of(const model::Entity& entity);

// An item of no entity: as it is stored.
void put_unmodelled(protocol::JsonSink& sink, const ItemView& item, JsonForm form);

}  // namespace partita::rest
