#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "model/formula/suggestion.h"
#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

using Reason = planning::Rejection::Reason;

constexpr double kReadRatioMax = 4;
constexpr std::size_t kManyLegs = 8;

std::string place_name(const model::Index* index) {
  return index == nullptr ? "the table" : index->name;
}

// Indexes that would fit, if only all items were in them.
std::vector<const planning::Rejection*> lossy(const planning::PlanningOutcome& outcome) {
  std::vector<const planning::Rejection*> found;
  for (const auto& rejection : outcome.rejections) {
    if (rejection.reason == Reason::CanLack) found.push_back(&rejection);
  }
  return found;
}

std::string reasons_text(const planning::PlanningOutcome& outcome) {
  std::string text;
  for (const auto& rejection : outcome.rejections) {
    if (rejection.reason == Reason::NotInIndex) continue;
    text += fmt::format("; {}: {}", place_name(rejection.index), rejection.text);
  }
  return text;
}

void report_unserved(LintContext& context, const PatternOutcome& plan) {
  const auto& pattern = *plan.pattern;
  LintContext::Report report{
      pattern.notes.place, pattern.name,
      fmt::format("{} is served by no index{}", pattern.name, reasons_text(plan.outcome))};
  if (const auto& proposal = plan.outcome.proposal) {
    report.fix = "add " + proposal->text();
    if (proposal->any_attribute.empty()) {
      auto attributes = proposal->partition;
      attributes.insert(attributes.end(), proposal->sort.begin(), proposal->sort.end());
      report.usd_per_month =
          index_usd(context.model(), *pattern.entity, attributes, context.prices());
    } else {
      report.fix +=
          fmt::format(", about +{:.1f} read units", static_cast<double>(proposal->legs - 1) * 0.5);
    }
  }
  context.report("L201", std::move(report));
}

// One finding for each key attribute, with all patterns that lose items by it.
class Losses {
 public:
  void add(const planning::Rejection& rejection, const model::Pattern& pattern) {
    Loss& loss = losses_[rejection.index->name + "." + rejection.attribute];
    if (loss.patterns.empty()) {
      loss.place = rejection.index->notes.place;
      loss.reason = rejection.text;
    }
    loss.patterns.push_back(pattern.name);
  }

  void report(LintContext& context) {
    for (auto& [subject, loss] : losses_) {
      const std::vector<std::string_view> names(loss.patterns.begin(), loss.patterns.end());
      context.report("L204", {loss.place, subject,
                              fmt::format("{}: {}, so its items are not in the index; {} would "
                                          "not find them",
                                          subject, loss.reason, model::listed(names)),
                              "make the attribute required, derive it, or use another index"});
    }
  }

 private:
  struct Loss {
    model::Place place;
    std::string reason;
    std::vector<std::string> patterns;
  };

  std::map<std::string, Loss> losses_;
};

void check_plan(LintContext& context, const model::Pattern& pattern,
                const planning::PatternReadPlan& plan) {
  if (plan.access == planning::PatternReadPlan::Access::Scan) {
    context.report("L203",
                   {pattern.notes.place, pattern.name,
                    fmt::format("{} reads the whole table {}", pattern.name, plan.table->name),
                    "give it a key, or use `search`"});
    return;
  }
  const double ratio = read_ratio(plan);
  if (ratio > kReadRatioMax) {
    context.report("L202", {pattern.notes.place, pattern.name,
                            fmt::format("{} reads about {:.0f} items for each one it returns: {} "
                                        "has no key for its filter",
                                        pattern.name, ratio, place_name(plan.index)),
                            "add what it filters by to the key of an index"});
  }
  if (plan.legs.size() > kManyLegs) {
    context.report(
        "L207", {pattern.notes.place, pattern.name,
                 fmt::format("{} makes {} queries for each page", pattern.name, plan.legs.size()),
                 "give one more attribute, or use fewer shards"});
  }
}

void check_fan_out(LintContext& context, const PatternOutcome& plan) {
  for (const auto& rejection : plan.outcome.rejections) {
    if (rejection.reason != Reason::TooManyLegs) continue;
    context.report("L207", {plan.pattern->notes.place, plan.pattern->name,
                            fmt::format("{} would make {} queries for each page, at most {} are "
                                        "made",
                                        plan.pattern->name, rejection.legs, planning::kLegsMax),
                            "give one more attribute"});
  }
}

}  // namespace

void check_patterns(LintContext& context) {
  Losses losses;
  for (const auto& plan : context.plans()) {
    if (const auto* read = plan.read()) {
      check_plan(context, *plan.pattern, *read);
      continue;
    }
    if (plan.outcome.plan) continue;
    check_fan_out(context, plan);
    const auto lossy_indexes = lossy(plan.outcome);
    if (lossy_indexes.empty()) report_unserved(context, plan);
    for (const auto* rejection : lossy_indexes) losses.add(*rejection, *plan.pattern);
  }
  losses.report(context);
}

}  // namespace partita::lint
