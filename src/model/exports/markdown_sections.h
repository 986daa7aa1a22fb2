#pragma once

#include <string>

#include "model/definition/model.h"
#include "model/exports/markdown.h"

// The sections of the Markdown document, each appended to `text`; nothing is appended for a section
// that the model does not have.

namespace partita::exports {

void append_overview(std::string& text, const model::Model& model);
void append_tables(std::string& text, const model::Model& model);
void append_entities(std::string& text, const model::Model& model);
void append_lifecycle(std::string& text, const model::Entity& entity);
void append_patterns(std::string& text, const model::Model& model, const MarkdownFacts& facts);
void append_workers(std::string& text, const model::Model& model, const MarkdownFacts& facts);
void append_rollups(std::string& text, const model::Model& model);
void append_retention(std::string& text, const model::Model& model);
void append_load(std::string& text, const model::Model& model, const MarkdownFacts& facts);
void append_samples(std::string& text, const model::Model& model);
void append_notes(std::string& text, const model::Model& model);

// "; phase 2" and ", later" as a cell: empty for what is there from the first phase on.
std::string phase_text(const model::Notes& notes);
// The description and the note as one cell.
std::string remarks(const model::Notes& notes);

}  // namespace partita::exports
