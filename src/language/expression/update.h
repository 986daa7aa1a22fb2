#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "language/expression/bound_operands.h"
#include "language/expression/document_paths.h"
#include "language/expression/placeholders.h"
#include "language/expression/projection.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/item_writer.h"

namespace partita::expression {

// An update of one request, ready to be applied to any item.
//
// Views the bytes of the placeholders it was bound with: they must outlive it.
// THREADS: safe for concurrent calls.
class Update {
 public:
  // ERRORS: InvalidArgument in DynamoDB's words, in this order: undefined names, undefined values,
  // paths that overlap, paths that conflict, the types of ADD and DELETE, calls with a wrong number
  // or wrong types of operands.
  static Result<Update> bind(std::shared_ptr<const UpdateTree> tree, PlaceholderUse& use);

  // What is updated. REQUIRES: none of it lies in the writer.
  struct Subject {
    // What all right sides read; nullopt if there is no item yet, then they read the key.
    std::optional<ItemView> before;
    ItemView key;  // What a new item starts with: its key attributes.
  };
  // Writes the item as it is after the update; it lives in the writer, whose former content is
  // gone. Whether the key stays the same is up to the caller (`names`), and so is the item's size.
  // Quick if all paths are whole attributes: those are merged into the others without a tree.
  // ERRORS: InvalidArgument in DynamoDB's words: an attribute that a right side needs is absent, an
  // operand has the wrong type, a path leads nowhere, a number leaves its range, nesting is too
  // deep.
  Result<ItemView> apply(const Subject& subject, ItemWriter& writer) const;

  // Whether it only removes: then it makes no item where there is none.
  bool only_removes() const;
  // The attributes it touches, each once and sorted.
  std::vector<std::string_view> names() const;
  // What it touches, as UPDATED_OLD takes it from the item before and UPDATED_NEW from the item
  // after: of a document only the parts that the paths lead to. Views into this.
  Projection touched() const;
  // The values that whole attributes are set to, where the request itself has them, in the order of
  // the text.
  std::vector<MemberView> values_set() const;
  // All paths that it writes, in the order of the text.
  std::vector<DocumentPath> written_paths() const;
  // All paths, those that right sides read among them.
  std::vector<DocumentPath> paths() const { return operands_.paths(); }
  // How many actions are of that kind: DynamoDB's limit on the size of an update counts them.
  std::size_t count(UpdateAction::Kind kind) const;

 private:
  explicit Update(std::shared_ptr<const UpdateTree> tree)
      : tree_(std::move(tree)), operands_(tree_->operands) {}
  Status bind_all(PlaceholderUse& use);
  bool is_flat() const;
  Result<ItemView> apply_flat(const Subject& subject, ItemWriter& writer) const;
  Result<ItemView> apply_nested(const Subject& subject, ItemWriter& writer) const;

  std::shared_ptr<const UpdateTree> tree_;
  BoundOperands operands_;
};

}  // namespace partita::expression
