#include "model/samples/timetable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace partita::samples {
namespace {

using model::Duration;
using model::Entity;

constexpr Duration kSetupTime = std::chrono::days(1);
constexpr Duration kHeadStart = std::chrono::seconds(1);
constexpr double kCountMax = 1e12;

SamplePlan* find_plan(std::deque<SamplePlan>& plans, const Entity* entity) {
  const auto at = std::find_if(plans.begin(), plans.end(),
                               [&](const SamplePlan& plan) { return plan.fake->entity == entity; });
  return at == plans.end() ? nullptr : &*at;
}

// How many items can differ by their keys: a limit only if every variable has listed values.
std::uint64_t distinct_keys(const SamplePlan& plan) {
  std::uint64_t product = 1;
  for (const std::string_view variable : key_variables(plan.entity())) {
    if (plan.parent != nullptr && referenced(plan.entity(), variable) == plan.fake->parent)
      continue;
    const auto* choices = plan.choices(variable);
    if (choices == nullptr) return ~std::uint64_t{0};
    product *= choices->size();
  }
  return product;
}

std::uint64_t scaled(std::int64_t count, double scale) {
  const double exact = std::round(static_cast<double>(count) * scale);
  return static_cast<std::uint64_t>(std::clamp(exact, count > 0 ? 1.0 : 0.0, kCountMax));
}

bool has_cyclic_parents(const SamplePlan& plan, std::size_t plans) {
  const SamplePlan* ancestor = &plan;
  for (std::size_t i = 0; i <= plans; ++i) {
    ancestor = ancestor->parent;
    if (ancestor == nullptr) return false;
  }
  return true;
}

SamplePlan& root_of(SamplePlan& plan) {
  SamplePlan* root = &plan;
  while (root->parent != nullptr) root = const_cast<SamplePlan*>(root->parent);
  return *root;
}

bool is_ancestor(const SamplePlan& plan, const Entity* entity) {
  for (const SamplePlan* at = plan.parent; at != nullptr; at = at->parent) {
    if (at->fake->entity == entity) return true;
  }
  return false;
}

bool is_required(const Entity& entity, std::string_view attribute) {
  if (is_in_key(entity, attribute)) return true;
  const model::Attribute* listed = entity.find_attribute(attribute);
  return listed != nullptr && listed->is_required;
}

// Puts the plans of roots in an order in which each finds what it names.
class NeedOrder {
 public:
  explicit NeedOrder(std::deque<SamplePlan>& plans) : plans_(plans) {}

  Status find() {
    for (SamplePlan& plan : plans_) {
      auto status = add_needs(plan);
      if (!status.ok()) return status;
    }
    for (SamplePlan& plan : plans_) {
      if (plan.parent != nullptr) continue;
      auto status = visit(plan);
      if (!status.ok()) return status;
    }
    return {};
  }

  // Roots, what is needed first.
  const std::vector<SamplePlan*>& roots() const { return order_; }
  const std::vector<SamplePlan*>& needs(const SamplePlan* root) { return needs_[root]; }

 private:
  Status add_needs(SamplePlan& plan) {
    for (const std::string_view name : reference_names(plan.entity())) {
      const Entity* target = referenced(plan.entity(), name);
      if (is_ancestor(plan, target) && !is_second_end(plan.entity(), name)) continue;
      SamplePlan* target_plan = find_plan(plans_, target);
      if (target_plan == nullptr && is_required(plan.entity(), name)) {
        return Error::invalid_argument(
            fmt::format("fake.{}: {} must name an item of {}, which has no plan under `fake`",
                        plan.entity().name, name, target == nullptr ? "?" : target->name));
      }
      if (target_plan == nullptr || !is_required(plan.entity(), name)) continue;
      if (&root_of(*target_plan) != &root_of(plan)) {
        needs_[&root_of(plan)].push_back(&root_of(*target_plan));
      }
    }
    return {};
  }

  // The far end of an edge between items of one entity is not the parent.
  static bool is_second_end(const Entity& entity, std::string_view name) {
    return entity.edge && entity.edge->from.entity == entity.edge->to.entity &&
           entity.edge->to.attribute == name;
  }

  Status visit(SamplePlan& root) {
    if (std::find(order_.begin(), order_.end(), &root) != order_.end()) return {};
    if (std::find(path_.begin(), path_.end(), &root) != path_.end()) {
      return Error::invalid_argument(
          fmt::format("fake.{}: its items need others that need them first", root.entity().name));
    }
    path_.push_back(&root);
    for (SamplePlan* need : needs_[&root]) {
      auto status = visit(*need);
      if (!status.ok()) return status;
    }
    path_.pop_back();
    order_.push_back(&root);
    return {};
  }

  std::deque<SamplePlan>& plans_;
  std::map<const SamplePlan*, std::vector<SamplePlan*>> needs_;
  std::vector<SamplePlan*> order_;
  std::vector<SamplePlan*> path_;
};

// One day before all else, in equal parts and in the order of need.
void settle_setup(model::Instant begin, const std::vector<SamplePlan*>& roots) {
  const auto parts = std::count_if(roots.begin(), roots.end(),
                                   [](const SamplePlan* plan) { return !plan->fake->over; });
  model::Instant start = begin;
  for (SamplePlan* root : roots) {
    if (root->fake->over) continue;
    root->over = kSetupTime / parts;
    root->start = start;
    start += root->over;
  }
}

}  // namespace

Status settle_plans(const model::Model& model, double scale, std::deque<SamplePlan>& plans) {
  for (const model::FakePlan& fake : model.fakes) {
    SamplePlan& plan = plans.emplace_back();
    plan.fake = &fake;
    plan.number = plans.size();
  }
  for (SamplePlan& plan : plans) {
    if (plan.fake->parent == nullptr) continue;
    SamplePlan* parent = find_plan(plans, plan.fake->parent);
    if (parent == nullptr) {
      return Error::invalid_argument(fmt::format("fake.{}: its parent {} has no plan",
                                                 plan.entity().name, plan.fake->parent->name));
    }
    plan.parent = parent;
    parent->children.push_back(&plan);
  }
  for (SamplePlan& plan : plans) {
    if (has_cyclic_parents(plan, plans.size())) {
      return Error::invalid_argument(
          fmt::format("fake.{}: it is its own ancestor", plan.entity().name));
    }
    const std::uint64_t wanted = plan.parent == nullptr ? scaled(plan.fake->count, scale)
                                                        : scaled(plan.fake->per_parent, 1.0);
    plan.count = std::min(wanted, distinct_keys(plan));
  }
  return {};
}

Status settle_times(model::Instant end, std::deque<SamplePlan>& plans) {
  NeedOrder order(plans);
  auto status = order.find();
  if (!status.ok()) return status;
  Duration longest{};
  for (SamplePlan& plan : plans) {
    if (!plan.fake->over) continue;
    plan.over = *plan.fake->over;
    if (plan.parent != nullptr) continue;
    longest = std::max(longest, plan.over);
    plan.start = end - plan.over;
  }
  settle_setup(end - longest - kSetupTime, order.roots());
  // What is needed begins before what needs it, from the last in the order to the first.
  for (auto root = order.roots().rbegin(); root != order.roots().rend(); ++root) {
    for (SamplePlan* need : order.needs(*root)) {
      const model::Instant latest = (*root)->start - kHeadStart;
      if (need->start <= latest) continue;
      need->over += need->start - latest;
      need->start = latest;
    }
  }
  return {};
}

}  // namespace partita::samples
