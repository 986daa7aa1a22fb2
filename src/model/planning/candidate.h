#pragma once

#include <string>
#include <variant>
#include <vector>

#include "model/planning/equality_set.h"
#include "model/planning/key_part.h"
#include "model/planning/pattern_plan.h"
#include "model/planning/planner.h"

namespace partita::planning {

// What a pattern asks of an entity, without saying how.
struct Demand {
  const model::Pattern* pattern = nullptr;
  const model::Entity* entity = nullptr;
  const EqualitySet* equalities = nullptr;
};

// A place where the demand may be met: the rows of an entity in the table or in an index.
struct Location {
  const model::Table* table = nullptr;
  const model::Index* index = nullptr;  // Null: the table itself.
  const model::Row* row = nullptr;
};

// A demand met at a location.
struct Candidate {
  Location location;
  std::vector<Leg> legs;
  std::vector<std::string> merge_by;
  std::vector<AttributeFilter> filters;
};

using Trial = std::variant<Candidate, Rejection>;

// Tries to meet the demand there: all partition attributes are fixed, sort attributes are consumed
// from left to right, the range hits the next one, the order is what remains.
Trial try_location(const Demand& demand, const Location& location);

// The same for all rows of one partition key, whatever their sort key: the part of one entity in a
// collection.
Trial try_partition(const Demand& demand, const Location& location);

}  // namespace partita::planning
