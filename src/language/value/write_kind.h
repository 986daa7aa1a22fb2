#pragma once

namespace partita {

// How an item is written: by a client, or by the server on somebody's behalf.
enum class WriteKind {
  Put,
  Update,
  Delete,
  Expire,  // A deletion by TTL: no rule refuses it.
  Erase,   // A deletion of somebody's data on request: allowed in every state of the item.
};

}  // namespace partita
