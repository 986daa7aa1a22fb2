#include "model/samples/population.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/samples/timetable.h"

namespace partita::samples {
namespace {

using model::Duration;
using model::Instant;

constexpr Duration kSiblingGap = std::chrono::seconds(2);
constexpr int kTriesMax = 4;
constexpr double kScaleMax = 1e9;
// Days that items name may lie so far behind their creation.
constexpr Duration kAhead = std::chrono::days(100);

// `ordinal` of `count` equal parts of the time, without overflow.
Duration part_of(Duration time, std::uint64_t ordinal, std::uint64_t count) {
  __extension__ typedef unsigned __int128 Wide;
  const Wide whole = static_cast<Wide>(static_cast<std::uint64_t>(time.count()));
  return Duration(static_cast<std::int64_t>(whole * ordinal / std::max<std::uint64_t>(count, 1)));
}

// The ancestor of that entity, nearest first.
std::optional<ItemId> ancestor(ItemId item, const model::Entity* entity) {
  while (item.plan->parent != nullptr) {
    item = item.parent();
    if (item.plan->fake->entity == entity) return item;
  }
  return std::nullopt;
}

// Both ends of the edge are of one entity, and this is not the one that its parent is.
bool is_far_end(const model::Entity& entity, std::string_view attribute) {
  return entity.edge && entity.edge->from.entity == entity.edge->to.entity &&
         entity.edge->to.attribute == attribute;
}

// The items of a group are spread from its age to that of the next one, the last to half its age.
Duration age_of(const SamplePlan& plan, const Unfinished& item) {
  const auto& groups = plan.fake->unfinished;
  const auto& group = groups[item.group];
  const bool is_last = item.group + 1 == groups.size();
  const Duration next = is_last ? group.age / 2 : groups[item.group + 1].age;
  return group.age - (group.age - next) * item.place / group.count;
}

Status check_times(const SampleSettings& settings, const std::deque<SamplePlan>& plans) {
  for (const SamplePlan& plan : plans) {
    const auto& groups = plan.fake->unfinished;
    if (plan.parent == nullptr && !groups.empty() &&
        groups.front().age >= settings.end - plan.start) {
      return Error::invalid_argument(fmt::format(
          "fake.{}: `unfinished` items must be younger than {}, over which all are spread",
          plan.entity().name, model::duration_text(settings.end - plan.start)));
    }
    const bool begins_in_time = plan.parent != nullptr || model::is_representable(plan.start);
    if (begins_in_time && model::is_representable(settings.end + kAhead)) continue;
    return Error::invalid_argument("the times of sample data must be between the years 1 and 9999");
  }
  return {};
}

}  // namespace

Result<Population> Population::create(std::shared_ptr<const model::Model> model,
                                      const SampleSettings& settings) {
  const bool is_scale = settings.scale > 0.0 && settings.scale <= kScaleMax;
  if (!is_scale) return Error::invalid_argument("the scale must be above 0 and at most 1E9");
  Population population(std::move(model), settings);
  TRY(settle_plans(*population.model_, settings.scale, *population.plans_));
  TRY(settle_times(settings.end, *population.plans_));
  TRY(check_times(settings, *population.plans_));
  return population;
}

const SamplePlan* Population::find_plan(const model::Entity* entity) const {
  const auto at = std::find_if(plans_->begin(), plans_->end(),
                               [&](const SamplePlan& plan) { return plan.fake->entity == entity; });
  return at == plans_->end() ? nullptr : &*at;
}

Instant Population::root_created_at(const ItemId& item) const {
  const SamplePlan& plan = *item.plan;
  if (const auto open = unfinished(item)) return settings_.end - age_of(plan, *open);
  const std::uint64_t finished = plan.finished_total();
  const Duration begin = part_of(plan.over, item.ordinal, finished);
  const Duration width = part_of(plan.over, item.ordinal + 1, finished) - begin;
  // The first is on time, so that all later ones find it.
  Dice chance = dice(item, "#created");
  const std::uint64_t late =
      item.ordinal == 0 ? 0 : chance.below(static_cast<std::uint64_t>(width.count()));
  return plan.start + begin + Duration(static_cast<std::int64_t>(late));
}

Instant Population::created_at(const ItemId& item) const {
  const SamplePlan& plan = *item.plan;
  if (plan.parent == nullptr) return root_created_at(item);
  Dice chance = dice(item, "#created");
  const Duration gap = plan.fake->over ? part_of(plan.over, 1, plan.count + 1) : kSiblingGap;
  const auto place = static_cast<std::int64_t>(item.place());
  const auto late = static_cast<std::int64_t>(
      chance.below(std::max<std::uint64_t>(static_cast<std::uint64_t>(gap.count()) / 2, 1)));
  return created_at(item.parent()) + (place + 1) * gap + Duration(late);
}

Population::Earlier Population::created_before(const SamplePlan& root, Instant instant) const {
  const std::uint64_t finished = root.finished_total();
  // Found by halving.
  const auto count_in = [&](std::uint64_t first, std::uint64_t end) {
    std::uint64_t low = first;
    while (low < end) {
      const std::uint64_t middle = low + (end - low) / 2;
      if (created_at({&root, middle}) < instant) {
        low = middle + 1;
      } else {
        end = middle;
      }
    }
    return low - first;
  };
  return {count_in(0, finished), count_in(finished, root.count), finished};
}

std::optional<ItemId> Population::any_before(const SamplePlan& plan, Instant instant,
                                             Dice& dice) const {
  if (plan.parent == nullptr) {
    const Earlier earlier = created_before(plan, instant);
    if (earlier.count() == 0) return std::nullopt;
    return ItemId{&plan, earlier.ordinal(dice.below(earlier.count()))};
  }
  if (plan.count == 0) return std::nullopt;
  for (int i = 0; i < kTriesMax; ++i) {
    const auto parent = any_before(*plan.parent, instant, dice);
    if (!parent) return std::nullopt;
    const ItemId candidate = parent->child(plan, dice.below(plan.count));
    if (created_at(candidate) < instant) return candidate;
  }
  return std::nullopt;
}

std::optional<ItemId> Population::sibling_choice(const ItemId& item, const SamplePlan& target,
                                                 std::string_view attribute) const {
  // Counted when the parent was made, so that all siblings count alike; each takes the next one
  // from a place that the parent's dice say.
  const Earlier earlier = created_before(target, created_at(item.parent()));
  if (item.place() >= earlier.count()) return std::nullopt;
  Dice chance(settings_.seed,
              {.plan = item.plan->number, .ordinal = item.parent().ordinal, .what = attribute});
  const std::uint64_t first = chance.below(earlier.count());
  return ItemId{&target, earlier.ordinal((first + item.place()) % earlier.count())};
}

std::optional<ItemId> Population::named_by(const ItemId& item, std::string_view attribute) const {
  const model::Entity& entity = item.plan->entity();
  const model::Entity* target = referenced(entity, attribute);
  const auto from_parent = ancestor(item, target);
  if (from_parent && !is_far_end(entity, attribute)) return from_parent;
  const SamplePlan* plan = find_plan(target);
  if (plan == nullptr) return std::nullopt;
  const bool must_differ = item.plan->parent != nullptr && is_in_key(entity, attribute);
  if (must_differ && plan->parent == nullptr) return sibling_choice(item, *plan, attribute);
  Dice chance = dice(item, attribute);
  return any_before(*plan, created_at(item), chance);
}

}  // namespace partita::samples
