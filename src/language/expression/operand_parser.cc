#include "language/expression/operand_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <variant>

#include "language/expression/messages.h"
#include "language/expression/reserved_words.h"

namespace partita::expression {

namespace {

// Parentheses that are not redundant have an operator inside, NOT and calls are operators: deeper
// than this is over one limit or the other, whatever follows.
constexpr std::size_t kDepthMax = 2 * kOperatorsMax + 4;

constexpr std::array kConditionFunctions = {Function::AttributeExists, Function::AttributeNotExists,
                                            Function::AttributeType,   Function::BeginsWith,
                                            Function::Contains,        Function::Size};
constexpr std::array kUpdateFunctions = {Function::IfNotExists, Function::ListAppend};

const Function* find_function(std::span<const Function> functions, std::string_view name) {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](Function function) { return name_of(function) == name; });
  return found == functions.end() ? nullptr : &*found;
}

}  // namespace

Status check_text(ExpressionKind kind, std::string_view text) {
  if (text.empty()) return messages::invalid(kind, messages::empty());
  if (text.size() > kExpressionBytesMax) {
    return messages::invalid(kind, messages::too_long(kind, text.size()));
  }
  return {};
}

OperandIndex OperandParser::add(Operand operand) {
  operands_.push_back(std::move(operand));
  return static_cast<OperandIndex>(operands_.size() - 1);
}

bool OperandParser::at_keyword() const {
  return std::any_of(keywords_.begin(), keywords_.end(),
                     [&](std::string_view keyword) { return cursor_.at_keyword(keyword); });
}

Result<AttributeName> OperandParser::name() {
  if (cursor_.at(Token::Kind::NamePlaceholder)) {
    return AttributeName{.text = std::string(cursor_.take().text), .is_placeholder = true};
  }
  if (!cursor_.at(Token::Kind::Name) || at_keyword()) return syntax_error();
  const std::string_view text = cursor_.take().text;
  if (is_reserved_word(text)) {
    findings_.note(ExpressionFault::ReservedWord, messages::reserved_word(text));
  }
  return AttributeName{.text = std::string(text)};
}

Result<std::size_t> OperandParser::index() {
  if (!cursor_.at(Token::Kind::Digits)) return syntax_error();
  const std::string_view digits = cursor_.take().text;
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (error != std::errc() || index > std::numeric_limits<std::int32_t>::max()) {
    findings_.note(ExpressionFault::IndexOutOfRange, messages::index_out_of_range(digits));
  }
  TRY(expect_symbol("]"));
  return std::size_t{index};
}

Status OperandParser::go_on(Path& path) {
  while (true) {
    if (cursor_.take_symbol(".")) {
      path.parts.emplace_back(TRY(name()));
    } else if (cursor_.take_symbol("[")) {
      path.parts.emplace_back(TRY(index()));
    } else {
      break;
    }
  }
  if (path.parts.size() > kPathPartsMax) {
    findings_.note(ExpressionFault::PathTooDeep, messages::path_too_deep(path.parts.size()));
  }
  return {};
}

Result<OperandIndex> OperandParser::path() {
  Path path;
  path.parts.emplace_back(TRY(name()));
  TRY(go_on(path));
  return add(std::move(path));
}

Result<bool> OperandParser::go_on_behind_parenthesis(OperandIndex operand) {
  auto* path = std::get_if<Path>(&operands_[operand]);
  if (path == nullptr) return false;
  const std::size_t parts = path->parts.size();
  TRY(go_on(*path));
  return path->parts.size() > parts;
}

Result<OperandIndex> OperandParser::value() {
  if (!cursor_.at(Token::Kind::ValuePlaceholder)) return syntax_error();
  return add(ValueName{std::string(cursor_.take().text)});
}

Result<OperandIndex> OperandParser::bare_operand() {
  if (cursor_.at(Token::Kind::ValuePlaceholder)) return value();
  if (cursor_.at_call() && !at_keyword()) return call();
  return path();
}

Result<OperandParser::Grouped> OperandParser::grouped_operand() {
  if (!cursor_.take_symbol("(")) return Grouped{.index = TRY(bare_operand())};
  TRY(enter());
  const Grouped inner = TRY(grouped_operand());
  leave();
  TRY(expect_symbol(")"));
  if (inner.is_grouped) {
    findings_.note(ExpressionFault::RedundantParentheses, messages::redundant_parentheses());
  }
  const bool goes_on = TRY(go_on_behind_parenthesis(inner.index));
  return Grouped{.index = inner.index, .is_grouped = !goes_on};
}

Result<OperandIndex> OperandParser::operand() { return TRY(grouped_operand()).index; }

Function OperandParser::function_named(std::string_view name) {
  const bool is_update = kind_ == ExpressionKind::Update;
  const std::span<const Function> conditions(kConditionFunctions);
  const std::span<const Function> updates(kUpdateFunctions);
  if (const auto* found = find_function(is_update ? updates : conditions, name)) return *found;
  const bool is_known = find_function(is_update ? conditions : updates, name) != nullptr;
  findings_.note(ExpressionFault::UnknownFunction, is_known
                                                       ? messages::function_not_allowed(kind_, name)
                                                       : messages::unknown_function(name));
  return Function::Size;  // Stands in for it until the finding is told.
}

// Only size and if_not_exists have an answer that can be an argument.
void OperandParser::check_arguments(std::span<const OperandIndex> arguments) {
  for (const OperandIndex argument : arguments) {
    const auto* inner = std::get_if<Call>(&operands_[argument]);
    if (inner == nullptr || inner->function == Function::Size ||
        inner->function == Function::IfNotExists) {
      continue;
    }
    findings_.note(ExpressionFault::MisusedFunction,
                   messages::misused_function(name_of(inner->function)));
  }
}

Result<OperandIndex> OperandParser::call() {
  TRY(enter());
  Call call{.function = function_named(cursor_.take().text), .arguments = {}};
  count_operator();
  TRY(expect_symbol("("));
  do {
    call.arguments.push_back(TRY(operand()));
  } while (cursor_.take_symbol(","));
  TRY(expect_symbol(")"));
  leave();
  check_arguments(call.arguments);
  return add(std::move(call));
}

Status OperandParser::enter() {
  if (++depth_ <= kDepthMax) return {};
  return messages::invalid(kind_, operators_ > kOperatorsMax
                                      ? messages::too_many_operators(operators_)
                                      : messages::redundant_parentheses());
}

Status OperandParser::expect_symbol(std::string_view symbol) {
  if (cursor_.take_symbol(symbol)) return {};
  return syntax_error();
}

Status OperandParser::expect_end() {
  if (cursor_.at(Token::Kind::End)) return {};
  return syntax_error();
}

Error OperandParser::syntax_error() const {
  return messages::invalid(kind_, cursor_.syntax_error());
}

Status OperandParser::conclude(std::span<const ExpressionFault> order) {
  if (operators_ > kOperatorsMax) {
    findings_.note(ExpressionFault::TooManyOperators, messages::too_many_operators(operators_));
  }
  if (const auto text = findings_.first_of(order)) return messages::invalid(kind_, *text);
  return {};
}

}  // namespace partita::expression
