#include "model/samples/item_life.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::samples {
namespace {

using model::Attribute;
using model::Duration;
using model::Instant;

constexpr int kOptionalStepPercent = 75;
constexpr int kOtherThanDefaultPercent = 30;
constexpr int kNewVersionPercent = 25;
constexpr std::size_t kVersionsMax = 3;
constexpr Duration kStepLeast = std::chrono::milliseconds(200);
constexpr std::uint64_t kStepDoublings = 10;  // Up to some minutes.
constexpr int kGuardDoublingsMax = 32;
constexpr Duration kToldAfterLeast = std::chrono::milliseconds(50);
constexpr Duration kToldAfterMost = std::chrono::seconds(4);
constexpr std::int64_t kVersionGapMinutesMax = 10 * 24 * 60;

// Half of all steps are short, few are long.
Duration step_time(Dice& dice) {
  const Duration least = kStepLeast * (std::int64_t{1} << dice.below(kStepDoublings));
  return least +
         Duration(static_cast<std::int64_t>(dice.below(static_cast<std::uint64_t>(least.count()))));
}

// The value that the item has or will have by default.
const Value* value_in(const Item& item, const model::Entity& entity, std::string_view name) {
  if (const Value* value = item.find(name)) return value;
  const Attribute* attribute = entity.find_attribute(name);
  return attribute != nullptr && attribute->default_value ? &*attribute->default_value : nullptr;
}

bool is_allowed(const Attribute& attribute, const model::Entity& entity, const Item& item) {
  if (!attribute.only_when) return true;
  if (attribute.only_when->never) return false;
  const auto& matches = attribute.only_when->matches;
  return std::all_of(matches.begin(), matches.end(), [&](const model::AttributeMatch& match) {
    const Value* value = value_in(item, entity, match.attribute);
    return value != nullptr &&
           std::find(match.values.begin(), match.values.end(), *value) != match.values.end();
  });
}

// Whether its value depends on others of the item, which must be there first.
bool depends(const Attribute& attribute) {
  return attribute.only_when || attribute.type->kind == model::AttributeKind::Union;
}

}  // namespace

std::optional<ItemLife> ItemLife::begin(const Population& population, const Story& story,
                                        const ItemId& item) {
  ItemLife walk(population, story, item);
  Dice dice = population.dice(item, "#path");
  walk.path_ = story.path(item, dice);
  auto created = walk.first_image();
  if (!created) return std::nullopt;
  walk.created_ = std::move(*created);
  walk.image_.emplace(item.plan->entity(), walk.created_, walk.instant_);
  return walk;
}

bool ItemLife::is_wanted(const Attribute& attribute, const Item& item) const {
  const model::Entity& entity = item_.plan->entity();
  const std::string& name = attribute.name;
  if (is_servers(entity, attribute) || !is_allowed(attribute, entity, item)) return false;
  if (entity.lifecycle && entity.lifecycle->attribute == name) return false;
  if (attribute.is_required || attribute.generate || is_in_key(entity, name)) return true;
  // Constants often say which entity an item is.
  if (attribute.type->kind == model::AttributeKind::Const) return true;
  if (story_->is_late(attribute)) return false;
  if (item_.plan->choices(name) != nullptr) return true;
  if (attribute.default_from) return false;
  Dice dice = population_->dice(item_, name + "?");
  if (!attribute.default_value) return dice.happens(kOptionalStepPercent);
  const bool has_choice = attribute.type->kind == model::AttributeKind::Enum ||
                          attribute.type->kind == model::AttributeKind::Bool;
  return has_choice && dice.happens(kOtherThanDefaultPercent);
}

// The ends of an edge, which need not be listed as attributes.
bool ItemLife::add_references(Item& item, ItemValues& values) const {
  const model::Entity& entity = item_.plan->entity();
  if (!entity.edge) return true;
  for (const std::string& name : {entity.edge->from.attribute, entity.edge->to.attribute}) {
    auto id = values.reference(name);
    if (!id) return false;
    item.set(name, std::move(*id));
  }
  return true;
}

std::optional<Item> ItemLife::first_image() const {
  const model::Entity& entity = item_.plan->entity();
  ItemValues values(*population_, item_);
  Item item;
  if (!add_references(item, values)) return std::nullopt;
  for (const bool is_second_round : {false, true}) {
    for (const Attribute& attribute : entity.attributes) {
      const bool is_due = depends(attribute) == is_second_round;
      if (!is_due || item.find(attribute.name) != nullptr || !is_wanted(attribute, item)) continue;
      auto value = values.value(attribute, item, instant_);
      if (value) item.set(attribute.name, std::move(*value));
      if (!value && (attribute.is_required || is_in_key(entity, attribute.name))) {
        return std::nullopt;
      }
    }
    // The state is there before attributes that depend on it.
    if (is_second_round || path_.empty()) continue;
    const Value* by_default = value_in(item, entity, entity.lifecycle->attribute);
    const Value state(path_.front());
    if (by_default == nullptr || *by_default != state) {
      item.set(entity.lifecycle->attribute, state);
    }
  }
  return item;
}

