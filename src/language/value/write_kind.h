#pragma once

namespace partita {

// How an item is written. The rules of a model treat the kinds differently.
enum class WriteKind {
  Put,
  Update,
  Delete,
  Expire,  // A deletion by TTL: no rule refuses it.
  Undo,    // Back to what it was: types and what other items ask for are checked, steps are not.
  Erase,   // A deletion of a person's data on request: allowed in every state of the item.
};

}  // namespace partita
