#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "language/expression/lexer.h"

namespace partita::expression {

// Walks over the tokens of one expression, which must outlive it. Keywords are compared without
// regard to case, as DynamoDB does.
class TokenCursor {
 public:
  explicit TokenCursor(std::string_view expression) : tokens_(tokens_of(expression)) {}

  const Token& current() const { return tokens_[place_]; }
  // Takes the current token; the End stays.
  Token take();

  bool at(Token::Kind kind) const { return current().kind == kind; }
  bool at_symbol(std::string_view symbol) const;
  bool at_keyword(std::string_view keyword) const;
  // Whether a name and an opening parenthesis come next.
  bool at_call() const;
  bool take_symbol(std::string_view symbol);
  bool take_keyword(std::string_view keyword);

  // DynamoDB's text for an error at the current token: the token, and with it its neighbours.
  std::string syntax_error() const;

 private:
  std::vector<Token> tokens_;
  std::size_t place_ = 0;
};

// `keyword` is in capitals.
bool is_keyword(std::string_view text, std::string_view keyword);

}  // namespace partita::expression
