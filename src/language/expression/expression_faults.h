#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace partita::expression {

// What can be wrong with an expression whose syntax is right.
enum class ExpressionFault {
  TooManyOperators,
  TooManyInOperands,
  RedundantParentheses,
  PathTooDeep,
  IndexOutOfRange,
  UnknownFunction,
  MisusedFunction,
  ReservedWord,
  SectionTwice,
};

// Problems met while parsing. DynamoDB tells of them only if the whole text can be parsed, and not
// in the order of the text: so the first of each sort is kept until the end.
class Findings {
 public:
  void note(ExpressionFault finding, std::string text) {
    auto& first = texts_[static_cast<std::size_t>(finding)];
    if (!first) first = std::move(text);
  }

  // The text of the first sort in `order` that was met.
  std::optional<std::string> first_of(std::span<const ExpressionFault> order) const {
    for (const ExpressionFault finding : order) {
      if (const auto& text = texts_[static_cast<std::size_t>(finding)]) return text;
    }
    return std::nullopt;
  }

 private:
  std::array<std::optional<std::string>, 9> texts_;
};

}  // namespace partita::expression
