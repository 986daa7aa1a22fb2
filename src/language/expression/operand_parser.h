#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "language/expression/expression_faults.h"
#include "language/expression/expression_kind.h"
#include "language/expression/syntax_tree.h"
#include "language/expression/token_cursor.h"
#include "partita/base/result.h"

namespace partita::expression {

inline constexpr std::size_t kExpressionBytesMax = 4096;
inline constexpr std::size_t kOperatorsMax = 300;
inline constexpr std::size_t kInOperandsMax = 100;
inline constexpr std::size_t kPathPartsMax = 32;

// ERRORS: InvalidArgument if the text is empty or over kExpressionBytesMax.
Status check_text(ExpressionKind kind, std::string_view text);

// What the grammars of all expressions share: paths, values, calls and parentheses.
//
//   operand := path | value | call | "(" operand ")"
//   path    := (name | "(" path ")") ("." name | "[" digits "]")*
//   call    := word "(" operand ("," operand)* ")"
class OperandParser {
 public:
  // Something in parentheses or not: a second pair around a first one is refused.
  struct Grouped {
    OperandIndex index;
    bool is_grouped = false;
  };

  // REQUIRES: check_text accepts the text. The keywords are in capitals.
  OperandParser(ExpressionKind kind, std::string_view text,
                std::span<const std::string_view> keywords)
      : cursor_(text), kind_(kind), keywords_(keywords) {}

  TokenCursor& cursor() { return cursor_; }
  Findings& findings() { return findings_; }
  Operand& operand_at(OperandIndex index) { return operands_[index]; }
  std::vector<Operand> take_operands() { return std::move(operands_); }

  Result<OperandIndex> path();
  Result<OperandIndex> value();
  Result<OperandIndex> operand();
  // Takes what follows a path in parentheses as the rest of it, and says whether there is any.
  Result<bool> go_on_behind_parenthesis(OperandIndex operand);
  // An operand that is not in parentheses.
  Result<OperandIndex> bare_operand();
  OperandIndex add(Operand operand);

  // Notes the first function that may not stand where another function or operator takes a value.
  void check_arguments(std::span<const OperandIndex> arguments);
  void count_operator() { ++operators_; }
  // Around all that can contain itself.
  // ERRORS: InvalidArgument if it is deeper than any expression that obeys the other limits.
  Status enter();
  void leave() { --depth_; }

  Status expect_symbol(std::string_view symbol);
  Status expect_end();
  Error syntax_error() const;
  // The first finding by that order, if there is one.
  Status conclude(std::span<const ExpressionFault> order);

 private:
  Result<Grouped> grouped_operand();
  Status go_on(Path& path);
  Result<AttributeName> name();
  Result<std::size_t> index();
  Result<OperandIndex> call();
  Function function_named(std::string_view name);
  bool at_keyword() const;

  TokenCursor cursor_;
  Findings findings_;
  ExpressionKind kind_;
  std::span<const std::string_view> keywords_;
  std::vector<Operand> operands_;
  std::size_t operators_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace partita::expression
