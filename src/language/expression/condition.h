#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "language/expression/bound_operands.h"
#include "language/expression/document_paths.h"
#include "language/expression/placeholders.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::expression {

// A condition or filter of one request, ready to be asked of any number of items.
//
// Views the bytes of the placeholders it was bound with: they must outlive it.
// THREADS: safe for concurrent calls.
class Condition {
 public:
  // ERRORS: InvalidArgument in DynamoDB's words. The tests are looked at in the order of the text,
  // and of each: undefined placeholders, the number of operands, operands that must differ, types.
  static Result<Condition> bind(std::shared_ptr<const ConditionTree> tree, PlaceholderUse& use);

  // Whether it holds for the item, or for the absence of one. Allocates nothing.
  //
  // What is not there is equal to nothing and has no order; values of two types are never equal and
  // have no order.
  bool holds(const std::optional<ItemView>& item) const;
  // The same for a part of it.
  bool holds(NodeIndex part, const std::optional<ItemView>& item) const;

  // All paths it reads, in the order of the text; views into this.
  std::vector<DocumentPath> paths() const { return operands_.paths(); }

  // The attributes it reads, each once and sorted.
  std::vector<std::string_view> names() const { return attribute_names(paths()); }

  const ConditionTree& tree() const { return *tree_; }
  const BoundOperands& operands() const { return operands_; }

 private:
  explicit Condition(std::shared_ptr<const ConditionTree> tree)
      : tree_(std::move(tree)), operands_(tree_->operands) {}

  std::shared_ptr<const ConditionTree> tree_;
  BoundOperands operands_;
};

}  // namespace partita::expression
