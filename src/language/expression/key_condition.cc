#include "language/expression/key_condition.h"

#include <algorithm>
#include <array>
#include <variant>

#include "language/expression/messages.h"

namespace partita::expression {

namespace {

using Kind = ConditionNode::Kind;
using Operator = KeyClause::Operator;

class ClauseReader {
 public:
  explicit ClauseReader(const Condition& condition) : condition_(condition) {}

  Status read(NodeIndex index) {
    const ConditionNode& node = condition_.tree().nodes[index];
    if (node.kind != Kind::And) return read_clause(node);
    for (const NodeIndex child : node.children) TRY(read(child));
    return {};
  }

  std::vector<KeyClause> take() { return std::move(clauses_); }

 private:
  const BoundOperands& operands() const { return condition_.operands(); }

  Status read_clause(const ConditionNode& node) {
    switch (node.kind) {
      case Kind::Or:
        return messages::key_operator_not_allowed("OR");
      case Kind::Not:
        return messages::key_operator_not_allowed("NOT");
      case Kind::In:
        return messages::key_operator_not_allowed("IN");
      case Kind::Between:
        return add("BETWEEN", Operator::Between, node.children);
      case Kind::Call:
        return read_call(*operands().call(node.children[0]));
      default:
        return read_comparison(node);
    }
  }

  Status read_call(const Call& call) {
    const std::string_view name = name_of(call.function);
    if (call.function != Function::BeginsWith) return messages::key_operator_not_allowed(name);
    return add(name, Operator::BeginsWith, call.arguments);
  }

  // A value may stand on the left: then the comparator is turned round.
  Status read_comparison(const ConditionNode& node) {
    if (node.comparator == Comparator::NotEqual) return messages::key_operator_not_allowed("<>");
    constexpr std::array kAsWritten = {Operator::Equal,   Operator::Equal,
                                       Operator::Less,    Operator::LessOrEqual,
                                       Operator::Greater, Operator::GreaterOrEqual};
    constexpr std::array kTurned = {Operator::Equal,   Operator::Equal,
                                    Operator::Greater, Operator::GreaterOrEqual,
                                    Operator::Less,    Operator::LessOrEqual};
    const auto number = static_cast<std::size_t>(node.comparator);
    if (!operands().is_value(node.children[0])) {
      return add(name_of(node.comparator), kAsWritten[number], node.children);
    }
    const std::array turned = {node.children[1], node.children[0]};
    return add(name_of(node.comparator), kTurned[number], turned);
  }

  Status add(std::string_view name, Operator op, std::span<const OperandIndex> indexes) {
    TRY(check(name, op, indexes));
    const auto attribute = std::get<std::string_view>(operands().path(indexes[0]).front());
    const auto is_same = [&](const KeyClause& clause) { return clause.attribute == attribute; };
    if (std::any_of(clauses_.begin(), clauses_.end(), is_same)) {
      return messages::key_condition_twice();
    }
    clauses_.push_back({.attribute = attribute,
                        .op = op,
                        .value = operands().value(indexes[1]),
                        .upper = std::nullopt});
    if (op == Operator::Between) clauses_.back().upper = operands().value(indexes[2]);
    return {};
  }

  // The first operand must be an attribute's name, the others values.
  Status check(std::string_view name, Operator op, std::span<const OperandIndex> indexes) const {
    const bool is_value_first = operands().is_value(indexes[0]);
    if (is_value_first && (op == Operator::Between || op == Operator::BeginsWith)) {
      return messages::key_attribute_not_first(name);
    }
    if (is_value_first) return messages::key_no_attribute();
    if (operands().call(indexes[0]) != nullptr) return messages::key_nested_operation();
    if (operands().path(indexes[0]).size() > 1) return messages::key_nested_attribute();
    for (const OperandIndex index : indexes.subspan(1)) {
      if (operands().call(index) != nullptr) return messages::key_nested_operation();
      if (operands().is_path(index)) return messages::key_several_attributes();
    }
    return {};
  }

  const Condition& condition_;
  std::vector<KeyClause> clauses_;
};

const KeyClause* find_clause(std::span<const KeyClause> clauses, std::string_view attribute) {
  for (const KeyClause& clause : clauses) {
    if (clause.attribute == attribute) return &clause;
  }
  return nullptr;
}

bool is_equality(const KeyClause* clause) {
  return clause != nullptr && clause->op == Operator::Equal;
}

// Texts differ between keys of one attribute each, which are older, and keys of several.
Status check_partition(const KeyNames& schema, std::span<const KeyClause> clauses) {
  std::vector<std::string_view> wrong;
  for (const std::string_view name : schema.partition) {
    if (!is_equality(find_clause(clauses, name))) wrong.push_back(name);
  }
  if (wrong.empty()) return {};
  if (schema.partition.size() > 1) return messages::hash_equality_required(wrong);
  if (find_clause(clauses, wrong[0]) == nullptr) return messages::key_condition_missing(wrong[0]);
  return messages::key_condition_not_supported();
}

// Sort attributes before the last one with a condition must all have an equality.
Status check_sort(const KeyNames& schema, std::span<const KeyClause> clauses) {
  std::vector<std::string_view> wrong;
  std::size_t wrong_before_last = 0;
  std::string_view last;
  for (const std::string_view name : schema.sort) {
    const KeyClause* const clause = find_clause(clauses, name);
    if (clause != nullptr) {
      last = name;
      wrong_before_last = wrong.size();
    }
    if (!is_equality(clause)) wrong.push_back(name);
  }
  if (wrong_before_last == 0) return {};
  return messages::range_equality_required(std::span(wrong).first(wrong_before_last), last);
}

Status check_names(const KeyNames& schema, std::span<const KeyClause> clauses) {
  const auto has = [](std::span<const std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const KeyClause& clause : clauses) {
    if (has(schema.partition, clause.attribute) || has(schema.sort, clause.attribute)) continue;
    if (schema.sort.size() == 1) return messages::key_condition_missing(schema.sort[0]);
    return messages::key_condition_not_supported();
  }
  return {};
}

}  // namespace

Result<std::vector<KeyClause>> key_clauses(const Condition& condition) {
  ClauseReader reader(condition);
  TRY(reader.read(condition.tree().root));
  return reader.take();
}

Result<std::vector<KeyClause>> bind_key_clauses(const std::shared_ptr<const ConditionTree>& tree,
                                                PlaceholderUse& use) {
  const Condition condition = TRY(Condition::bind(tree, use));
  return key_clauses(condition);
}

Result<KeyCondition> match_key(const KeyNames& schema, std::span<const KeyClause> clauses) {
  const bool is_multiple = schema.partition.size() > 1 || schema.sort.size() > 1;
  if (!is_multiple && clauses.size() > 2) return messages::key_condition_count();
  TRY(check_partition(schema, clauses));
  TRY(check_names(schema, clauses));
  TRY(check_sort(schema, clauses));
  KeyCondition condition;
  for (const std::string_view name : schema.partition) {
    condition.partition.push_back(find_clause(clauses, name)->value);
  }
  for (const std::string_view name : schema.sort) {
    const KeyClause* const clause = find_clause(clauses, name);
    if (clause == nullptr) break;
    if (clause->op == Operator::Equal) {
      condition.sort_equal.push_back(clause->value);
    } else {
      condition.sort_range = *clause;
    }
  }
  return condition;
}

}  // namespace partita::expression
