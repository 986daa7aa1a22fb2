#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"
#include "model/rules/refusal.h"
#include "model/rules/row_program.h"
#include "partita/base/bytes.h"
#include "partita/value/encoded_item.h"

namespace partita::rules {

// A value that only one item may have; or that an item refers to another one, which any number may.
struct UniqueClaim {
  const model::Entity* entity = nullptr;
  const model::UniqueConstraint* constraint = nullptr;
  Bytes value;  // Of the constraint's attributes, in their order; folded if so. Of a reference: the
                // key of the item that is named.
  bool is_enforced = false;                     // Otherwise a second owner is only counted.
  const model::Attribute* reference = nullptr;  // Then there is no constraint.

  // Names the constraint in an index of values: stays the same while others come and go, and is
  // another one if other values are to be told apart.
  Bytes constraint_id() const;
};

// An item that must exist when the write commits.
struct ReferenceCheck {
  // An attribute of the other item that must equal one of this.
  struct Equality {
    const model::Attribute* attribute = nullptr;
    EncodedValue value;
  };

  const model::Entity* target = nullptr;  // Its table may be another one.
  const model::Attribute* attribute = nullptr;
  EncodedItem key;  // Of the other item.
  EncodedValue value;
  std::vector<Equality> equalities;
  bool is_enforced = false;
};

// An item that goes although others may refer to it: deleted, or given another entity.
struct Departure {
  EncodedItem key;
  std::string id;
  std::vector<Referrer> referrers;  // Whom to ask.
};

// Another row of the same table, written or erased in the same commit: the other side of an edge,
// the row of a version. If a transaction writes that row itself, its own write counts.
struct CompanionRow {
  EncodedItem key;
  std::optional<EncodedItem> item;  // Nullopt: erased.
  // Only the beginning of the sort key is known: the row that begins so is erased, if there is one.
  bool is_prefix = false;
};

// What the model makes of a write that it lets pass.
struct RuleOutcome {
  const model::Model* model = nullptr;
  const model::Entity* entity = nullptr;  // Of the new (or the deleted) item; null: unmodelled.
  std::optional<EncodedItem> filled;      // The image to store, if it differs from the request's.
  std::vector<Refusal> violations;        // Of rules that are only observed: to be counted.
  std::vector<UniqueClaim> claims;
  std::vector<UniqueClaim> releases;
  std::vector<ReferenceCheck> references;
  std::vector<CompanionRow> companions;
  std::optional<Departure> departure;
  std::optional<Refusal> late;  // The write came too late and changes nothing (`late: ignore`).
};

// The refusal if a claimed value already belongs to another item.
Refusal not_unique(const RuleOutcome& outcome, const UniqueClaim& claim);

// The refusals of a deletion: items still refer to the deleted one, or too many to delete with it.
Refusal still_referenced(const RuleOutcome& outcome, const Referrer& referrer);
Refusal too_many_referrers(const RuleOutcome& outcome, const Referrer& referrer,
                           std::size_t items_max);

// What is wrong with the item that a reference names, or nullopt.
std::optional<Refusal> refute(const RuleOutcome& outcome, const ReferenceCheck& reference,
                              const std::optional<ItemView>& target);

}  // namespace partita::rules
