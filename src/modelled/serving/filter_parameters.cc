#include "modelled/serving/filter_parameters.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "model/formula/formula_lexer.h"
#include "modelled/serving/argument_values.h"

namespace partita::serving {
namespace {

using model::AttributeType;
using model::FormulaToken;
using Tokens = std::span<const FormulaToken>;
using Kind = FormulaToken::Kind;

const AttributeType* number_type() {
  static const AttributeType type = [] {
    AttributeType number;
    number.kind = model::AttributeKind::Number;
    return number;
  }();
  return &type;
}

bool is_symbol(const FormulaToken& token, std::initializer_list<std::string_view> symbols) {
  return token.kind == Kind::Symbol && std::ranges::find(symbols, token.text) != symbols.end();
}

bool is_comparison(const FormulaToken& token) {
  return is_symbol(token, {"=", "!=", "<", "<=", ">", ">="});
}

bool is_arithmetic(const FormulaToken& token) { return is_symbol(token, {"+", "-", "*", "/"}); }

// What the path leads to; null if that is nothing the entity knows.
const AttributeType* type_at(const model::Entity& entity,
                             const std::vector<std::string_view>& path) {
  if (path.empty()) return nullptr;
  const model::Attribute* attribute = entity.find_attribute(path.front());
  for (std::size_t i = 1; attribute != nullptr && i < path.size(); ++i) {
    attribute = attribute->type->find_field(path[i]);
  }
  return attribute == nullptr ? nullptr : attribute->type.get();
}

bool gives_number(std::string_view function) {
  constexpr std::array<std::string_view, 3> kNumeric = {"size", "ms", "s"};
  return std::ranges::find(kNumeric, function) != kNumeric.end();
}

// The function whose call ends with the last token; empty if that is no call.
std::string_view called_at_end(Tokens tokens) {
  int depth = 0;
  for (std::size_t i = tokens.size(); i-- > 0;) {
    if (is_symbol(tokens[i], {")"})) ++depth;
    if (is_symbol(tokens[i], {"("})) --depth;
    if (depth > 0) continue;
    const bool is_call = i > 0 && tokens[i - 1].kind == Kind::Name;
    return is_call ? tokens[i - 1].text : std::string_view();
  }
  return {};
}

// What stands before a comparison.
const AttributeType* type_before(const model::Entity& entity, Tokens tokens) {
  if (tokens.empty()) return nullptr;
  const FormulaToken& last = tokens.back();
  if (last.kind == Kind::Number) return number_type();
  if (is_symbol(last, {")"})) {
    return gives_number(called_at_end(tokens)) ? number_type() : nullptr;
  }
  std::vector<std::string_view> path;
  for (std::size_t i = tokens.size(); i-- > 0 && tokens[i].kind == Kind::Name;) {
    path.insert(path.begin(), tokens[i].text);
    if (i == 0 || !is_symbol(tokens[--i], {"."})) break;
  }
  return type_at(entity, path);
}

// What stands behind a comparison.
const AttributeType* type_behind(const model::Entity& entity, Tokens tokens) {
  if (tokens.empty()) return nullptr;
  if (tokens.front().kind == Kind::Number) return number_type();
  if (tokens.size() > 1 && is_symbol(tokens[1], {"("})) {
    return gives_number(tokens.front().text) ? number_type() : nullptr;
  }
  std::vector<std::string_view> path;
  for (std::size_t i = 0; i < tokens.size() && tokens[i].kind == Kind::Name; i += 2) {
    path.push_back(tokens[i].text);
    if (i + 1 >= tokens.size() || !is_symbol(tokens[i + 1], {"."})) break;
  }
  return type_at(entity, path);
}

const AttributeType* type_beside(const model::Entity& entity, Tokens tokens, std::size_t at) {
  const Tokens before = tokens.first(at);
  const Tokens behind = tokens.subspan(at + 1);
  const bool is_counted = (!before.empty() && is_arithmetic(before.back())) ||
                          (!behind.empty() && is_arithmetic(behind.front()));
  if (is_counted) return number_type();
  if (!before.empty() && is_comparison(before.back())) {
    return type_before(entity, before.first(before.size() - 1));
  }
  if (!behind.empty() && is_comparison(behind.front())) {
    return type_behind(entity, behind.subspan(1));
  }
  return nullptr;
}

}  // namespace

const AttributeType* filter_parameter_type(const model::Formula& filter,
                                           const model::Entity& entity,
                                           std::string_view parameter) {
  const auto tokens = model::formula_tokens(filter.text());
  for (std::size_t i = 0; tokens.ok() && i < tokens->size(); ++i) {
    const FormulaToken& token = (*tokens)[i];
    if (token.kind != Kind::Parameter || token.text != parameter) continue;
    if (const auto* type = type_beside(entity, *tokens, i)) return type;
  }
  return asked_type(entity, parameter);
}

}  // namespace partita::serving
