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

// A condition or filter of one request, which can be evaluated on any number of items.
//
// Views the bytes of the placeholders it was bound with: they must outlive it.
// THREADS: safe for concurrent calls.
class Condition {
 public:
  // ERRORS: InvalidArgument with DynamoDB's message. The tests are checked in the order of the
  // text, each for undefined placeholders, the number of operands, operands that must differ, and
  // types.
  static Result<Condition> bind(std::shared_ptr<const ConditionTree> tree, PlaceholderUse& use);

  // Whether it is true for the item, or for a missing item. Allocates nothing.
  //
  // A missing attribute is not equal to anything and has no order; values of different types are
  // never equal and have no order.
  bool holds(const std::optional<ItemView>& item) const;
  // The same for a part of it.
  bool holds(NodeIndex part, const std::optional<ItemView>& item) const;

  // All paths that it reads, in the order of the text; views into this object.
  std::vector<DocumentPath> paths() const { return operands_.paths(); }

  // The attributes that it reads, sorted and without duplicates.
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
