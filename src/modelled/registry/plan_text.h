#pragma once

#include <string>

#include "modelled/registry/apply_plan.h"
#include "modelled/registry/model_store.h"

namespace partita::registry {

struct TextStyle {
  bool has_colours = false;  // ANSI's, for terminals.
};

// A plan for people (for programs: plan_json.h): a line for each step, with + ~ - before it, then
// rules and stored items.
std::string to_text(const ApplyPlan& plan, const TextStyle& style = {});

// What has been done. A step that was kept says so.
std::string to_text(const Applied& applied, const TextStyle& style = {});

// What rules say about stored items, as it stands in a plan.
std::string to_text(const Impact& impact);

// "+", "~", "-"
std::string_view symbol_of(Mark mark);

}  // namespace partita::registry
