#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/definition/finding.h"

namespace partita::lint {

// What a rule found, what it is about, and what it costs if that can be told.
struct LintFinding {
  model::Finding finding;
  std::string subject;                  // "GSI1.status", "Album.sk", "requests.failed_jobs"
  std::optional<double> usd_per_month;  // What it costs, or what the fix would save or cost.
};

// A rule by its code: what it looks for, and how bad a finding is.
struct Rule {
  std::string_view code;
  model::Severity severity;
  std::string_view title;
};

// All rules of the linter, ascending by code.
std::span<const Rule> rules();
// The rule of that code, or null.
const Rule* find_rule(std::string_view code);

}  // namespace partita::lint
