#include "model/formula/formula_lexer.h"

#include <fmt/format.h>

#include "model/formula/code_points.h"

namespace partita::model {
namespace {

using TokenKind = FormulaToken::Kind;

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

bool is_in(std::string_view characters, std::string_view text) {
  return !text.empty() && characters.find(text.front()) != std::string_view::npos;
}

std::size_t run_length(std::string_view text, std::string_view characters) {
  return std::min(text.find_first_not_of(characters), text.size());
}

std::size_t number_length(std::string_view text) {
  const std::size_t whole = run_length(text, kDigits);
  if (text.substr(whole, 1) != "." || !is_in(kDigits, text.substr(whole + 1))) return whole;
  return whole + 1 + run_length(text.substr(whole + 1), kDigits);
}

std::size_t symbol_length(std::string_view text) {
  const std::string_view pair = text.substr(0, 2);
  if (pair == "!=" || pair == "<=" || pair == ">=") return 2;
  return is_in("+-*/=<>(),.", text) ? 1 : 0;
}

// Cuts the text into tokens.
class FormulaLexer {
 public:
  explicit FormulaLexer(std::string_view text) : text_(text), rest_(text) {}

  Result<std::vector<FormulaToken>> tokens() {
    while (true) {
      rest_.remove_prefix(run_length(rest_, " \t\r\n"));
      if (rest_.empty()) break;
      const Status added = add_token();
      if (!added.ok()) return added.error();
    }
    add(TokenKind::End, 0);
    return std::move(tokens_);
  }

 private:
  void add(TokenKind kind, std::size_t bytes) {
    tokens_.push_back({kind, rest_.substr(0, bytes), text_.size() - rest_.size()});
    rest_.remove_prefix(bytes);
  }

  Error wrong(std::string_view what) const {
    return Error::invalid_argument(
        fmt::format("at character {}: {}", text_.size() - rest_.size() + 1, what));
  }

  Status add_token() {
    if (is_in(kLetters, rest_)) {
      add(TokenKind::Name, run_length(rest_, kNameCharacters));
    } else if (is_in(kDigits, rest_)) {
      const std::size_t number = number_length(rest_);
      const std::size_t unit = run_length(rest_.substr(number), kLetters);
      add(unit == 0 ? TokenKind::Number : TokenKind::Span, number + unit);
    } else if (rest_.front() == '\'') {
      return add_text();
    } else if (rest_.front() == '$') {
      rest_.remove_prefix(1);
      if (!is_in(kLetters, rest_)) return wrong("a name must follow the `$`");
      add(TokenKind::Parameter, run_length(rest_, kNameCharacters));
    } else if (const std::size_t symbol = symbol_length(rest_); symbol > 0) {
      add(TokenKind::Symbol, symbol);
    } else {
      std::string_view after = rest_;
      take_code_point(after);
      return wrong(fmt::format("`{}` has no meaning in a formula",
                               rest_.substr(0, rest_.size() - after.size())));
    }
    return {};
  }

  Status add_text() {
    const std::size_t end = rest_.find('\'', 1);
    if (end == std::string_view::npos) return wrong("the text is not closed by a `'`");
    rest_.remove_prefix(1);
    add(TokenKind::Text, end - 1);
    rest_.remove_prefix(1);
    return {};
  }

  std::string_view text_;
  std::string_view rest_;
  std::vector<FormulaToken> tokens_;
};

}  // namespace

Result<std::vector<FormulaToken>> formula_tokens(std::string_view text) {
  return FormulaLexer(text).tokens();
}

}  // namespace partita::model
