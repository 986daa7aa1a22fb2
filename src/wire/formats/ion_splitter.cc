#include "wire/formats/ion_text.h"

namespace partita::formats {
namespace {

constexpr std::string_view kVersionMarker = "$ion_1_0";

}  // namespace

std::optional<std::size_t> IonSplitter::find_end(ByteView text, bool is_all) {
  while (at_ < text.size() && !is_over_) {
    if (!step(text, is_all)) return std::nullopt;
  }
  if (is_over_) return at_;
  return is_all ? std::optional(text.size()) : std::nullopt;
}

bool IonSplitter::step(ByteView text, bool is_all) {
  switch (inside_) {
    case Inside::Value:
      return step_in_value(text, is_all);
    case Inside::String:
      // An escaped character is passed with its backslash.
      if (text[at_] == '\\' && at_ + 1 == text.size() && !is_all) return false;
      step_in_quotes(text[at_], '"');
      return true;
    case Inside::Symbol:
      if (text[at_] == '\\' && at_ + 1 == text.size() && !is_all) return false;
      step_in_quotes(text[at_], '\'');
      return true;
    case Inside::LongString:
      if (text[at_] == '\\') {
        at_ += 2;
        return true;
      }
      return step_to(text, is_all, "'''");
    case Inside::Line:
      return step_to(text, is_all, "\n");
    case Inside::Block:
      return step_to(text, is_all, "*/");
    case Inside::Blob:
      return step_to(text, is_all, "}}");
  }
  return true;
}

void IonSplitter::step_in_quotes(char character, char quote) {
  at_ += character == '\\' ? 2 : 1;
  // Neither goes over the end of a line: what is not closed there is a fault of that line only.
  if (character == quote || character == '\n') inside_ = Inside::Value;
}

bool IonSplitter::step_to(ByteView text, bool is_all, std::string_view end) {
  const ByteView rest = text.substr(at_);
  if (rest.starts_with(end)) {
    at_ += end.size();
    is_over_ = inside_ == Inside::Line && depth_ == 0;
    inside_ = Inside::Value;
    return true;
  }
  if (rest.size() < end.size() && end.starts_with(rest) && !is_all) return false;
  ++at_;
  return true;
}

bool IonSplitter::is_new_beginning(ByteView text) const {
  return has_content_ && at_ > 0 && text[at_ - 1] == '\n' &&
         text.substr(at_).starts_with(kVersionMarker);
}

bool IonSplitter::step_in_value(ByteView text, bool is_all) {
  const ByteView rest = text.substr(at_);
  if (is_closed_ && ByteView(" \t\r\n").find(rest.front()) == ByteView::npos) {
    is_over_ = true;
    return true;
  }
  if (rest.front() == '\n' && depth_ == 0) {
    ++at_;
    is_over_ = true;
    return true;
  }
  if (rest.size() < kVersionMarker.size() && !is_all) return false;  // Longer than all tokens.
  if (is_new_beginning(text)) {
    is_over_ = true;
    return true;
  }
  const auto enter = [&](Inside inside, std::size_t bytes) {
    inside_ = inside;
    at_ += bytes;
    has_content_ = has_content_ || (inside != Inside::Line && inside != Inside::Block);
    return true;
  };
  if (rest.starts_with("//")) return enter(Inside::Line, 2);
  if (rest.starts_with("/*")) return enter(Inside::Block, 2);
  if (rest.starts_with("'''")) return enter(Inside::LongString, 3);
  if (rest.starts_with("{{")) return enter(Inside::Blob, 2);
  if (rest.starts_with('"')) return enter(Inside::String, 1);
  if (rest.starts_with('\'')) return enter(Inside::Symbol, 1);
  ++at_;
  step_over(rest.front());
  return true;
}

void IonSplitter::step_over(char character) {
  switch (character) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
      return;
    case '{':
    case '[':
    case '(':
      ++depth_;
      break;
    case '}':
    case ']':
    case ')':
      if (depth_ > 0) --depth_;
      is_closed_ = depth_ == 0;
      break;
    default:
      break;
  }
  has_content_ = true;
}

}  // namespace partita::formats
