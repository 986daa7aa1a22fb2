#include "model/definition/rollup.h"

#include <algorithm>

#include "model/definition/dashboard_page.h"

namespace partita::model {

std::string_view name_of(MeasureKind kind) {
  constexpr std::string_view kNames[] = {"count", "sum", "avg", "min",
                                         "max",   "p50", "p95", "formula"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(WidgetKind kind) {
  constexpr std::string_view kNames[] = {"bar", "line", "pie", "number", "compare", "table"};
  return kNames[static_cast<std::size_t>(kind)];
}

const Measure* Rollup::find_measure(std::string_view measure_name) const {
  const auto found = std::find_if(measures.begin(), measures.end(), [&](const Measure& measure) {
    return measure.name == measure_name;
  });
  return found == measures.end() ? nullptr : &*found;
}

}  // namespace partita::model
