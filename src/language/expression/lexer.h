#pragma once

#include <string_view>
#include <vector>

namespace partita::expression {

struct Token {
  enum class Kind {
    Name,              // abc_1
    NamePlaceholder,   // #abc
    ValuePlaceholder,  // :abc
    Digits,            // 12
    Symbol,            // = <> < <= > >= + - , . ( ) [ ]
    Unknown,           // Any other character, or a # or : with nothing behind it.
    End,
  };

  Kind kind;
  std::string_view text;  // A part of the expression; empty at its end.
};

// The tokens of an expression, an End as the last one. White space only separates them.
std::vector<Token> tokens_of(std::string_view expression);

}  // namespace partita::expression
