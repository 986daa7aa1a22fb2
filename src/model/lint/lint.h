#pragma once

#include <optional>
#include <vector>

#include "model/definition/model.h"
#include "model/lint/lint_finding.h"
#include "model/lint/price_book.h"

namespace partita::lint {

struct LintOptions {
  const PriceBook* prices = nullptr;     // Null: the newest.
  std::optional<model::Day> today = {};  // For the age of the prices; not checked without it.
};

// Checks a model that was read without errors. Returns findings in the order of the file.
std::vector<LintFinding> lint(const model::Model& model, const LintOptions& options = {});

// Whether one of the findings is at least that severe.
bool has_severity(const std::vector<LintFinding>& findings, model::Severity severity);

}  // namespace partita::lint
