#pragma once

#include <string>

#include "models/model_store.h"
#include "models/plan.h"

namespace partita::models {

struct TextStyle {
  bool has_colours = false;  // ANSI's, for terminals.
};

// A plan for people: a line for each step, with + ~ - before it, then rules and stored items.
std::string to_text(const Plan& plan, const TextStyle& style = {});
// The same for programs: {"model": .., "steps": [..], "rules": [..], ..}
std::string to_json(const Plan& plan);

// What has been done. A step that was kept says so.
std::string to_text(const Applied& applied, const TextStyle& style = {});
std::string to_json(const Applied& applied);

// "+", "~", "-"
std::string_view symbol_of(Mark mark);

}  // namespace partita::models
