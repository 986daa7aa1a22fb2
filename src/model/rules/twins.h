#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/value/write_kind.h"
#include "model/definition/migration.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

namespace partita::rules {

// A write that gives the forms of a migration in a way that they cannot be kept.
struct TwinFault {
  std::string_view code;
  std::string attribute;
  std::string detail;  // "`b` is given with another value than `a` makes of it"
};

// A write of an item of a migrated entity: both images as they are shown.
struct TwinWrite {
  WriteKind kind = WriteKind::Put;
  std::optional<ItemView> before;
  ItemView after;
};

// What a walk makes of an item.
struct WalkedItem {
  std::optional<EncodedItem> item;  // To be stored, if it is another than before.
  // The step cannot be done for the item: its forms do not agree, or the one that is to stay
  // cannot be made.
  bool is_wrong = false;
};

// The old and the new form of what migrations change (model/definition/migration.h), kept beside
// each other in every item. Pure.
// THREADS: safe for concurrent calls.
class Twins {
 public:
  Twins() = default;
  // Those of the table's entities that have begun.
  Twins(const model::Table& table, std::vector<model::Migration> migrations);

  // Whether nothing is ever to be done.
  bool is_empty() const { return migrations_.empty(); }
  // Whether items are shown in another form than they may be stored in.
  bool shows_items() const { return shows_items_; }
  const std::vector<model::Migration>& migrations() const { return migrations_; }

  // The item as requests see it; nullopt: as it is stored.
  std::optional<EncodedItem> shown(const model::Entity& entity, const ItemView& stored) const;

  // The item with one form only of what is migrated, as far as the other can be made of it whenever
  // it is shown and its being stored is still to be verified; nullopt: as it is. For items that
  // have no room for both.
  std::optional<EncodedItem> narrowed(const model::Entity& entity, const ItemView& item) const;

  // An item of an earlier time, as it is to be stored after all that the migrations have done so
  // far; nullopt: as it is.
  std::optional<EncodedItem> caught_up(const model::Entity& entity, const ItemView& earlier) const;

  // The item that the write stores, if it is not as the request has it. Of what cannot be kept
  // `faults` are told; the item is then as the request has it.
  std::optional<EncodedItem> resolved(const model::Entity& entity, const TwinWrite& write,
                                      std::vector<TwinFault>& faults) const;

 private:
  std::vector<model::Migration> migrations_;
  bool shows_items_ = false;
};

// What the walk of the migration's step makes of an item of its entity.
WalkedItem walked(const model::Migration& migration, const ItemView& stored);

}  // namespace partita::rules
