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

// An update of one request, which can be applied to any item.
//
// Views the bytes of the placeholders it was bound with: they must outlive it.
// THREADS: safe for concurrent calls.
class Update {
 public:
  // ERRORS: InvalidArgument with DynamoDB's message, checked in this order: undefined names,
  // undefined values, paths that overlap, paths that conflict, the types of ADD and DELETE, calls
  // with a wrong number or wrong types of operands.
  static Result<Update> bind(std::shared_ptr<const UpdateTree> tree, PlaceholderUse& use);

  // The item to update. REQUIRES: none of its bytes are in the writer.
  struct Subject {
    // The item that all right-hand sides read; nullopt if there is none: then they read the key.
    std::optional<ItemView> before;
    ItemView key;  // The key attributes, with which a new item starts.
  };
  // Writes the updated item to the writer, replacing its former content. The caller checks that the
  // key does not change (`names`), and the size of the item. Fast if all paths are whole
  // attributes: these are merged with the others without a tree of values. ERRORS: InvalidArgument
  // with DynamoDB's message: an attribute of a right-hand side is absent, an operand has the wrong
  // type, a path does not exist, a number is out of range, or nesting is too deep.
  Result<ItemView> apply(const Subject& subject, ItemWriter& writer) const;

  // Whether it only removes: then it does not create a missing item.
  bool only_removes() const;
  // The attributes that it changes, sorted and without duplicates.
  std::vector<std::string_view> names() const;
  // The parts that it changes, as UPDATED_OLD takes them from the old item and UPDATED_NEW from the
  // new one: of a document only the parts at the paths. Views into this object.
  Projection touched() const;
  // The values of the request to which whole attributes are set, in the order of the text.
  std::vector<MemberView> values_set() const;
  // All paths that it writes, in the order of the text.
  std::vector<DocumentPath> written_paths() const;
  // All paths, including those that right-hand sides read.
  std::vector<DocumentPath> paths() const { return operands_.paths(); }
  // The number of actions of that kind, for DynamoDB's limit on the size of an update.
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
