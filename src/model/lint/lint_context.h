#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/definition/model.h"
#include "model/lint/cost.h"
#include "model/lint/lint_finding.h"
#include "model/lint/price_book.h"
#include "model/planning/planner.h"

namespace partita::lint {

struct PatternOutcome {
  const model::Pattern* pattern = nullptr;
  planning::PlanningOutcome outcome;

  const planning::PatternReadPlan* read() const {
    return outcome.plan ? outcome.plan->read() : nullptr;
  }
};

// What the rules look at, and where they say what they found.
class LintContext {
 public:
  LintContext(const model::Model& model, const PriceBook& prices, std::optional<model::Day> today);

  const model::Model& model() const { return model_; }
  const PriceBook& prices() const { return prices_; }
  const std::optional<model::Day>& today() const { return today_; }
  const std::vector<PatternOutcome>& plans() const { return plans_; }
  const Cost& cost() const { return cost_; }

  struct Report {
    model::Place place;
    std::string subject;
    std::string message;
    std::string fix = {};
    std::optional<double> usd_per_month = {};
    std::optional<model::Severity> severity = {};  // Else that of the rule.
  };
  // REQUIRES: a rule has that code.
  void report(std::string_view code, Report report);

  std::vector<LintFinding> take() { return std::move(findings_); }

 private:
  const model::Model& model_;
  const PriceBook& prices_;
  std::optional<model::Day> today_;
  std::vector<PatternOutcome> plans_;
  Cost cost_;
  std::vector<LintFinding> findings_;
};

}  // namespace partita::lint
