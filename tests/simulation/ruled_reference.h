#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "partita/value/value.h"

namespace partita::simulation {

// A model of a help desk, whose rules the reference below knows by heart.
extern const char* const kDeskModel;

// One write of one item.
struct RuledWrite {
  enum class Kind { Put, Update, Delete };

  Kind kind = Kind::Put;
  std::string id;
  Item item;                      // Of Put: all of it. Of Update: what is set.
  std::set<std::string> removed;  // Of Update.
};

// What must become of writes to the desk, said a second time in plain code that shares nothing with
// the database's own rules. Writes of one call are one transaction: all or none.
class RuledReference {
 public:
  using Items = std::map<std::string, Item>;

  const Items& items() const { return items_; }

  // Nothing if the writes are allowed, and then they are done; else why not.
  std::optional<std::string> apply(const std::vector<RuledWrite>& writes);

  // What is wrong with a table as it is, however it came about.
  static std::optional<std::string> broken(const Items& items);

  // Leaves one rule out, to show that whoever compares with this finds it.
  enum class Slip { None, Lifecycle, Unique, Reference, OnDelete, Cascade, EntityChange, Computed };
  explicit RuledReference(Slip slip = Slip::None) : slip_(slip) {}

 private:
  using Problem = std::optional<std::string>;

  Problem write(Items& items, const RuledWrite& write) const;
  Problem put(Items& items, const std::string& id, Item item, bool is_update) const;
  Problem leave(const Item& item) const;
  Problem check_whole(const Items& before, Items& after,
                      const std::vector<RuledWrite>& writes) const;
  void cascade(const Items& before, Items& after) const;

  Slip slip_;
  Items items_;
};

}  // namespace partita::simulation
