#include "model/lint/lint_context.h"

namespace partita::lint {

LintContext::LintContext(const model::Model& model, const PriceBook& prices,
                         std::optional<model::Day> today)
    : model_(model), prices_(prices), today_(today), cost_(estimate_cost(model, prices)) {
  for (const auto& pattern : model.patterns) {
    plans_.push_back({&pattern, planning::plan_pattern(model, pattern)});
  }
}

void LintContext::report(std::string_view code, Report report) {
  const Rule* rule = find_rule(code);
  PARTITA_CHECK(rule != nullptr);
  LintFinding finding;
  finding.finding.code = code;
  finding.finding.severity = report.severity.value_or(rule->severity);
  finding.finding.place = report.place;
  finding.finding.message = std::move(report.message);
  finding.finding.fix = std::move(report.fix);
  finding.subject = std::move(report.subject);
  finding.usd_per_month = report.usd_per_month;
  findings_.push_back(std::move(finding));
}

}  // namespace partita::lint
