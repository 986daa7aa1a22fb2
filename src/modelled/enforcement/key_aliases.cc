#include "modelled/enforcement/key_aliases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "language/expression/tree_builder.h"
#include "partita/api/exception.h"
#include "partita/value/item_view.h"

namespace partita::enforcement {
namespace {

using catalog::KeyAttribute;
using expression::Comparator;
using expression::ConditionNode;
using expression::ConditionTree;
using expression::Function;
using expression::NodeIndex;
using expression::Operand;
using expression::OperandIndex;
using NodeKind = ConditionNode::Kind;
using TreePointer = std::shared_ptr<const ConditionTree>;

// The elements of a list that is a value of the request.
using Tuple = std::vector<ValueView>;

// One test of a key condition.
struct KeyTest {
  NodeKind kind;  // Compare, Between or Call.
  Comparator comparator = Comparator::Equal;
  Function function = Function::BeginsWith;
  std::span<const OperandIndex> operands;

  bool is_equality() const { return kind == NodeKind::Compare && comparator == Comparator::Equal; }
  bool is_prefix() const { return kind == NodeKind::Call && function == Function::BeginsWith; }
  // Whether lists can stand on its right side.
  bool takes_lists() const {
    if (kind == NodeKind::Compare) return comparator != Comparator::NotEqual;
    return kind == NodeKind::Between || is_prefix();
  }
};

Error wrong_form(std::string_view name, const std::vector<KeyAttribute>& attributes) {
  std::vector<std::string_view> names;
  for (const KeyAttribute& attribute : attributes) names.emplace_back(attribute.name);
  return api::invalid(fmt::format(
      "Invalid KeyConditionExpression: {} stands for the list [{}]: give a list of as many values "
      "with =, fewer with begins_with, and lists that differ in their last value only with "
      "BETWEEN; the partition's always with =",
      name, fmt::join(names, ", ")));
}

// Makes the new condition, test by test.
class Expansion {
 public:
  Expansion(const KeyAliases& aliases, const catalog::KeySchema& key, const ConditionTree& written,
            expression::PlaceholderUse& use)
      : aliases_(aliases), key_(key), written_(written), use_(use) {}

  Result<TreePointer> expand() {
    const bool is_plain = TRY(expand_node(written_.nodes[written_.root]));
    if (!is_plain || !has_expanded_) return TreePointer();
    use_all();
    const NodeIndex root = builder_.and_(std::move(tests_));
    return std::move(builder_).finish(root);
  }

 private:
  // False if it is not made of plain tests.
  Result<bool> expand_node(const ConditionNode& node) {
    switch (node.kind) {
      case NodeKind::And:
        for (const NodeIndex child : node.children) {
          if (!TRY(expand_node(written_.nodes[child]))) return false;
        }
        return true;
      case NodeKind::Compare:
      case NodeKind::Between:
        return expand_test(
            {.kind = node.kind, .comparator = node.comparator, .operands = node.children});
      case NodeKind::Call: {
        const auto& call = std::get<expression::Call>(written_.operands[node.children[0]]);
        return expand_test(
            {.kind = NodeKind::Call, .function = call.function, .operands = call.arguments});
      }
      default:
        return false;
    }
  }

  Result<bool> expand_test(const KeyTest& test) {
    const auto name = attribute_of(test.operands[0]);
    const bool is_partition = name && !name->empty() && *name == aliases_.partition;
    const bool is_sort = name && !name->empty() && *name == aliases_.sort;
    if (!is_partition && !is_sort) return keep(test);
    std::vector<Tuple> tuples;
    for (const OperandIndex operand : test.operands.subspan(1)) {
      auto tuple = tuple_of(operand);
      if (!tuple) return false;
      tuples.push_back(std::move(*tuple));
    }
    has_expanded_ = true;
    const auto& attributes = is_partition ? key_.partition : key_.sort;
    const bool fits_partition =
        !is_partition || (test.is_equality() && tuples[0].size() == attributes.size());
    if (!fits_partition || !fits(test, attributes, tuples)) return wrong_form(*name, attributes);
    add_tests(test, attributes, tuples);
    return true;
  }

