#pragma once

#include "model/definition/model.h"
#include "partita/value/value.h"

namespace partita::samples {

// The item as the server will have stored it, as far as guards of transitions can ask: what clients
// sent, defaults, stamps, and formulas over them.
class Image {
 public:
  Image(const model::Entity& entity, const Item& created, model::Instant instant);

  // Whether the server would let the item go into the state at the instant with these changes.
  bool admits(const model::Transition& transition, const Item& changes,
              model::Instant instant) const;
  void apply(const model::Transition& transition, const Item& changes, model::Instant instant);
  void apply(const Item& changes, model::Instant instant);

  const Item& item() const { return item_; }
  // The attributes that its key is made of.
  Item key() const;

 private:
  Item changed(const model::Transition& transition, const Item& changes,
               model::Instant instant) const;
  void stamp(Item& item, const std::string& attribute, model::Instant instant) const;

  const model::Entity* entity_;
  Item item_;
};

}  // namespace partita::samples
