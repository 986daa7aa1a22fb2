#include "model/formula/formula_types.h"

#include <algorithm>

namespace partita::model {
namespace {

using Op = FormulaOp;
using Type = FormulaType;

constexpr std::size_t kManyArguments = 16;

constexpr FormulaFunction kFunctions[] = {
    {"before_last", Op::BeforeLast, 2, 2, "before_last(text, separator)"},
    {"coalesce", Op::Coalesce, 2, kManyArguments, "coalesce(a, b)"},
    {"day", Op::DayOf, 1, 1, "day(timestamp)"},
    {"exists", Op::Exists, 1, 1, "exists(attribute)"},
    {"lower", Op::Lower, 1, 1, "lower(text)"},
    {"ms", Op::Ms, 1, 1, "ms(duration or timestamp)"},
    {"number", Op::NumberOf, 1, 1, "number(text)"},
    {"part", Op::Part, 3, 3, "part(text, separator, n)"},
    {"s", Op::S, 1, 1, "s(duration or timestamp)"},
    {"size", Op::Size, 1, 1, "size(attribute)"},
    {"slug", Op::Slug, 1, 1, "slug(text)"},
};

struct Rule {
  Op op;
  Type left;
  Type right;
  Type result;
};

constexpr Rule kArithmetic[] = {
    {Op::Add, Type::Number, Type::Number, Type::Number},
    {Op::Add, Type::Span, Type::Span, Type::Span},
    {Op::Add, Type::Time, Type::Span, Type::Time},
    {Op::Add, Type::Span, Type::Time, Type::Time},
    {Op::Subtract, Type::Number, Type::Number, Type::Number},
    {Op::Subtract, Type::Span, Type::Span, Type::Span},
    {Op::Subtract, Type::Time, Type::Span, Type::Time},
    {Op::Subtract, Type::Time, Type::Time, Type::Span},
    {Op::Multiply, Type::Number, Type::Number, Type::Number},
    {Op::Multiply, Type::Span, Type::Number, Type::Span},
    {Op::Multiply, Type::Number, Type::Span, Type::Span},
    {Op::Divide, Type::Number, Type::Number, Type::Number},
    {Op::Divide, Type::Span, Type::Number, Type::Span},
    {Op::Divide, Type::Span, Type::Span, Type::Number},
};

bool fits(Type given, Type wanted) { return given == wanted || given == Type::Other; }

std::optional<Type> arithmetic_type(Op op, Type left, Type right) {
  for (const Rule& rule : kArithmetic) {
    if (rule.op == op && fits(left, rule.left) && fits(right, rule.right)) {
      // Two values of unknown type may be of any rule: only the evaluation tells.
      const bool is_known = left != Type::Other && right != Type::Other;
      return is_known ? rule.result : Type::Other;
    }
  }
  return std::nullopt;
}

// The type that all have, those of unknown type left aside.
std::optional<Type> common_type(std::span<const Type> types) {
  Type common = Type::Other;
  for (const Type type : types) {
    if (type == Type::Other) continue;
    if (common != Type::Other && common != type) return std::nullopt;
    common = type;
  }
  return common;
}

std::optional<Type> comparison_type(std::span<const Type> types) {
  return common_type(types) ? std::optional(Type::Bool) : std::nullopt;
}

std::optional<Type> if_all(std::span<const Type> types, Type wanted, Type result) {
  const bool all = std::all_of(types.begin(), types.end(), [&](Type t) { return fits(t, wanted); });
  return all ? std::optional(result) : std::nullopt;
}

std::optional<Type> function_type(Op op, std::span<const Type> types) {
  switch (op) {
    case Op::Exists:
      return Type::Bool;
    case Op::Size:
      return Type::Number;
    case Op::Coalesce:
      return common_type(types);
    case Op::Ms:
    case Op::S:
      if (types[0] == Type::Span) return Type::Number;
      return if_all(types, Type::Time, Type::Number);
    case Op::NumberOf:
      return if_all(types, Type::Text, Type::Number);
    case Op::DayOf:
      return if_all(types, Type::Time, Type::Text);
    case Op::Part:
      if (!fits(types[2], Type::Number)) return std::nullopt;
      return if_all(types.first(2), Type::Text, Type::Text);
    default:
      return if_all(types, Type::Text, Type::Text);
  }
}

}  // namespace

std::optional<Type> result_type(Op op, std::span<const Type> types) {
  switch (op) {
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
      return arithmetic_type(op, types[0], types[1]);
    case Op::Negate:
      return types[0] == Type::Span ? std::optional(Type::Span)
                                    : if_all(types, Type::Number, Type::Number);
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessOrEqual:
    case Op::Greater:
    case Op::GreaterOrEqual:
    case Op::In:
      return comparison_type(types);
    case Op::And:
    case Op::Or:
    case Op::Not:
      return if_all(types, Type::Bool, Type::Bool);
    default:
      return function_type(op, types);
  }
}

std::span<const FormulaFunction> formula_functions() { return kFunctions; }

}  // namespace partita::model
