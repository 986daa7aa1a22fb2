#include "cli/model_answers.h"

#include <memory>
#include <utility>

#include "cli/model_client.h"
#include "models/environments.h"

namespace partita::cli {
namespace {

using models::BrokenRule;
using models::Impact;
using models::Mark;
using models::Plan;
using models::RuleChange;
using models::Step;

std::string string_in(const Item& object, std::string_view name) {
  return std::string(text_in(object, name));
}

std::uint64_t items_in(const Item& object, std::string_view name) {
  return static_cast<std::uint64_t>(count_in(object, name).value_or(0));
}

Mark mark_in(const Item& object) {
  const auto word = text_in(object, "mark");
  if (word == "add") return Mark::Add;
  return word == "remove" ? Mark::Remove : Mark::Change;
}

std::vector<Step> steps_in(const Item& object, std::string_view name) {
  std::vector<Step> steps;
  for (const Item& each : objects_in(object, name)) {
    steps.push_back({.mark = mark_in(each),
                     .table = string_in(each, "table"),
                     .what = string_in(each, "what"),
                     .detail = string_in(each, "detail"),
                     .action = {},
                     .removes = is_true_in(each, "removes")});
  }
  return steps;
}

std::vector<RuleChange> changes_in(const Item& object) {
  std::vector<RuleChange> changes;
  for (const Item& each : objects_in(object, "rules")) {
    changes.push_back({.mark = mark_in(each),
                       .subject = string_in(each, "subject"),
                       .detail = string_in(each, "detail"),
                       .tightens = is_true_in(each, "tightens")});
  }
  return changes;
}

std::vector<BrokenRule> broken_in(const Item& object, std::string_view name) {
  std::vector<BrokenRule> rules;
  for (const Item& each : objects_in(object, name)) {
    rules.push_back({.code = string_in(each, "code"),
                     .subject = string_in(each, "subject"),
                     .rule = string_in(each, "rule"),
                     .items = items_in(each, "items"),
                     .example = string_in(each, "example")});
  }
  return rules;
}

std::vector<Impact> impacts_in(const Item& object) {
  std::vector<Impact> impacts;
  for (const Item& each : objects_in(object, "stored_items")) {
    impacts.push_back({.table = string_in(each, "table"),
                       .items = items_in(each, "items"),
                       .violating = items_in(each, "violating"),
                       .is_complete = is_true_in(each, "complete"),
                       .rules = broken_in(each, "rules"),
                       .duplicates = broken_in(each, "duplicates")});
  }
  return impacts;
}

Result<Plan> plan_in(const Item& object) {
  const auto version = count_in(object, "version");
  if (text_in(object, "model").empty() || !version) {
    return Error::invalid_argument("the server's answer is no plan of a model");
  }
  Plan plan;
  plan.model = text_in(object, "model");
  plan.environment = text_in(object, "environment");
  plan.version = static_cast<int>(*version);
  const auto former = count_in(object, "former_version");
  if (former) plan.former_version = static_cast<int>(*former);
  plan.is_applied = is_true_in(object, "nothing_to_do");
  plan.steps = steps_in(object, "steps");
  plan.rule_changes = changes_in(object);
  plan.impacts = impacts_in(object);
  plan.observed = texts_in(object, "observed");
  plan.obstacles = texts_in(object, "obstacles");
  plan.needs_force = text_in(object, "needs_force");
  plan.unruled = texts_in(object, "unruled");
  plan.unserved = texts_in(object, "unserved");
  return plan;
}

}  // namespace

Result<Plan> read_plan(std::string_view json) { return plan_in(TRY(parse_answer(json))); }

Result<models::Applied> read_applied(std::string_view json) {
  const Item object = TRY(parse_answer(json));
  models::Applied applied;
  applied.plan = TRY(plan_in(object));
  applied.kept = steps_in(object, "kept");
  applied.ends_observation = is_true_in(object, "ends_observation");
  auto held = std::make_shared<models::HeldModel>();
  held->record.name = models::held_name(applied.plan.model, applied.plan.environment);
  held->record.version = applied.plan.version;
  held->record.incarnation = items_in(object, "incarnation");
  applied.held = std::move(held);
  return applied;
}

}  // namespace partita::cli
