#pragma once

#include <optional>
#include <vector>

#include "modelled/rollups/rollup_plan.h"
#include "modelled/rollups/sums.h"
#include "partita/value/number.h"

namespace partita::rollups {

// The least and the greatest value of a slot; nullopt if there is none.
struct Extremes {
  std::optional<Number> least;
  std::optional<Number> greatest;

  void add(const Number& value);
};

// All that is known of one group, over all of time or a window.
struct Aggregate {
  Sums sums;
  std::vector<Extremes> extremes;  // For each slot; empty for those that are no Extreme.
};

// The measures of the rollup in their order. The sum of nothing is zero; an average or an extreme
// of nothing is null, and so is a formula over a null or a division by zero. Averages and sums of
// more than 38 digits are rounded to them, half to even.
std::vector<std::optional<Number>> measure_values(const RollupPlan& plan,
                                                  const Aggregate& aggregate);

}  // namespace partita::rollups