  // All values but the last are equalities, so the bounds of a range differ in that one only.
  static bool fits(const KeyTest& test, const std::vector<KeyAttribute>& attributes,
                   const std::vector<Tuple>& tuples) {
    const std::size_t size = tuples.empty() ? 0 : tuples[0].size();
    if (!test.takes_lists() || size == 0 || size > attributes.size()) return false;
    if (test.is_equality() && size != attributes.size()) return false;
    if (tuples.back().size() != size) return false;
    for (std::size_t i = 0; i + 1 < size; ++i) {
      if (tuples.back()[i] != tuples[0][i]) return false;
    }
    return true;
  }

  void add_tests(const KeyTest& test, const std::vector<KeyAttribute>& attributes,
                 const std::vector<Tuple>& tuples) {
    const std::size_t size = tuples[0].size();
    for (std::size_t i = 0; i < size; ++i) {
      const OperandIndex path = builder_.path(attributes[i].name);
      const OperandIndex value = builder_.value(tuples[0][i]);
      if (i + 1 == size && test.kind == NodeKind::Between) {
        tests_.push_back(builder_.between(path, value, builder_.value(tuples[1][i])));
        continue;
      }
      const bool is_range = i + 1 == size && test.kind == NodeKind::Compare;
      tests_.push_back(
          builder_.compare(path, is_range ? test.comparator : Comparator::Equal, value));
    }
  }

  bool keep(const KeyTest& test) {
    std::vector<OperandIndex> operands;
    for (const OperandIndex index : test.operands) {
      const Operand& operand = written_.operands[index];
      if (std::holds_alternative<expression::Call>(operand)) return false;
      operands.push_back(builder_.copy_of(operand));
    }
    if (test.kind == NodeKind::Call) {
      tests_.push_back(builder_.call(test.function, std::move(operands)));
    } else if (test.kind == NodeKind::Between) {
      tests_.push_back(builder_.between(operands[0], operands[1], operands[2]));
    } else {
      tests_.push_back(builder_.compare(operands[0], test.comparator, operands[1]));
    }
    return true;
  }

  std::optional<std::string_view> attribute_of(OperandIndex index) const {
    const auto* path = std::get_if<expression::Path>(&written_.operands[index]);
    if (path == nullptr || path->parts.size() != 1) return std::nullopt;
    const auto& name = std::get<expression::AttributeName>(path->parts[0]);
    if (!name.is_placeholder) return name.text;
    const auto* found = use_.placeholders().find_name(name.text);
    return found == nullptr ? std::nullopt : std::optional(found->meaning);
  }

  std::optional<Tuple> tuple_of(OperandIndex index) const {
    const auto* name = std::get_if<expression::ValueName>(&written_.operands[index]);
    const auto* found = name == nullptr ? nullptr : use_.placeholders().find_value(name->text);
    if (found == nullptr || found->meaning.type() != ValueType::L) return std::nullopt;
    Tuple tuple;
    for (const ValueView element : found->meaning.list()) tuple.push_back(element);
    return tuple;
  }

  // DynamoDB refuses placeholders that nothing uses; those that only named lists are not in the new
  // condition any more.
  void use_all() {
    for (const Operand& operand : written_.operands) {
      if (const auto* value = std::get_if<expression::ValueName>(&operand)) {
        use_.use_value(value->text);
      }
      const auto* path = std::get_if<expression::Path>(&operand);
      for (std::size_t i = 0; path != nullptr && i < path->parts.size(); ++i) {
        const auto* name = std::get_if<expression::AttributeName>(&path->parts[i]);
        if (name != nullptr && name->is_placeholder) use_.use_name(name->text);
      }
    }
  }

  const KeyAliases& aliases_;
  const catalog::KeySchema& key_;
  const ConditionTree& written_;
  expression::PlaceholderUse& use_;
  expression::ConditionBuilder builder_{expression::ExpressionKind::KeyCondition};
  std::vector<NodeIndex> tests_;
  bool has_expanded_ = false;
};

}  // namespace

Result<TreePointer> without_aliases(const KeyAliases& aliases, const catalog::KeySchema& key,
                                    const ConditionTree& written, expression::PlaceholderUse& use) {
  if (aliases.partition.empty() && aliases.sort.empty()) return TreePointer();
  return Expansion(aliases, key, written, use).expand();
}

}  // namespace partita::enforcement