Write ItemLife::creation() const {
  return {.kind = Write::Kind::Create,
          .entity = &item_.plan->entity(),
          .instant = instant_,
          .key = image_->key(),
          .attributes = created_,
          .by_server = false};
}

std::optional<Write> ItemLife::next() {
  return steps_ + 1 < path_.size() ? next_state() : next_version();
}

// What a client tells happened a moment ago, but after what it told before.
Instant ItemLife::told_at(Instant instant) const {
  Dice dice = population_->dice(item_, fmt::format("#told{}", steps_));
  const Duration moment(dice.between(kToldAfterLeast.count(), kToldAfterMost.count()));
  return instant - std::min(moment, (instant - instant_) / 2);
}

Item ItemLife::changes_of(const model::Transition& transition, bool is_last,
                          Instant instant) const {
  const model::Entity& entity = item_.plan->entity();
  const std::string& state = path_[steps_ + 1];
  Item changes{{entity.lifecycle->attribute, state}};
  Item all = image_->item();
  all.set(entity.lifecycle->attribute, state);
  ItemValues values(*population_, item_);
  for (const Attribute* attribute : story_->arriving(transition, state, is_last)) {
    if (!is_allowed(*attribute, entity, all)) continue;
    auto value = values.value(*attribute, all, told_at(instant));
    if (value) changes.set(attribute->name, std::move(*value));
  }
  return changes;
}

Write ItemLife::update(Item changes, bool by_server) const {
  return {.kind = Write::Kind::Update,
          .entity = &item_.plan->entity(),
          .instant = instant_,
          .key = image_->key(),
          .attributes = std::move(changes),
          .by_server = by_server};
}

// Unfinished items reach their state before the end.
Duration ItemLife::wait_before_step() const {
  Dice dice = population_->dice(item_, fmt::format("#step{}", steps_));
  const Duration wait = step_time(dice);
  if (!unfinished(item_)) return wait;
  const auto steps_left = static_cast<std::int64_t>(path_.size() - steps_);
  return std::min(wait, (population_->settings().end - instant_) / steps_left);
}

// The step is tried again.
std::optional<Write> ItemLife::same_state() {
  const Instant instant = instant_ + wait_before_step();
  if (instant > population_->settings().end) return std::nullopt;
  Item changes{{item_.plan->entity().lifecycle->attribute, path_[steps_ + 1]}};
  image_->apply(changes, instant);
  instant_ = instant;
  ++steps_;
  return update(std::move(changes), false);
}

std::optional<Write> ItemLife::next_state() {
  if (path_[steps_] == path_[steps_ + 1]) return same_state();
  const model::Entity& entity = item_.plan->entity();
  const model::Transition* transition = entity.lifecycle->find(path_[steps_], path_[steps_ + 1]);
  if (transition == nullptr) return std::nullopt;
  const bool is_last = steps_ + 2 == path_.size();
  Duration wait = wait_before_step();
  // A guard may want more time to have passed, such as that a term has run out.
  for (int i = 0; i < kGuardDoublingsMax; ++i, wait *= 2) {
    const Instant instant = instant_ + wait;
    if (instant > population_->settings().end) return std::nullopt;
    Item changes = changes_of(*transition, is_last, instant);
    if (!image_->admits(*transition, changes, instant)) continue;
    image_->apply(*transition, changes, instant);
    instant_ = instant;
    ++steps_;
    return update(std::move(changes), transition->by_server);
  }
  return std::nullopt;
}

std::optional<Write> ItemLife::next_version() {
  const std::vector<const Attribute*> edited = story_->edited();
  Dice dice = population_->dice(item_, fmt::format("#version{}", steps_));
  if (edited.empty() || steps_ >= kVersionsMax || !dice.happens(kNewVersionPercent)) {
    return std::nullopt;
  }
  const Instant instant = instant_ + std::chrono::minutes(dice.between(1, kVersionGapMinutesMax));
  if (instant > population_->settings().end) return std::nullopt;
  // Another item of the plan lends its value, so that the text is a new one.
  const Attribute& attribute = *dice.pick(edited);
  ItemValues values(*population_, {item_.plan, item_.ordinal + item_.plan->count + steps_});
  auto value = values.value(attribute, {}, instant);
  if (!value) return std::nullopt;
  Item changes{{attribute.name, std::move(*value)}};
  image_->apply(changes, instant);
  instant_ = instant;
  ++steps_;
  return update(std::move(changes), false);
}

}  // namespace partita::samples
