#include <fmt/format.h>

#include "model/exports/markdown_sections.h"
#include "model/exports/markdown_text.h"
#include "model/exports/wording.h"

namespace partita::exports {
namespace {

using model::Model;
using model::Pattern;
using model::Rollup;

std::string index_cell(const Pattern& pattern, const PatternPlanText* plan) {
  if (plan != nullptr) return markdown_text(plan->index);
  return pattern.index == nullptr ? "" : markdown_text(pattern.index->name);
}

std::string condition_cell(const PatternPlanText* plan) {
  return plan == nullptr ? std::string() : markdown_code(plan->condition);
}

std::string route_cell(const Model& model, const Pattern& pattern) {
  std::string cell = markdown_code(route_text(model, pattern.http));
  if (!pattern.select_when.empty()) {
    cell.append(fmt::format(" with {}", markdown_codes(pattern.select_when)));
  }
  return cell;
}

std::string pattern_remarks(const Pattern& pattern) {
  std::string text = markdown_text(pattern.notes.note);
  const auto add = [&](const std::string& more) {
    if (!more.empty()) text.append(text.empty() ? "" : " ").append(more);
  };
  if (pattern.is_consistent) add("Consistent read.");
  if (pattern.may_scan) add("Reads the whole table.");
  if (pattern.page && pattern.kind != model::PatternKind::Claim) {
    add(fmt::format("Pages of {}, at most {}.", pattern.page->default_items,
                    pattern.page->items_max));
  }
  add(phase_text(pattern.notes));
  return text;
}

std::string group_text(const Rollup& rollup) {
  std::string text;
  for (const model::GroupKey& key : rollup.group_by) {
    text.append(text.empty() ? "" : ", ");
    const std::string& formula = key.value.text();
    text.append(markdown_code(formula == key.name ? key.name : key.name + " = " + formula));
  }
  return text;
}

std::string windows_text(const Rollup& rollup) {
  std::string text;
  for (const model::Duration window : rollup.windows) {
    text.append(text.empty() ? "" : ", ").append(model::duration_text(window));
  }
  if (!rollup.time.empty()) text.append(fmt::format(" of {}", markdown_code(rollup.time)));
  return text;
}

std::string measures_text(const Rollup& rollup) {
  std::string text;
  for (const model::Measure& measure : rollup.measures) {
    text.append(text.empty() ? "" : "<br>");
    text.append(markdown_code(measure.name + " = " + measure_text(measure)));
  }
  return text;
}

}  // namespace

void append_patterns(std::string& text, const Model& model, const MarkdownFacts& facts) {
  if (model.patterns.empty()) return;
  append_heading(text, 2, "Access patterns");
  MarkdownTable rows({"Pattern", "What", "Index", "Key condition", "Route", "Remarks"});
  for (const Pattern& pattern : model.patterns) {
    const PatternPlanText* plan = facts.find_plan(pattern.name);
    rows.add({markdown_code(pattern.name), markdown_text(pattern_text(pattern)),
              index_cell(pattern, plan), condition_cell(plan), route_cell(model, pattern),
              pattern_remarks(pattern)});
  }
  rows.append_to(text);
}

void append_rollups(std::string& text, const Model& model) {
  if (model.rollups.empty()) return;
  append_heading(text, 2, "Rollups");
  append_paragraph(text, "Kept by the server with every write; reading one reads no items.");
  MarkdownTable rows({"Rollup", "Of", "By", "Windows", "Measures", "Route", "Remarks"});
  for (const Rollup& rollup : model.rollups) {
    rows.add({markdown_code(rollup.name),
              rollup.of == nullptr ? "" : markdown_text(rollup.of->name), group_text(rollup),
              windows_text(rollup), measures_text(rollup),
              markdown_code(route_text(model, rollup.http)), remarks(rollup.notes)});
  }
  rows.append_to(text);
}

}  // namespace partita::exports
