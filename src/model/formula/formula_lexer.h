#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "partita/base/result.h"

namespace partita::model {

struct FormulaToken {
  enum class Kind {
    Name,       // abc_1
    Parameter,  // $abc: the text is without the $
    Number,     // 12, 0.5
    Span,       // 15m
    Text,       // 'abc': the text is without the quotes
    Symbol,     // + - * / = != < <= > >= ( ) , .
    End,
  };

  Kind kind = Kind::End;
  std::string_view text;
  std::size_t position = 0;  // Of its first byte, from 0.
};

// The tokens of a formula, an End as the last one.
// ERRORS: InvalidArgument "at character N: ..." for a character that starts no token.
Result<std::vector<FormulaToken>> formula_tokens(std::string_view text);

}  // namespace partita::model
