#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace partita::exports {

// The text as running text: nothing in it is read as Markdown or HTML, line breaks are spaces.
std::string markdown_text(std::string_view text);

// The text as code, in as many backticks as it needs; empty stays empty. Fit for cells of tables.
std::string markdown_code(std::string_view text);
// `a`, `b`.
std::string markdown_codes(const std::vector<std::string>& texts);

// A table of GitHub's Markdown. Cells are Markdown already: made by the functions above.
class MarkdownTable {
 public:
  explicit MarkdownTable(std::initializer_list<std::string_view> titles);
  void add(std::initializer_list<std::string> cells);
  bool is_empty() const { return rows_ == 0; }
  // The table and an empty line; nothing if it has no rows.
  void append_to(std::string& text) const;

 private:
  std::string text_;
  int rows_ = 0;
};

// "## Title" with empty lines around it.
void append_heading(std::string& text, int level, std::string_view title);
// The paragraph and an empty line; nothing for an empty text. `text` is Markdown already.
void append_paragraph(std::string& target, std::string_view text);
// A fenced block, longer than any fence inside it.
void append_block(std::string& target, std::string_view language, std::string_view content);

}  // namespace partita::exports
