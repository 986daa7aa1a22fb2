#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/planning/candidate.h"

namespace partita::planning {

// Rows come in the order of these, once the fixed part of the key is passed.
struct OrderStep {
  std::string attribute;
  bool is_time = false;
  bool is_sorted = true;  // False for numbers in a text without padding: 10 comes before 2.
};

// What has been found out about one key, attribute by attribute.
struct KeyWalk {
  std::vector<KeyMatch> conditions;  // A choice is not made yet: it has its first value.
  std::vector<std::string> choices;  // Attributes with several values, a leg for each.
  int shards = 0;                    // Of a template with shard(..) in the partition key.
  std::set<std::string, std::less<>> used;
  bool is_range_met = false;
  std::vector<OrderStep> remaining;
};

// Walks over the partition key. The rejection if it is not fixed.
std::optional<Rejection> walk_partition(const Demand& demand, const Location& location,
                                        KeyWalk& walk);

// Walks over the sort key as far as it is fixed, and takes the range or prefix behind that.
std::optional<Rejection> walk_sort(const Demand& demand, const Location& location, KeyWalk& walk);

// The same conditions with the choices made: all combinations of values and shards.
// REQUIRES: the number of combinations is at most kLegsMax.
std::vector<Leg> make_legs(const Demand& demand, const KeyWalk& walk);
std::size_t leg_count(const Demand& demand, const KeyWalk& walk);

}  // namespace partita::planning
