#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/entity.h"
#include "model/definition/notes.h"
#include "model/definition/pattern.h"
#include "model/formula/formula.h"

namespace partita::model {

// A column that a rollup groups by: an attribute, or a formula over them.
struct GroupKey {
  std::string name;
  Place place;
  Formula value;
};

enum class MeasureKind { Count, Sum, Avg, Min, Max, P50, P95, Formula };

std::string_view name_of(MeasureKind kind);

struct Measure {
  std::string name;
  Place place;
  MeasureKind kind = MeasureKind::Count;
  // Count: the condition, nullopt for all items. Formula: over measures before this one, by name.
  // All others: what is summed and so on, over the item; durations count in seconds.
  std::optional<Formula> value;
};

// A group-by over one entity that the server keeps up to date.
struct Rollup {
  std::string name;
  Notes notes;
  const Entity* of = nullptr;
  std::vector<GroupKey> group_by;
  std::string time;  // The timestamp that windows are about; empty: none.
  std::vector<Duration> windows;
  std::vector<Measure> measures;
  bool drops_expired = false;  // `count_expired: drop`
  std::optional<HttpRoute> http;

  const Measure* find_measure(std::string_view measure_name) const;
};

}  // namespace partita::model
