#include "operations/tuple_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "expression/syntax_tree.h"
#include "items/write_rules.h"
#include "operations/table_access.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using catalog::Index;
using catalog::KeyAttribute;
using expression::ConditionNode;
using expression::ConditionTree;
using expression::Operand;
using Kind = ConditionNode::Kind;

// The index that the query reads, if it has names for its key.
struct NamedIndex {
  catalog::TablePointer table;
  const Index* index = nullptr;
  items::TupleNames names;
};

// Asked first, so that a plain query pays nothing for names that it cannot use.
bool has_list(const api::QueryRequest& request) {
  const auto& values = request.expression_attribute_values;
  if (!values || values->problem()) return false;
  const auto given = values->view().attributes();
  return std::any_of(given.begin(), given.end(),
                     [](const auto& named) { return named.value.type() == ValueType::L; });
}

std::optional<NamedIndex> find_named(const Context& context, const api::QueryRequest& request) {
  if (!request.index_name || !request.key_condition_expression || !has_list(request)) {
    return std::nullopt;
  }
  auto table = find_table(context, request.table_name);
  if (!table.ok() || items::rules_of(**table) == nullptr) return std::nullopt;
  NamedIndex found{.table = std::move(*table)};
  for (const Index& index : found.table->indexes) {
    if (index.name == *request.index_name) found.index = &index;
  }
  if (found.index == nullptr) return std::nullopt;
  found.names = items::rules_of(*found.table)->tuple_names(*found.index);
  if (found.names.is_empty()) return std::nullopt;
  return found;
}

// Whether a placeholder stands in the text, as a whole word.
bool uses(const std::optional<std::string>& text, std::string_view placeholder) {
  if (!text) return false;
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (auto at = text->find(placeholder); at != std::string::npos;
       at = text->find(placeholder, at + 1)) {
    const auto end = at + placeholder.size();
    if (end == text->size() || !is_word((*text)[end])) return true;
  }
  return false;
}

// Makes the new key condition, clause by clause.
class Expansion {
 public:
  Expansion(const NamedIndex& named, const api::QueryRequest& request, const ConditionTree& tree)
      : named_(named), request_(request), tree_(tree) {
    if (request.expression_attribute_names) names_ = *request.expression_attribute_names;
    if (request.expression_attribute_values) {
      values_ = request.expression_attribute_values->view().to_item();
    }
  }

  // False if the condition is none that is made of plain clauses, or uses no name.
  Result<bool> expand() {
    if (!TRY(expand_node(tree_.nodes[tree_.root]))) return false;
    return has_expanded_;
  }

  api::QueryRequest request() && {
    api::QueryRequest changed = request_;
    changed.key_condition_expression = fmt::format("{}", fmt::join(clauses_, " AND "));
    drop_unused();
    changed.expression_attribute_names = std::move(names_);
    changed.expression_attribute_values = EncodedItem(values_);
    return changed;
  }

 private:
  Result<bool> expand_node(const ConditionNode& node) {
    switch (node.kind) {
      case Kind::And:
        for (const auto child : node.children) {
          if (!TRY(expand_node(tree_.nodes[child]))) return false;
        }
        return true;
      case Kind::Compare:
        return expand_clause(name_of(node.comparator), node.children);
      case Kind::Between:
        return expand_clause("BETWEEN", node.children);
      case Kind::Call: {
        const auto& call = std::get<expression::Call>(tree_.operands[node.children[0]]);
        return expand_clause(name_of(call.function), call.arguments);
      }
      default:
        return false;
    }
  }

  Result<bool> expand_clause(std::string_view op, std::span<const std::uint32_t> operands) {
    const auto name = attribute_of(operands[0]);
    const bool is_partition = name && *name == named_.names.partition;
    const bool is_sort = name && *name == named_.names.sort;
    if (!is_partition && !is_sort) return keep_clause(op, operands);
    std::vector<List> tuples;
    for (const auto operand : operands.subspan(1)) {
      const auto* list = list_of(operand);
      if (list == nullptr) return false;
      tuples.push_back(*list);
    }
    has_expanded_ = true;
    const auto& key = named_.index->key;
    TRY(expand_tuples(*name, is_partition ? key.partition : key.sort, op, tuples));
    if (is_partition && (op != "=" || tuples[0].size() != key.partition.size())) {
      return wrong_form(*name, key.partition);
    }
    return true;
  }

  Status expand_tuples(std::string_view name, const std::vector<KeyAttribute>& attributes,
                       std::string_view op, const std::vector<List>& tuples) {
    const std::size_t size = tuples.empty() ? 0 : tuples[0].size();
    const bool is_prefix = op == "begins_with";
    const bool fits = size > 0 && size <= attributes.size() &&
                      (op != "=" || size == attributes.size()) && op != "<>" &&
                      tuples.back().size() == size;
    if (!fits) return wrong_form(name, attributes);
    for (std::size_t i = 0; i < size; ++i) {
      const bool is_equal = is_prefix || op == "=" || i + 1 < size;
      if (is_equal && tuples.back()[i] != tuples[0][i]) return wrong_form(name, attributes);
      const std::string placeholder = add_name(attributes[i].name);
      if (is_equal) {
        clauses_.push_back(fmt::format("{} = {}", placeholder, add_value(tuples[0][i])));
      } else if (op == "BETWEEN") {
        clauses_.push_back(fmt::format("{} BETWEEN {} AND {}", placeholder, add_value(tuples[0][i]),
                                       add_value(tuples[1][i])));
      } else {
        clauses_.push_back(fmt::format("{} {} {}", placeholder, op, add_value(tuples[0][i])));
      }
    }
    return {};
  }

