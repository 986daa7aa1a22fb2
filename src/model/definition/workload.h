#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/definition/entity.h"
#include "model/definition/pattern.h"

// What is expected of a model in use: numbers for cost estimates, fake data, example items.

namespace partita::model {

struct EntityLoad {
  Place place;
  const Entity* entity = nullptr;
  Number create_per_day;
  Number update_per_day;
  Number delete_per_day;
  std::int64_t size_bytes = 0;
  std::vector<std::string> path;  // The states an item goes through.
};

struct PatternLoad {
  Place place;
  const Pattern* pattern = nullptr;
  Number per_day;
  std::optional<std::int64_t> items;
};

// Items that are still in this state when the sample data ends.
struct UnfinishedItems {
  std::string state;
  std::int64_t count = 1;
  Duration age{};  // Created so long before the end; zero for items that have a parent.
};

struct FakePlan {
  Place place;
  const Entity* entity = nullptr;
  std::int64_t count = 0;          // Of all, if no parent.
  const Entity* parent = nullptr;  // `per`: so many for each item of this entity.
  std::int64_t per_parent = 0;
  std::optional<Duration> over;
  std::vector<std::pair<std::string, Number>> outcome;             // State, share.
  std::vector<std::pair<std::string, std::vector<Value>>> choose;  // Path, values.
  // Values that belong together: attribute, its value in each row. Items take the rows in turn.
  std::vector<std::pair<std::string, std::vector<Value>>> rows;
  std::vector<UnfinishedItems> unfinished;  // The newest items of the plan, oldest first.
};

struct Sample {
  std::string name;
  Notes notes;
  const Entity* entity = nullptr;
  Item item;
};

}  // namespace partita::model
