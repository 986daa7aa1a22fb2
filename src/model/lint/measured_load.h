#pragma once

#include <vector>

#include "model/lint/price_book.h"

namespace partita::lint {

// What a table was really asked for: the units a second of each minute, reads and writes equally
// long.
struct MeasuredLoad {
  std::vector<double> reads;
  std::vector<double> writes;
};

// What it would cost in a month of such hours, in US dollars.
struct MonthlyCost {
  double on_demand = 0;
  double provisioned = 0;  // Scaled automatically, so that 70 % are used.
};

// Compares both billing modes. Capacity follows the load as target tracking does: it rises at once,
// falls after fifteen minutes of less load, and is at least one unit.
MonthlyCost monthly_cost(const MeasuredLoad& load, const Prices& prices);

}  // namespace partita::lint
