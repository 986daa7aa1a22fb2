#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::exports {

// How a pattern is answered: a planner's words.
struct PatternPlanText {
  std::string pattern;    // Its name.
  std::string index;      // "table" or the name of an index.
  std::string condition;  // "stage = :stage AND created_date BETWEEN :lo AND :hi"
};

// One line of a cost estimate.
struct CostRow {
  std::string what;    // "writes of Message"
  std::string detail;  // "22 units a message"
  std::string usd_per_month;
};

// What others know about the model; all may be empty.
struct MarkdownFacts {
  std::vector<PatternPlanText> plans;
  std::vector<CostRow> costs;
  std::string price_book;  // Which prices the costs are made of.

  // The plan of the pattern, or null.
  const PatternPlanText* find_plan(std::string_view pattern) const;
};

// The whole model as one document for people. The same model and facts give the same bytes.
// Sensitive values of samples are masked.
std::string markdown(const model::Model& model, const MarkdownFacts& facts = {});

}  // namespace partita::exports
