#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "model/samples/dice.h"
#include "model/samples/sample_plan.h"
#include "partita/base/result.h"

namespace partita::samples {

struct SampleSettings {
  std::uint64_t seed = 1;
  model::Instant end{};  // No write is later.
  double scale = 1.0;    // Of the counts of plans without a parent.
};

// Which items there will be, when each is created and which others it names: functions of the seed
// alone, so nothing is remembered.   THREADS: safe for concurrent calls.
class Population {
 public:
  // ERRORS: InvalidArgument if plans cannot be followed: a parent or a required reference has no
  // plan, or plans need each other; and if scale or times are out of range.
  static Result<Population> create(std::shared_ptr<const model::Model> model,
                                   const SampleSettings& settings);

  const SampleSettings& settings() const { return settings_; }
  const std::deque<SamplePlan>& plans() const { return *plans_; }

  model::Instant created_at(const ItemId& item) const;
  // The item that this one names by the attribute: the parent it came from, else one that was
  // created before. Siblings of an edge name different ones. Nullopt if there is none.
  std::optional<ItemId> named_by(const ItemId& item, std::string_view attribute) const;
  // Chance for an attribute of an item.
  Dice dice(const ItemId& item, std::string_view what) const {
    return {settings_.seed, {.plan = item.plan->number, .ordinal = item.ordinal, .what = what}};
  }

 private:
  Population(std::shared_ptr<const model::Model> model, const SampleSettings& settings)
      : model_(std::move(model)),
        settings_(settings),
        plans_(std::make_unique<std::deque<SamplePlan>>()) {}

  const SamplePlan* find_plan(const model::Entity* entity) const;
  model::Instant root_created_at(const ItemId& item) const;
  // The items of a root that were created before an instant. Times ascend with the ordinals of
  // those that come to their end, and with those of the unfinished ones behind them.
  struct Earlier {
    std::uint64_t finished = 0;
    std::uint64_t unfinished = 0;
    std::uint64_t first_unfinished = 0;  // Its ordinal.

    std::uint64_t count() const { return finished + unfinished; }
    std::uint64_t ordinal(std::uint64_t nth) const {
      return nth < finished ? nth : first_unfinished + (nth - finished);
    }
  };
  Earlier created_before(const SamplePlan& root, model::Instant instant) const;
  std::optional<ItemId> any_before(const SamplePlan& plan, model::Instant instant,
                                   Dice& dice) const;
  std::optional<ItemId> sibling_choice(const ItemId& item, const SamplePlan& target,
                                       std::string_view attribute) const;

  std::shared_ptr<const model::Model> model_;
  SampleSettings settings_;
  std::unique_ptr<std::deque<SamplePlan>> plans_;  // Plans point to each other, so they never move.
};

}  // namespace partita::samples
