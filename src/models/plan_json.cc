#include "documents/json_text.h"
#include "models/plan_text.h"

namespace partita::models {
namespace {

using documents::JsonText;

std::string_view word_of(Mark mark) {
  switch (mark) {
    case Mark::Add:
      return "add";
    case Mark::Change:
      return "change";
    case Mark::Remove:
      return "remove";
  }
  return "";
}

void boolean(JsonText& json, std::string_view name, bool truth) {
  json.name(name);
  json.boolean(truth);
}

void count(JsonText& json, std::string_view name, std::uint64_t number) {
  json.member(name, Number(static_cast<std::int64_t>(number)));
}

void write_steps(JsonText& json, std::string_view name, const std::vector<Step>& steps) {
  json.array(name);
  for (const Step& step : steps) {
    json.open_object();
    json.member("mark", word_of(step.mark));
    json.member("table", step.table);
    json.member("what", step.what);
    json.member("detail", step.detail);
    boolean(json, "removes", step.removes);
    json.close_object();
  }
  json.close_array();
}

void write_rules(JsonText& json, const std::vector<RuleChange>& changes) {
  json.array("rules");
  for (const RuleChange& change : changes) {
    json.open_object();
    json.member("mark", word_of(change.mark));
    json.member("subject", change.subject);
    json.member("detail", change.detail);
    boolean(json, "tightens", change.tightens);
    json.close_object();
  }
  json.close_array();
}

void write_broken(JsonText& json, std::string_view name, const std::vector<BrokenRule>& rules) {
  json.array(name);
  for (const BrokenRule& rule : rules) {
    json.open_object();
    json.member("code", rule.code);
    json.member("subject", rule.subject);
    json.member("rule", rule.rule);
    count(json, "items", rule.items);
    json.member("example", rule.example);
    json.close_object();
  }
  json.close_array();
}

void write_impact(JsonText& json, const Impact& impact) {
  json.open_object();
  json.member("table", impact.table);
  count(json, "items", impact.items);
  count(json, "violating", impact.violating);
  boolean(json, "complete", impact.is_complete);
  write_broken(json, "rules", impact.rules);
  write_broken(json, "duplicates", impact.duplicates);
  json.close_object();
}

void write_plan(JsonText& json, const Plan& plan) {
  json.member("model", plan.model);
  if (!plan.environment.empty()) json.member("environment", plan.environment);
  json.member("version", Number(plan.version));
  if (plan.former_version) json.member("former_version", Number(*plan.former_version));
  boolean(json, "nothing_to_do", plan.is_empty());
  json.strings("obstacles", plan.obstacles);
  if (!plan.needs_force.empty()) json.member("needs_force", plan.needs_force);
  json.strings("unruled", plan.unruled);
  json.strings("unserved", plan.unserved);
  write_steps(json, "steps", plan.steps);
  write_rules(json, plan.rule_changes);
  json.array("stored_items");
  for (const Impact& impact : plan.impacts) write_impact(json, impact);
  json.close_array();
  json.strings("observed", plan.observed);
}

}  // namespace

std::string to_json(const Plan& plan) {
  JsonText json;
  json.open_object();
  write_plan(json, plan);
  json.close_object();
  return std::move(json).take();
}

std::string to_json(const Applied& applied) {
  JsonText json;
  json.open_object();
  write_plan(json, applied.plan);
  write_steps(json, "kept", applied.kept);
  boolean(json, "ends_observation", applied.ends_observation);
  count(json, "incarnation", applied.held->record.incarnation);
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::models
