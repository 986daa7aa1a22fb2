#include "model/samples/story.h"

#include <algorithm>
#include <deque>
#include <map>

#include "model/formula/decimal.h"

namespace partita::samples {
namespace {

using model::Attribute;
using model::Entity;
using model::Lifecycle;
using model::Transition;

constexpr std::int64_t kWhole = 1'000'000;  // Shares are counted in millionths.
constexpr int kTriedAgainPercent = 8;
constexpr std::uint64_t kTriesMore = 2;

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::int64_t millionths(const Number& share) {
  const auto scaled = model::multiply(share, Number(kWhole));
  return scaled ? model::to_nearest_integer(*scaled).value_or(0) : 0;
}

bool is_counted(const Lifecycle& lifecycle, std::string_view state) {
  return std::any_of(lifecycle.count_in.begin(), lifecycle.count_in.end(),
                     [&](const auto& counted) { return counted.first == state; });
}

// The shortest way between two states, both included; empty if there is none.
std::vector<std::string> shortest_way(const Lifecycle& lifecycle, const std::string& from,
                                      const std::string& to) {
  std::map<std::string, std::string> came_from{{from, ""}};
  std::deque<std::string> open{from};
  while (!open.empty() && !came_from.contains(to)) {
    const std::string state = open.front();
    open.pop_front();
    for (const std::string_view next : lifecycle.next_states(state)) {
      if (came_from.emplace(next, state).second) open.emplace_back(next);
    }
  }
  std::vector<std::string> way;
  if (!came_from.contains(to)) return way;
  for (std::string state = to; !state.empty(); state = came_from[state]) way.push_back(state);
  std::reverse(way.begin(), way.end());
  return way;
}

// The state of a required attribute: one that only some transitions ask for belongs to them.
bool is_asked_for(const Lifecycle& lifecycle, std::string_view attribute) {
  return std::any_of(
      lifecycle.transitions.begin(), lifecycle.transitions.end(),
      [&](const Transition& transition) { return has(transition.required, attribute); });
}

bool depends_on(const Attribute& attribute, std::string_view other) {
  if (!attribute.only_when) return false;
  const auto& matches = attribute.only_when->matches;
  return std::any_of(matches.begin(), matches.end(),
                     [&](const auto& match) { return match.attribute == other; });
}

bool allows(const Attribute& attribute, std::string_view name, std::string_view value) {
  for (const model::AttributeMatch& match : attribute.only_when->matches) {
    if (match.attribute != name) continue;
    return std::find(match.values.begin(), match.values.end(), Value(value)) != match.values.end();
  }
  return true;
}

}  // namespace

bool is_servers(const Entity& entity, const Attribute& attribute) {
  const std::string& name = attribute.name;
  if (attribute.derived || attribute.computed) return true;
  if (attribute.auto_stamp != model::AutoStamp::None) return true;
  if (entity.expire && entity.expire->attribute == name) return true;
  if (entity.revision && entity.revision->attribute == name) return true;
  if (entity.schema_version && entity.schema_version->attribute == name) return true;
  if (entity.versioned && (entity.versioned->number == name || entity.versioned->time == name ||
                           entity.versioned->pointer == name)) {
    return true;
  }
  if (entity.lifecycle && entity.lifecycle->work) {
    const model::WorkLease& work = *entity.lifecycle->work;
    const auto kept = {&work.token, &work.until, &work.worker, &work.attempts};
    if (std::ranges::any_of(kept, [&](const auto* kept_in) { return *kept_in == name; })) {
      return true;
    }
  }
  // Keys that are made of other attributes.
  const model::DerivedKey* key = entity.row.find_key(name);
  if (key != nullptr && !key->key.uses(name)) return true;
  return entity.row.find_index_key(name) != nullptr;
}

Story::Story(const model::Model& model, const model::Entity& entity) : entity_(entity) {
  for (const model::EntityLoad& load : model.entity_loads) {
    if (load.entity == &entity_) declared_path_ = load.path;
  }
  for (const model::Pattern& pattern : model.patterns) {
    if (pattern.kind != model::PatternKind::Transition || pattern.entity != &entity_) continue;
    if (!pattern.claim.empty()) continue;
    late_.insert(late_.end(), pattern.set.begin(), pattern.set.end());
  }
}

std::string Story::first_state() const {
  const Lifecycle& lifecycle = *entity_.lifecycle;
  if (!declared_path_.empty() && lifecycle.is_initial(declared_path_.front())) {
    return declared_path_.front();
  }
  const Attribute* status = entity_.find_attribute(lifecycle.attribute);
  if (status != nullptr && status->default_value && status->default_value->type() == ValueType::S &&
      lifecycle.is_initial(status->default_value->string())) {
    return status->default_value->string();
  }
  return lifecycle.initial.empty() ? std::string() : lifecycle.initial.front();
}

std::string Story::outcome(const model::FakePlan& plan, Dice& dice) const {
  const Lifecycle& lifecycle = *entity_.lifecycle;
  if (plan.outcome.empty()) {
    return lifecycle.final.empty() ? first_state() : dice.pick(lifecycle.final);
  }
  std::int64_t total = 0;
  for (const auto& [state, share] : plan.outcome) total += millionths(share);
  // What the shares leave over stays where it began.
  std::int64_t drawn = dice.between(0, std::max(total, kWhole) - 1);
  for (const auto& [state, share] : plan.outcome) {
    drawn -= millionths(share);
    if (drawn < 0) return state;
  }
  return first_state();
}

std::vector<std::string> Story::way_to(const std::string& state) const {
  const Lifecycle& lifecycle = *entity_.lifecycle;
  const auto last = std::find(declared_path_.rbegin(), declared_path_.rend(), state);
  if (last != declared_path_.rend()) return {declared_path_.begin(), last.base()};
  // As far along the declared path as a transition leads from there to the outcome.
  for (std::size_t length = declared_path_.size(); length > 0; --length) {
    std::vector<std::string> way(declared_path_.begin(),
                                 declared_path_.begin() + static_cast<std::ptrdiff_t>(length));
    if (lifecycle.find(way.back(), state) == nullptr) continue;
    way.push_back(state);
    return way;
  }
  std::vector<std::string> way = shortest_way(lifecycle, first_state(), state);
  if (!way.empty()) return way;
  return {lifecycle.is_initial(state) ? state : first_state()};
}

std::vector<std::string> Story::path(const ItemId& item, Dice& dice) const {
  if (!entity_.lifecycle) return {};
  const model::FakePlan& plan = *item.plan->fake;
  const auto open = unfinished(item);
  const auto way = way_to(open ? plan.unfinished[open->group].state : outcome(plan, dice));
  std::vector<std::string> path;
  for (const std::string& state : way) {
    const bool is_tried_again =
        is_counted(*entity_.lifecycle, state) && dice.happens(kTriedAgainPercent);
    const std::uint64_t times = is_tried_again ? 2 + dice.below(kTriesMore) : 1;
    path.insert(path.end(), times, state);
  }
  return path;
}

bool Story::is_set_by_transitions(std::string_view attribute) const {
  for (const Transition& transition : entity_.lifecycle->transitions) {
    if (has(transition.stamps, attribute) || has(transition.required, attribute) ||
        has(transition.clears, attribute)) {
      return true;
    }
  }
  return has(late_, attribute);
}

bool Story::is_late(const Attribute& attribute) const {
  if (attribute.is_required || !entity_.lifecycle) return false;
  if (attribute.name == entity_.lifecycle->attribute) return false;
  return is_set_by_transitions(attribute.name) ||
         depends_on(attribute, entity_.lifecycle->attribute) ||
         attribute.type->kind == model::AttributeKind::Timestamp;
}

std::vector<const Attribute*> Story::arriving(const Transition& transition, std::string_view state,
                                              bool is_last) const {
  const Lifecycle& lifecycle = *entity_.lifecycle;
  std::vector<const Attribute*> result;
  for (const Attribute& attribute : entity_.attributes) {
    const std::string& name = attribute.name;
    if (is_servers(entity_, attribute) || has(transition.stamps, name)) continue;
    const bool depends = depends_on(attribute, lifecycle.attribute);
    const bool is_due = depends && allows(attribute, lifecycle.attribute, state);
    // What a failure asks for does not come with a success.
    const bool is_extra = is_last && !depends && transition.required.empty() && has(late_, name) &&
                          !is_asked_for(lifecycle, name);
    if (has(transition.required, name) || is_due || is_extra) result.push_back(&attribute);
  }
  return result;
}

std::vector<const Attribute*> Story::edited() const {
  std::vector<const Attribute*> result;
  if (!entity_.versioned) return result;
  for (const Attribute& attribute : entity_.attributes) {
    const bool is_text = attribute.type->kind == model::AttributeKind::String;
    if (!is_text || attribute.is_immutable || attribute.references != nullptr) continue;
    if (is_servers(entity_, attribute) || is_in_key(entity_, attribute.name)) continue;
    result.push_back(&attribute);
  }
  return result;
}

}  // namespace partita::samples
