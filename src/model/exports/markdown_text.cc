#include "model/exports/markdown_text.h"

#include <algorithm>

namespace partita::exports {
namespace {

bool is_special(char c) {
  constexpr std::string_view kSpecial = "\\`*_[]|~";
  return kSpecial.find(c) != std::string_view::npos;
}

bool is_line_break(char c) { return static_cast<unsigned char>(c) < 0x20; }

std::size_t longest_run(std::string_view text, char wanted) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == wanted ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_at_start = i == 0;
    if (is_line_break(c)) {
      result.push_back(' ');
    } else if (c == '<') {
      result.append("&lt;");
    } else if (c == '&') {
      result.append("&amp;");
    } else if (is_special(c) || (is_at_start && (c == '#' || c == '-' || c == '+' || c == '>'))) {
      result.append("\\").push_back(c);
    } else {
      result.push_back(c);
    }
  }
  return result;
}

std::string markdown_code(std::string_view text) {
  if (text.empty()) return {};
  const std::string fence(longest_run(text, '`') + 1, '`');
  // A space keeps a backtick at an end apart from the fence; readers drop it again.
  const bool needs_space = text.front() == '`' || text.back() == '`';
  std::string result = fence + (needs_space ? " " : "");
  for (const char c : text) {
    // Tables are cut at bars before code is seen, so a bar is escaped even here.
    if (c == '|') result.push_back('\\');
    result.push_back(is_line_break(c) ? ' ' : c);
  }
  return result.append(needs_space ? " " : "").append(fence);
}

std::string markdown_codes(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) {
    result.append(result.empty() ? "" : ", ").append(markdown_code(text));
  }
  return result;
}

MarkdownTable::MarkdownTable(std::initializer_list<std::string_view> titles) {
  text_.push_back('|');
  for (const std::string_view title : titles) text_.append(" ").append(title).append(" |");
  text_.append("\n|");
  for (std::size_t i = 0; i < titles.size(); ++i) text_.append(" --- |");
  text_.push_back('\n');
}

void MarkdownTable::add(std::initializer_list<std::string> cells) {
  text_.push_back('|');
  for (const std::string& cell : cells) {
    text_.append(" ").append(cell).append(cell.empty() ? "|" : " |");
  }
  text_.push_back('\n');
  ++rows_;
}

void MarkdownTable::append_to(std::string& text) const {
  if (!is_empty()) text.append(text_).push_back('\n');
}

void append_heading(std::string& text, int level, std::string_view title) {
  text.append(static_cast<std::size_t>(level), '#').append(" ");
  text.append(markdown_text(title)).append("\n\n");
}

void append_paragraph(std::string& target, std::string_view text) {
  if (!text.empty()) target.append(text).append("\n\n");
}

void append_block(std::string& target, std::string_view language, std::string_view content) {
  const std::string fence(std::max<std::size_t>(3, longest_run(content, '`') + 1), '`');
  target.append(fence).append(language).append("\n").append(content);
  if (!content.ends_with('\n')) target.push_back('\n');
  target.append(fence).append("\n\n");
}

}  // namespace partita::exports