  static Error wrong_form(std::string_view name, const std::vector<KeyAttribute>& attributes) {
    std::vector<std::string_view> names;
    for (const KeyAttribute& attribute : attributes) names.emplace_back(attribute.name);
    return api::invalid(fmt::format(
        "Invalid KeyConditionExpression: {} stands for the list [{}]: give a list of as many "
        "values with =, fewer with begins_with, and lists that differ in their last value only "
        "with BETWEEN; the partition's always with =",
        name, fmt::join(names, ", ")));
  }

  bool keep_clause(std::string_view op, std::span<const std::uint32_t> operands) {
    std::vector<std::string> texts;
    for (const auto operand : operands) texts.push_back(text_of(tree_.operands[operand]));
    if (std::ranges::find(texts, "") != texts.end()) return false;
    if (op == "BETWEEN" && texts.size() == 3) {
      clauses_.push_back(fmt::format("{} BETWEEN {} AND {}", texts[0], texts[1], texts[2]));
    } else if (op == "begins_with") {
      clauses_.push_back(fmt::format("begins_with({})", fmt::join(texts, ", ")));
    } else if (texts.size() == 2) {
      clauses_.push_back(fmt::format("{} {} {}", texts[0], op, texts[1]));
    } else {
      return false;
    }
    return true;
  }

  // Of a name or a placeholder; empty for anything else.
  static std::string text_of(const Operand& operand) {
    if (const auto* value = std::get_if<expression::ValueName>(&operand)) return value->text;
    const auto* path = std::get_if<expression::Path>(&operand);
    if (path == nullptr || path->parts.size() != 1) return "";
    return std::get<expression::AttributeName>(path->parts[0]).text;
  }

  std::optional<std::string> attribute_of(std::uint32_t operand) const {
    const auto* path = std::get_if<expression::Path>(&tree_.operands[operand]);
    if (path == nullptr || path->parts.size() != 1) return std::nullopt;
    const auto& name = std::get<expression::AttributeName>(path->parts[0]);
    if (!name.is_placeholder) return name.text;
    const auto found =
        std::ranges::find(names_, name.text, &std::pair<std::string, std::string>::first);
    return found == names_.end() ? std::nullopt : std::optional(found->second);
  }

  const List* list_of(std::uint32_t operand) const {
    const auto* name = std::get_if<expression::ValueName>(&tree_.operands[operand]);
    const Value* value = name == nullptr ? nullptr : values_.find(name->text);
    return value != nullptr && value->type() == ValueType::L ? &value->list() : nullptr;
  }

  std::string add_name(const std::string& attribute) {
    std::string placeholder = fmt::format("#partita_tuple_{}", names_.size());
    names_.emplace_back(placeholder, attribute);
    return placeholder;
  }

  std::string add_value(const Value& value) {
    std::string placeholder = fmt::format(":partita_tuple_{}", values_.size());
    values_.set(placeholder, value);
    return placeholder;
  }

  // DynamoDB refuses placeholders that nothing uses; those that only named tuples are such now.
  void drop_unused() {
    const std::optional<std::string> condition = fmt::format("{}", fmt::join(clauses_, " AND "));
    const auto is_dropped = [&](const std::string& placeholder) {
      return uses(request_.key_condition_expression, placeholder) &&
             !uses(condition, placeholder) && !uses(request_.filter_expression, placeholder) &&
             !uses(request_.projection_expression, placeholder);
    };
    std::erase_if(names_, [&](const auto& name) { return is_dropped(name.first); });
    std::vector<std::string> dropped;
    for (const auto& member : values_) {
      if (is_dropped(member.name)) dropped.push_back(member.name);
    }
    for (const auto& name : dropped) values_.erase(name);
  }

  const NamedIndex& named_;
  const api::QueryRequest& request_;
  const ConditionTree& tree_;
  api::Dictionary<std::string> names_;
  Item values_;
  std::vector<std::string> clauses_;
  bool has_expanded_ = false;
};

}  // namespace

Result<std::optional<api::QueryRequest>> without_tuple_names(const Context& context,
                                                             const api::QueryRequest& request) {
  using Answer = std::optional<api::QueryRequest>;
  const auto named = find_named(context, request);
  if (!named) return Answer();
  const auto tree = context.expressions.condition(expression::ExpressionKind::KeyCondition,
                                                  *request.key_condition_expression);
  // What is wrong with it is told by the query itself.
  if (!tree.ok()) return Answer();
  Expansion expansion(*named, request, **tree);
  if (!TRY(expansion.expand())) return Answer();
  return Answer(std::move(expansion).request());
}

}  // namespace partita::operations
