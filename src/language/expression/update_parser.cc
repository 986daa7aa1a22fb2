// update  := section+                                    each section once
// section := "SET" path "=" sum ("," path "=" sum)*
//          | "REMOVE" path ("," path)*
//          | "ADD" path value ("," path value)*
//          | "DELETE" path value ("," path value)*
// sum     := term | term ("+" | "-") term
// term    := operand | "(" sum ")"                       no sum within a sum

#include <array>
#include <optional>
#include <utility>

#include "language/expression/messages.h"
#include "language/expression/operand_parser.h"
#include "language/expression/parse.h"

namespace partita::expression {

namespace {

using ActionKind = UpdateAction::Kind;

constexpr std::array<std::string_view, 4> kSections = {"SET", "REMOVE", "ADD", "DELETE"};
constexpr std::array kUpdateOrder = {
    ExpressionFault::TooManyOperators, ExpressionFault::PathTooDeep,
    ExpressionFault::IndexOutOfRange,  ExpressionFault::ReservedWord,
    ExpressionFault::UnknownFunction,  ExpressionFault::MisusedFunction,
    ExpressionFault::SectionTwice,     ExpressionFault::RedundantParentheses};

struct UpdateTerm {
  OperandIndex index;
  bool is_sum = false;
  bool is_grouped = false;
};

class UpdateParser {
 public:
  explicit UpdateParser(std::string_view text) : parser_(ExpressionKind::Update, text, kSections) {}

  Result<std::shared_ptr<const UpdateTree>> parse() {
    do {
      TRY(section());
    } while (!parser_.cursor().at(Token::Kind::End));
    TRY(parser_.conclude(kUpdateOrder));
    tree_.operands = parser_.take_operands();
    return std::make_shared<const UpdateTree>(std::move(tree_));
  }

 private:
  std::optional<ActionKind> take_section() {
    for (std::size_t i = 0; i < kSections.size(); ++i) {
      if (parser_.cursor().take_keyword(kSections[i])) return static_cast<ActionKind>(i);
    }
    return std::nullopt;
  }

  Status section() {
    const auto kind = take_section();
    if (!kind) return parser_.syntax_error();
    const auto number = static_cast<std::size_t>(*kind);
    if (std::exchange(is_seen_[number], true)) {
      parser_.findings().note(ExpressionFault::SectionTwice,
                              messages::section_twice(kSections[number]));
    }
    do {
      tree_.actions.push_back(TRY(action(*kind)));
    } while (parser_.cursor().take_symbol(","));
    return {};
  }

  Result<UpdateAction> action(ActionKind kind) {
    UpdateAction action{.kind = kind, .path = TRY(parser_.path())};
    if (kind == ActionKind::Remove) return action;
    if (kind == ActionKind::Set) {
      TRY(parser_.expect_symbol("="));
      action.value = TRY(sum()).index;
    } else {
      action.value = TRY(parser_.value());
    }
    return action;
  }

  Result<UpdateTerm> sum() {
    const UpdateTerm left = TRY(term());
    const bool is_plus = parser_.cursor().at_symbol("+");
    if (left.is_sum || (!is_plus && !parser_.cursor().at_symbol("-"))) return left;
    parser_.cursor().take();
    parser_.count_operator();
    const UpdateTerm right = TRY(term());
    if (right.is_sum) return parser_.syntax_error();
    Call call{.function = is_plus ? Function::Plus : Function::Minus,
              .arguments = {left.index, right.index}};
    parser_.check_arguments(call.arguments);
    return UpdateTerm{.index = parser_.add(std::move(call)), .is_sum = true};
  }

  Result<UpdateTerm> term() {
    if (!parser_.cursor().take_symbol("(")) return UpdateTerm{.index = TRY(parser_.bare_operand())};
    TRY(parser_.enter());
    UpdateTerm inner = TRY(sum());
    parser_.leave();
    TRY(parser_.expect_symbol(")"));
    if (inner.is_grouped) {
      parser_.findings().note(ExpressionFault::RedundantParentheses,
                              messages::redundant_parentheses());
    }
    inner.is_grouped = true;
    return inner;
  }

  OperandParser parser_;
  UpdateTree tree_;
  std::array<bool, kSections.size()> is_seen_{};
};

}  // namespace

Result<std::shared_ptr<const UpdateTree>> parse_update(std::string_view text) {
  TRY(check_text(ExpressionKind::Update, text));
  return UpdateParser(text).parse();
}

}  // namespace partita::expression
