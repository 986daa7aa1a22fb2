#include "modelled/registry/scaling_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/exports/terraform_scaling.h"

namespace partita::registry {
namespace {

using scaling::TargetName;
using scaling::Use;

// What the model says of the reads or the writes of a table or an index.
struct WantedScaling {
  TargetName name;
  std::int64_t min_capacity;
  std::int64_t max_capacity;
  double target_value;
  std::string policy;  // As the exported Terraform calls it.
};

void add_wanted(const model::Table& table, const model::Index* index,
                std::vector<WantedScaling>& wanted) {
  const auto billing = index == nullptr ? table.settings.billing.value_or(model::Billing{})
                                        : exports::billing_of(table, *index);
  if (billing.mode != model::Billing::Mode::Provisioned) return;
  const auto label = exports::scaling_label(table, index);
  const auto add = [&](Use use, const model::Throughput& throughput, std::string_view direction) {
    if (!throughput.scale_to) return;
    wanted.push_back({.name = {table.name, index == nullptr ? std::string() : index->name, use},
                      .min_capacity = throughput.units,
                      .max_capacity = *throughput.scale_to,
                      .target_value = static_cast<double>(
                          throughput.target_percent.value_or(exports::kTargetPercentDefault)),
                      .policy = fmt::format("{}_{}", label, direction)});
  };
  add(Use::Read, billing.read, "read");
  add(Use::Write, billing.write, "write");
}

std::vector<WantedScaling> scaling_of(const model::Table& table) {
  std::vector<WantedScaling> wanted;
  // All of a table is billed in one way.
  const auto billing = table.settings.billing.value_or(model::Billing{});
  if (!table.notes.is_live || billing.mode != model::Billing::Mode::Provisioned) return wanted;
  add_wanted(table, nullptr, wanted);
  for (const auto& index : table.indexes) {
    if (index.notes.is_live && !index.is_local) add_wanted(table, &index, wanted);
  }
  return wanted;
}

const scaling::Target* find_target(const PlanInput& input, const TargetName& name) {
  const auto found = std::find_if(input.targets.begin(), input.targets.end(),
                                  [&](const auto& named) { return named.name == name; });
  return found == input.targets.end() ? nullptr : &found->target;
}

Step step_for(const TargetName& name, Mark mark, std::string detail, Action action) {
  const std::string_view direction = name.use == Use::Read ? "reads" : "writes";
  return {.mark = mark,
          .table = name.table,
          .what = name.index.empty()
                      ? fmt::format("scaling of {}", direction)
                      : fmt::format("scaling of {} of index {}", direction, name.index),
          .detail = std::move(detail),
          .action = std::move(action)};
}

void compare_target(const WantedScaling& wanted, const scaling::Target* stored, ApplyPlan& plan) {
  const bool is_same = stored != nullptr && stored->min_capacity == wanted.min_capacity &&
                       stored->max_capacity == wanted.max_capacity;
  if (is_same) return;
  api::RegisterScalableTargetRequest request;
  request.resource_id = wanted.name.resource_id();
  request.scalable_dimension = wanted.name.dimension();
  request.min_capacity = wanted.min_capacity;
  request.max_capacity = wanted.max_capacity;
  plan.steps.push_back(step_for(
      wanted.name, stored == nullptr ? Mark::Add : Mark::Change,
      fmt::format("{} to {} units", wanted.min_capacity, wanted.max_capacity), std::move(request)));
}

void compare_policy(const WantedScaling& wanted, const scaling::Target* stored, ApplyPlan& plan) {
  const auto* policy = stored != nullptr && stored->policy ? &*stored->policy : nullptr;
  if (policy != nullptr && policy->target_value == wanted.target_value) return;
  api::PutScalingPolicyRequest request;
  // A target has one policy; another name would be refused.
  request.policy_name = policy == nullptr ? wanted.policy : policy->name;
  request.resource_id = wanted.name.resource_id();
  request.scalable_dimension = wanted.name.dimension();
  request.policy_type = api::PolicyType::TargetTrackingScaling;
  auto& tracking = request.target_tracking.emplace();
  tracking.target_value = wanted.target_value;
  tracking.predefined_metric_specification.emplace().predefined_metric_type = wanted.name.metric();
  if (policy != nullptr) {
    tracking.scale_out_cooldown = policy->scale_out_cooldown;
    tracking.scale_in_cooldown = policy->scale_in_cooldown;
    tracking.disable_scale_in = policy->disable_scale_in;
  }
  plan.steps.push_back(step_for(wanted.name, policy == nullptr ? Mark::Add : Mark::Change,
                                fmt::format("so that {} % are used", wanted.target_value),
                                std::move(request)));
}

// What the model before has made scalable, and this one does not want so.
void end_former(const PlanInput& input, const model::Table& former, ApplyPlan& plan) {
  std::vector<WantedScaling> wanted;
  if (const auto* table = input.wanted.find_table_named(former.name)) wanted = scaling_of(*table);
  for (const auto& was : scaling_of(former)) {
    const bool stays = std::any_of(wanted.begin(), wanted.end(),
                                   [&](const auto& each) { return each.name == was.name; });
    if (stays || find_target(input, was.name) == nullptr) continue;
    api::DeregisterScalableTargetRequest request;
    request.resource_id = was.name.resource_id();
    request.scalable_dimension = was.name.dimension();
    plan.steps.push_back(step_for(was.name, Mark::Remove, "off", std::move(request)));
  }
}

}  // namespace

void compare_scaling(const PlanInput& input, const model::Model* former, ApplyPlan& plan) {
  for (const auto& table : input.wanted.tables) {
    for (const auto& wanted : scaling_of(table)) {
      const auto* stored = find_target(input, wanted.name);
      compare_target(wanted, stored, plan);
      compare_policy(wanted, stored, plan);
    }
  }
  if (former == nullptr) return;
  for (const auto& table : former->tables) end_former(input, table, plan);
}

}  // namespace partita::registry
