#include "model/exports/markdown.h"

#include <fmt/format.h>

#include "model/exports/markdown_sections.h"
#include "model/exports/markdown_text.h"
#include "model/exports/mermaid.h"

namespace partita::exports {
namespace {

void append_params(std::string& text, const model::Model& model) {
  MarkdownTable table({"Parameter", "Value here", "Values", "Description"});
  for (const model::Param& param : model.params) {
    table.add({markdown_code(param.name), markdown_code(param.value),
               param.choices.empty() ? "any text" : markdown_codes(param.choices),
               remarks(param.notes)});
  }
  if (table.is_empty()) return;
  append_heading(text, 2, "Parameters");
  table.append_to(text);
}

void append_links(std::string& text, const model::Model& model) {
  for (const auto& [title, reference] : model.links) {
    text.append(fmt::format("- {}: {}\n", markdown_text(title), markdown_text(reference)));
  }
  if (!model.links.empty()) text.push_back('\n');
}

void append_diagram(std::string& text, const model::Model& model) {
  if (model.entities.size() < 2) return;
  append_heading(text, 2, "Relations");
  append_block(text, "mermaid", entity_diagram(model));
}

}  // namespace

const PatternPlanText* MarkdownFacts::find_plan(std::string_view pattern) const {
  for (const PatternPlanText& plan : plans) {
    if (plan.pattern == pattern) return &plan;
  }
  return nullptr;
}

std::string phase_text(const model::Notes& notes) {
  if (notes.phase == 0) return {};
  return fmt::format("phase {}{}", notes.phase, notes.is_live ? "" : ", not live");
}

std::string remarks(const model::Notes& notes) {
  std::string text = markdown_text(notes.description);
  for (const std::string& more : {markdown_text(notes.note), phase_text(notes)}) {
    if (!more.empty()) text.append(text.empty() ? "" : " ").append(more);
  }
  return text;
}

void append_overview(std::string& text, const model::Model& model) {
  append_heading(text, 1, model.name);
  append_paragraph(text, markdown_text(model.notes.description));
  append_paragraph(text, markdown_text(model.notes.note));
  std::string facts = fmt::format("Version {} of the model", model.version);
  if (!model.updated.empty()) facts.append(fmt::format(", {}", markdown_text(model.updated)));
  append_paragraph(text, fmt::format("{}. REST under {}.", facts, markdown_code(model.http_root)));
  append_links(text, model);
  append_params(text, model);
}

std::string markdown(const model::Model& model, const MarkdownFacts& facts) {
  std::string text;
  append_overview(text, model);
  append_tables(text, model);
  append_diagram(text, model);
  append_entities(text, model);
  append_patterns(text, model, facts);
  append_workers(text, model, facts);
  append_rollups(text, model);
  append_retention(text, model);
  append_load(text, model, facts);
  append_samples(text, model);
  append_notes(text, model);
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace partita::exports
