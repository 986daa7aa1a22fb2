#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "partita/base/bytes.h"
#include "store/catalog/table.h"
#include "store/history/changed_items.h"
#include "store/history/versions.h"

namespace partita::undo {

// Which changes are to be taken back.
struct UndoQuestion {
  history::ChangeFilter filter;
  std::optional<Bytes> item_key = {};  // Only of this item.
  bool is_newest_only = false;         // Of each item the newest such change, not all of them.
};

// What is to become of one item.
struct UndoneItem {
  enum class State {
    Ready,    // It can be taken back.
    Done,     // It is.
    Already,  // It was before, or the item is what it was anyway.
    Follows,  // A row that the server writes with another item: it follows that one.
    Refused,  // It stays as it is.
  };

  Bytes key;
  State state = State::Ready;
  std::optional<Bytes> present;  // The item that the newest of the changes has made.
  std::optional<Bytes> wanted;   // The item before the oldest of them.
  std::size_t changes = 0;       // How many are taken back.
  std::size_t left = 0;          // Older ones that are meant, too, but behind changes that are not.
  std::int64_t time = 0;         // Of the newest of them.
  // Why it is refused: that change came after them, or what rules say.
  std::optional<history::ItemVersion> since = {};  // Without its images.
  std::string refusal = {};
};

// What the changes that are meant are to be replaced by; nullopt if there are none. An item goes
// back over the changes that are meant up to the first that is not, and only if it is still what
// the newest of them has made: nobody else's change is ever taken back with them. `now`: in
// milliseconds, by which items expire.
std::optional<UndoneItem> plan_item(const catalog::Table& table, const Bytes& key,
                                    const history::ItemVersions& versions,
                                    const UndoQuestion& question, std::int64_t now);

struct UndoPlan {
  std::vector<UndoneItem> items;
  // Whether the rules of the table were asked, so that nothing that is Ready will be refused by
  // them: only if all of it is one transaction.
  bool are_rules_asked = false;
  std::string stopped = {};  // Why the rest was not done; empty: all was.

  std::size_t count(UndoneItem::State state) const;
};

}  // namespace partita::undo
