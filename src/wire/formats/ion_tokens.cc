#include <algorithm>

#include "partita/base/base64.h"
#include "partita/base/utf8.h"
#include "wire/formats/ion_text.h"

namespace partita::formats {
namespace {

Error not_ion(std::string message) { return Error::invalid_argument(std::move(message)); }

bool is_word(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_' || character == '$';
}

bool begins_number(ByteView text) {
  const auto is_digit = [](char character) { return character >= '0' && character <= '9'; };
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && is_digit(text.front());
}

void append_utf8(std::string& text, std::uint32_t code) {
  const auto tail = [&](int shift) {
    text.push_back(static_cast<char>(0x80 | ((code >> shift) & 0x3F)));
  };
  if (code < 0x80) {
    text.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    text.push_back(static_cast<char>(0xC0 | (code >> 6)));
    tail(0);
  } else if (code < 0x10000) {
    text.push_back(static_cast<char>(0xE0 | (code >> 12)));
    tail(6);
    tail(0);
  } else {
    text.push_back(static_cast<char>(0xF0 | (code >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

// What a backslash and one letter stand for; nullopt: nothing.
std::optional<char> simple_escape(char letter) {
  switch (letter) {
    case '0':
      return '\0';
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case 'f':
      return '\f';
    case 'r':
      return '\r';
    case 'v':
      return '\v';
    case '"':
    case '\'':
    case '?':
    case '\\':
    case '/':
      return letter;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool IonTokens::take(std::string_view token) {
  if (!rest_.starts_with(token)) return false;
  rest_.remove_prefix(token.size());
  return true;
}

Status IonTokens::skip_space() {
  for (;;) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n\v\f"), rest_.size()));
    if (take("//")) {
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    } else if (take("/*")) {
      const auto end = rest_.find("*/");
      if (end == ByteView::npos) return not_ion("a comment does not end");
      rest_.remove_prefix(end + 2);
    } else {
      return {};
    }
  }
}

Result<IonToken> IonTokens::next() {
  TRY(skip_space());
  text_.clear();
  is_quoted_ = false;
  if (rest_.empty()) return IonToken::End;
  if (take("{{")) return read_blob();
  if (take("{")) return IonToken::OpenStruct;
  if (take("}")) return IonToken::CloseStruct;
  if (take("[")) return IonToken::OpenList;
  if (take("]")) return IonToken::CloseList;
  if (take(",")) return IonToken::Comma;
  if (take("::")) return IonToken::DoubleColon;
  if (take(":")) return IonToken::Colon;
  if (take("'''")) return read_long_string();
  if (take("'")) return read_symbol();
  if (take("\"")) return read_string();
  if (rest_.starts_with('(')) return not_ion("DynamoDB has no type for s-expressions");
  return read_word();
}

// Numbers, words and timestamps, which all end before the next sign of the language.
Result<IonToken> IonTokens::read_word() {
  const bool is_number = begins_number(rest_);
  const auto belongs = [&](char character) {
    return is_word(character) || (is_number && ByteView(".+-:").find(character) != ByteView::npos);
  };
  const auto end = std::find_if_not(rest_.begin(), rest_.end(), belongs);
  ByteView word = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
  if (word.empty() && (rest_.starts_with("+inf") || rest_.starts_with("-inf"))) {
    return not_ion("DynamoDB has no infinite numbers");
  }
  if (word.empty()) return not_ion("a character that begins no value of Ion");
  rest_.remove_prefix(word.size());
  text_ = word;
  return is_number ? IonToken::Number : IonToken::Symbol;
}

Result<IonToken> IonTokens::read_string() {
  TRY(read_quoted('"'));
  return IonToken::String;
}

Result<IonToken> IonTokens::read_symbol() {
  TRY(read_quoted('\''));
  is_quoted_ = true;
  return IonToken::Symbol;
}

Status IonTokens::read_quoted(char quote) {
  const char stops[] = {quote, '\\', '\n', '\0'};
  for (;;) {
    const auto stop = rest_.find_first_of(stops);
    if (stop == ByteView::npos || rest_[stop] == '\n') {
      return not_ion("a string or a symbol does not end");
    }
    text_.append(rest_.substr(0, stop));
    const char character = rest_[stop];
    rest_.remove_prefix(stop + 1);
    if (character == quote) break;
    TRY(read_escape());
  }
  if (!is_valid_utf8(text_)) return not_ion("a string is no valid UTF-8");
  return {};
}

Result<IonToken> IonTokens::read_long_string() {
  for (;;) {
    const auto stop = rest_.find_first_of("'\\\r");
    if (stop == ByteView::npos) return not_ion("a long string does not end");
    text_.append(rest_.substr(0, stop));
    rest_.remove_prefix(stop);
    if (take("'''")) {
      TRY(skip_space());
      if (!take("'''")) break;  // Else it goes on.
    } else if (take("\\")) {
      TRY(read_escape());
    } else if (take("\r\n") || take("\r")) {
      text_.push_back('\n');  // As Ion has all line ends.
    } else {
      text_.push_back(rest_.front());
      rest_.remove_prefix(1);
    }
  }
  if (!is_valid_utf8(text_)) return not_ion("a string is no valid UTF-8");
  return IonToken::String;
}

Status IonTokens::read_escape() {
  if (take("\r\n") || take("\n")) return {};  // The line goes on.
  if (rest_.empty()) return not_ion("a string or a symbol does not end");
  const char letter = rest_.front();
  rest_.remove_prefix(1);
  if (letter == 'x') return read_code_point(2);
  if (letter == 'u') return read_code_point(4);
  if (letter == 'U') return read_code_point(8);
  const auto meant = simple_escape(letter);
  if (!meant) return not_ion("an unknown escape sequence");
  text_.push_back(*meant);
  return {};
}

Result<std::uint32_t> IonTokens::read_hex(std::size_t digits) {
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const auto digit = rest_.empty()
                           ? std::string_view::npos
                           : std::string_view("0123456789abcdefABCDEF").find(rest_.front());
    if (digit == std::string_view::npos) return not_ion("an escape sequence is too short");
    code = code << 4 | static_cast<std::uint32_t>(digit < 16 ? digit : digit - 6);
    rest_.remove_prefix(1);
  }
  return code;
}

// Two surrogates are one character, as in JSON; a lone one is none.
Status IonTokens::read_code_point(std::size_t digits) {
  auto code = TRY(read_hex(digits));
  if (code >= 0xD800 && code < 0xDC00 && take("\\u")) {
    const auto low = TRY(read_hex(4));
    if (low < 0xDC00 || low > 0xDFFF) return not_ion("half of a surrogate pair");
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
    return not_ion("an escape sequence that is no character");
  }
  append_utf8(text_, code);
  return {};
}

Result<IonToken> IonTokens::read_blob() {
  const auto end = rest_.find("}}");
  if (end == ByteView::npos) return not_ion("a blob does not end");
  std::string text(rest_.substr(0, end));
  rest_.remove_prefix(end + 2);
  std::erase_if(
      text, [](char character) { return ByteView(" \t\r\n").find(character) != ByteView::npos; });
  if (text.starts_with('"') || text.starts_with('\'')) {
    return not_ion("DynamoDB has no type for clobs");
  }
  text_ = TRY(base64_decode(text));
  return IonToken::Blob;
}

}  // namespace partita::formats
