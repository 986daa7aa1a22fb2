#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/definition/notes.h"
#include "model/definition/pattern.h"
#include "model/definition/rollup.h"

namespace partita::model {

enum class WidgetKind { Bar, Line, Pie, Number, Compare, Table };

std::string_view name_of(WidgetKind kind);

struct Widget {
  WidgetKind kind = WidgetKind::Table;
  Place place;
  const Pattern* pattern = nullptr;  // Of a table.
  const Rollup* rollup = nullptr;    // Of all others.
  const Measure* measure = nullptr;  // Of "rollup.measure", else null.
  std::string title;
  std::optional<Duration> window;
  std::string x;
  std::string split;
  std::string by;
  std::string as;  // percent, usd, duration_ms or empty.
  std::optional<int> limit;
  std::vector<std::pair<std::string, Value>> params;
  std::vector<const Pattern*> actions;
  std::vector<const Measure*> measures;
};

struct DashboardPage {
  std::string name;
  Notes notes;
  std::string title;
  std::vector<std::vector<Widget>> rows;
};

}  // namespace partita::model
