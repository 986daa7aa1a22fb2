#include "language/expression/token_cursor.h"

#include <algorithm>

#include "language/expression/messages.h"

namespace partita::expression {

bool is_keyword(std::string_view text, std::string_view keyword) {
  return std::equal(
      text.begin(), text.end(), keyword.begin(), keyword.end(),
      [](char letter, char capital) { return letter == capital || letter == capital - 'A' + 'a'; });
}

Token TokenCursor::take() {
  const Token token = current();
  if (token.kind != Token::Kind::End) ++place_;
  return token;
}

bool TokenCursor::at_symbol(std::string_view symbol) const {
  return at(Token::Kind::Symbol) && current().text == symbol;
}

bool TokenCursor::at_keyword(std::string_view keyword) const {
  return at(Token::Kind::Name) && is_keyword(current().text, keyword);
}

bool TokenCursor::at_call() const {
  if (!at(Token::Kind::Name)) return false;
  const Token& next = tokens_[place_ + 1];
  return next.kind == Token::Kind::Symbol && next.text == "(";
}

bool TokenCursor::take_symbol(std::string_view symbol) {
  if (!at_symbol(symbol)) return false;
  take();
  return true;
}

bool TokenCursor::take_keyword(std::string_view keyword) {
  if (!at_keyword(keyword)) return false;
  take();
  return true;
}

std::string TokenCursor::syntax_error() const {
  const bool is_end = at(Token::Kind::End);
  const std::size_t first = place_ > 0 ? place_ - 1 : 0;
  // The End adds nothing to see, so what is near it ends with the last real token.
  std::size_t last = is_end ? first : place_ + 1;
  if (tokens_[last].kind == Token::Kind::End && last > first) --last;
  const char* const begin = tokens_[first].text.data();
  const char* const end = tokens_[last].text.data() + tokens_[last].text.size();
  return messages::syntax_error(is_end ? "<EOF>" : current().text,
                                std::string_view(begin, static_cast<std::size_t>(end - begin)));
}

}  // namespace partita::expression
