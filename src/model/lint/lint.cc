#include "model/lint/lint.h"

#include <algorithm>
#include <tuple>

#include "model/lint/rule_groups.h"

namespace partita::lint {

std::vector<LintFinding> lint(const model::Model& model, const LintOptions& options) {
  const PriceBook& prices = options.prices == nullptr ? newest_price_book() : *options.prices;
  LintContext context(model, prices, options.today);
  for (const auto check :
       {check_patterns,  check_routes,     check_indexes,    check_key_values, check_key_space,
        check_key_order, check_prefixes,   check_lifecycles, check_times,      check_entities,
        check_samples,   check_values,     check_names,      check_settings,   check_deployment,
        check_requests,  check_migrations, check_searches,   check_claims,     check_archives,
        check_unserved,  check_costs}) {
    check(context);
  }
  std::vector<LintFinding> findings = context.take();
  const auto rank = [](const LintFinding& finding) {
    const auto& place = finding.finding.place;
    return std::tie(place.line, place.column, finding.finding.code);
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](const LintFinding& a, const LintFinding& b) { return rank(a) < rank(b); });
  return findings;
}

bool has_severity(const std::vector<LintFinding>& findings, model::Severity severity) {
  return std::any_of(findings.begin(), findings.end(), [&](const LintFinding& finding) {
    return finding.finding.severity <= severity;
  });
}

}  // namespace partita::lint
