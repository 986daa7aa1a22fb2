#include "language/expression/lexer.h"

#include <cstddef>

namespace partita::expression {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

std::size_t run_length(std::string_view text, bool (*belongs)(char)) {
  std::size_t length = 0;
  while (length < text.size() && belongs(text[length])) ++length;
  return length;
}

// How many bytes the character has that starts here, so that a message never cuts one in two.
std::size_t character_bytes(std::string_view text) {
  constexpr auto is_continuation = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
  };
  return 1 + run_length(text.substr(1), is_continuation);
}

std::size_t symbol_bytes(std::string_view text) {
  const std::string_view pair = text.substr(0, 2);
  if (pair == "<>" || pair == "<=" || pair == ">=") return 2;
  constexpr std::string_view kSingle = "=<>+-,.()[]";
  return kSingle.find(text.front()) != std::string_view::npos ? 1 : 0;
}

// REQUIRES: `text` is not empty and does not start with white space.
Token first_token(std::string_view text) {
  const char first = text.front();
  if (is_letter(first)) return {Token::Kind::Name, text.substr(0, run_length(text, is_name_part))};
  if (is_digit(first)) return {Token::Kind::Digits, text.substr(0, run_length(text, is_digit))};
  const std::size_t name_bytes = run_length(text.substr(1), is_name_part);
  if (name_bytes > 0 && first == '#') {
    return {Token::Kind::NamePlaceholder, text.substr(0, 1 + name_bytes)};
  }
  if (name_bytes > 0 && first == ':') {
    return {Token::Kind::ValuePlaceholder, text.substr(0, 1 + name_bytes)};
  }
  if (const std::size_t bytes = symbol_bytes(text); bytes > 0) {
    return {Token::Kind::Symbol, text.substr(0, bytes)};
  }
  return {Token::Kind::Unknown, text.substr(0, character_bytes(text))};
}

}  // namespace

std::vector<Token> tokens_of(std::string_view expression) {
  std::vector<Token> tokens;
  tokens.reserve(expression.size() / 3 + 2);
  std::string_view rest = expression;
  while (true) {
    rest.remove_prefix(run_length(rest, is_space));
    if (rest.empty()) break;
    tokens.push_back(first_token(rest));
    rest.remove_prefix(tokens.back().text.size());
  }
  tokens.push_back({Token::Kind::End, rest});
  return tokens;
}

}  // namespace partita::expression
