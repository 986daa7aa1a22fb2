// condition  := and ("OR" and)*
// and        := not ("AND" not)*
// not        := "NOT" not | test
// test       := term | operand comparator operand | operand "BETWEEN" operand "AND" operand
//             | operand "IN" "(" operand ("," operand)* ")"
// term       := call | operand | "(" condition ")"
//
// A parenthesis may open an operand or a condition, and only what follows tells which. So a term is
// parsed as either, and code that needs one of the two reports an error at the token that follows.

#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "language/expression/messages.h"
#include "language/expression/operand_parser.h"
#include "language/expression/parse.h"
#include "partita/base/check.h"

namespace partita::expression {

namespace {

using Kind = ConditionNode::Kind;

constexpr std::array<std::string_view, 5> kKeywords = {"AND", "OR", "NOT", "BETWEEN", "IN"};
constexpr std::array kConditionOrder = {
    ExpressionFault::TooManyOperators,     ExpressionFault::TooManyInOperands,
    ExpressionFault::RedundantParentheses, ExpressionFault::PathTooDeep,
    ExpressionFault::IndexOutOfRange,      ExpressionFault::UnknownFunction,
    ExpressionFault::MisusedFunction,      ExpressionFault::ReservedWord};

struct ConditionTerm {
  bool is_operand;
  std::uint32_t index;  // Of the operand or the node.
  bool is_grouped = false;
};

class ConditionParser {
 public:
  ConditionParser(ExpressionKind kind, std::string_view text) : parser_(kind, text, kKeywords) {
    tree_.kind = kind;
  }

  Result<std::shared_ptr<const ConditionTree>> parse() {
    const ConditionTerm whole = TRY(any_of());
    tree_.root = TRY(as_condition(whole));
    TRY(parser_.expect_end());
    TRY(parser_.conclude(kConditionOrder));
    tree_.operands = parser_.take_operands();
    return std::make_shared<const ConditionTree>(std::move(tree_));
  }

 private:
  using Part = Result<ConditionTerm> (ConditionParser::*)();

  Result<ConditionTerm> any_of() { return junction(Kind::Or, "OR", &ConditionParser::all_of); }
  Result<ConditionTerm> all_of() { return junction(Kind::And, "AND", &ConditionParser::negation); }

  Result<ConditionTerm> junction(Kind kind, std::string_view keyword, Part part) {
    const ConditionTerm first = TRY((this->*part)());
    if (!parser_.cursor().at_keyword(keyword)) return first;
    ConditionNode node{.kind = kind, .children = {}};
    node.children.push_back(TRY(as_condition(first)));
    while (parser_.cursor().take_keyword(keyword)) {
      parser_.count_operator();
      const ConditionTerm next = TRY((this->*part)());
      node.children.push_back(TRY(as_condition(next)));
    }
    return add(std::move(node));
  }

  Result<ConditionTerm> negation() {
    if (!parser_.cursor().take_keyword("NOT")) return test();
    parser_.count_operator();
    TRY(parser_.enter());
    const ConditionTerm inner = TRY(negation());
    parser_.leave();
    return add({.kind = Kind::Not, .children = {TRY(as_condition(inner))}});
  }

  Result<ConditionTerm> test() {
    const ConditionTerm left = TRY(term());
    TokenCursor& cursor = parser_.cursor();
    const auto comparator = comparator_here();
    if (!comparator && !cursor.at_keyword("BETWEEN") && !cursor.at_keyword("IN")) return left;
    if (!left.is_operand) return parser_.syntax_error();
    parser_.count_operator();
    const std::string_view word = cursor.take().text;
    if (comparator) return comparison(left, *comparator);
    return is_keyword(word, "IN") ? membership(left) : between(left);
  }

  Result<ConditionTerm> term() {
    if (!parser_.cursor().take_symbol("(")) {
      return ConditionTerm{.is_operand = true, .index = TRY(parser_.bare_operand())};
    }
    TRY(parser_.enter());
    ConditionTerm inner = TRY(any_of());
    parser_.leave();
    TRY(parser_.expect_symbol(")"));
    if (inner.is_grouped) {
      parser_.findings().note(ExpressionFault::RedundantParentheses,
                              messages::redundant_parentheses());
    }
    const bool goes_on = inner.is_operand && TRY(parser_.go_on_behind_parenthesis(inner.index));
    inner.is_grouped = !goes_on;
    return inner;
  }

  std::optional<Comparator> comparator_here() {
    if (!parser_.cursor().at(Token::Kind::Symbol)) return std::nullopt;
    for (int i = 0; i <= static_cast<int>(Comparator::GreaterOrEqual); ++i) {
      const auto comparator = static_cast<Comparator>(i);
      if (parser_.cursor().current().text == name_of(comparator)) return comparator;
    }
    return std::nullopt;
  }

  Result<ConditionTerm> comparison(const ConditionTerm& left, Comparator comparator) {
    const OperandIndex right = TRY(parser_.operand());
    return add_test(
        {.kind = Kind::Compare, .comparator = comparator, .children = {left.index, right}});
  }

  Result<ConditionTerm> between(const ConditionTerm& left) {
    const OperandIndex lower = TRY(parser_.operand());
    if (!parser_.cursor().take_keyword("AND")) return parser_.syntax_error();
    const OperandIndex upper = TRY(parser_.operand());
    return add_test({.kind = Kind::Between, .children = {left.index, lower, upper}});
  }

  Result<ConditionTerm> membership(const ConditionTerm& left) {
    ConditionNode node{.kind = Kind::In, .children = {left.index}};
    TRY(parser_.expect_symbol("("));
    do {
      node.children.push_back(TRY(parser_.operand()));
    } while (parser_.cursor().take_symbol(","));
    TRY(parser_.expect_symbol(")"));
    const std::size_t count = node.children.size() - 1;
    if (count > kInOperandsMax) {
      parser_.findings().note(ExpressionFault::TooManyInOperands,
                              messages::too_many_in_operands(count));
    }
    return add_test(std::move(node));
  }

  Result<NodeIndex> as_condition(const ConditionTerm& term) {
    if (!term.is_operand) return term.index;
    const auto* call = std::get_if<Call>(&parser_.operand_at(term.index));
    if (call == nullptr) return parser_.syntax_error();
    if (call->function == Function::Size) {
      parser_.findings().note(ExpressionFault::MisusedFunction,
                              messages::misused_function(name_of(call->function)));
    }
    return add({.kind = Kind::Call, .children = {term.index}}).index;
  }

  ConditionTerm add_test(ConditionNode node) {
    parser_.check_arguments(node.children);
    return add(std::move(node));
  }

  ConditionTerm add(ConditionNode node) {
    tree_.nodes.push_back(std::move(node));
    return {.is_operand = false, .index = static_cast<NodeIndex>(tree_.nodes.size() - 1)};
  }

  OperandParser parser_;
  ConditionTree tree_;
};

}  // namespace

Result<std::shared_ptr<const ConditionTree>> parse_condition(ExpressionKind kind,
                                                             std::string_view text) {
  PARTITA_CHECK(kind != ExpressionKind::Projection && kind != ExpressionKind::Update);
  TRY(check_text(kind, text));
  return ConditionParser(kind, text).parse();
}

}  // namespace partita::expression
