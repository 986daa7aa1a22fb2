#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/planning/pattern_plan.h"

namespace partita::planning {

// The maximum number of queries in a plan.
inline constexpr std::size_t kLegsMax = 16;

// Why a table or an index cannot serve a pattern.
struct Rejection {
  enum class Reason {
    NotInIndex,  // The entity has no rows there.
    PartitionNotGiven,
    RangeNotNext,  // The range is not on the first sort attribute that is not fixed.
    OrderNotNext,
    FilterOnKey,  // DynamoDB refuses filters on key attributes.
    TooManyLegs,
    OpenValues,     // `any` on an attribute whose values are not all known.
    MembersDiffer,  // The parts of a collection do not share their partition key.
    CanLack,        // It would fit, but rows without a key attribute would be missing.
  };

  const model::Index* index = nullptr;  // Null: the table itself.
  Reason reason = Reason::NotInIndex;
  std::string attribute;                  // That it is about.
  const model::Entity* entity = nullptr;  // Of CanLack.
  std::string text;                       // For people, without a full stop.
  std::size_t legs = 0;                   // Of TooManyLegs.
};

// The cheapest change that would serve a pattern.
struct Proposal {
  std::string any_attribute;  // Fan out over this attribute's values: `status: any`; else empty.
  std::size_t legs = 1;
  std::vector<std::string> partition;  // Otherwise an index with this key.
  std::vector<std::string> sort;

  // "`status: any` (4 legs)", "an index {partition: [stage, status], sort: [created_date]}"
  std::string text() const;
};

struct PlanningOutcome {
  std::optional<PatternPlan> plan;
  std::vector<Rejection> rejections;  // All attempts, in the order of the file.
  std::optional<Proposal> proposal;   // Set if there is no plan.
};

struct PlanningOptions {
  const model::Index* without = nullptr;  // As if the table did not have it.
};

// Plans a pattern. If there is no plan, the result has the reasons.
PlanningOutcome plan_pattern(const model::Model& model, const model::Pattern& pattern,
                             const PlanningOptions& options = {});

}  // namespace partita::planning
