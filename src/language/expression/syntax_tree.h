#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "language/expression/expression_kind.h"
#include "partita/base/bytes.h"

// The syntax tree of an expression, before its placeholders are bound. A tree is plain data:
// parsers make it from text, and tree_builder.h builds it for parameters that are not text (those
// older than expressions). Trees are flat: nodes refer to each other by their index in a vector, so
// a deep tree needs no recursion to be freed, and each operand has a number by which its bound
// value is found.
//
// REQUIRES of code that builds one: indexes are in range, a node's children come before it, a path
// has at least one part, the first of them a name, and list_append, + and - are whole right sides.

namespace partita::expression {

struct AttributeName {
  std::string text;
  bool is_placeholder = false;  // "#n", to be looked up in ExpressionAttributeNames.
};
using PathPart = std::variant<AttributeName, std::size_t>;

struct Path {
  std::vector<PathPart> parts;
};

// ":v", to be looked up in ExpressionAttributeValues.
struct ValueName {
  std::string text;
};

// A constant in the tree, in its stored form; only in trees that are built by code.
struct Constant {
  Bytes bytes;
};

enum class Function {
  AttributeExists,
  AttributeNotExists,
  AttributeType,
  BeginsWith,
  Contains,
  Size,
  IfNotExists,
  ListAppend,
  Plus,
  Minus,
};

// "begins_with", "+": as it is written.
std::string_view name_of(Function function);

using OperandIndex = std::uint32_t;
using NodeIndex = std::uint32_t;

struct Call {
  Function function;
  std::vector<OperandIndex> arguments;
};
using Operand = std::variant<Path, ValueName, Call, Constant>;

enum class Comparator { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };

// "<=": as it is written.
std::string_view name_of(Comparator comparator);

struct ConditionNode {
  enum class Kind { And, Or, Not, Compare, Between, In, Call };

  Kind kind;
  Comparator comparator = Comparator::Equal;  // Of Compare only.
  // Nodes of And, Or and Not; operands of all others, the one on the left first.
  std::vector<std::uint32_t> children;
};

// A ConditionExpression, FilterExpression or KeyConditionExpression.
struct ConditionTree {
  ExpressionKind kind = ExpressionKind::Condition;
  std::vector<Operand> operands;
  std::vector<ConditionNode> nodes;
  NodeIndex root = 0;
};

// All operands are paths.
struct ProjectionTree {
  std::vector<Operand> operands;
};

struct UpdateAction {
  enum class Kind { Set, Remove, Add, Delete };

  Kind kind;
  OperandIndex path;
  OperandIndex value = 0;  // Not of Remove.
};

struct UpdateTree {
  std::vector<Operand> operands;
  std::vector<UpdateAction> actions;
};

}  // namespace partita::expression
