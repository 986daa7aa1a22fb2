#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "language/expression/bound_operands.h"
#include "language/expression/document_paths.h"
#include "language/expression/placeholders.h"
#include "language/expression/selection.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::expression {

// The parts of items that a request wants to get.
//
// Views the bytes of the placeholders it was bound with: they must outlive it.
// THREADS: safe for concurrent calls.
class Projection {
 public:
  // ERRORS: InvalidArgument in DynamoDB's words: undefined names, paths that overlap or conflict.
  static Result<Projection> bind(std::shared_ptr<const ProjectionTree> tree, PlaceholderUse& use);
  // Of paths that are known already and stay where they are.
  // REQUIRES: they are apart (document_paths.h).
  static Projection of_paths(std::span<const DocumentPath> paths);

  // Appends the stored form of an item that has only the parts at the paths: maps with the selected
  // members, and lists with the selected elements, in their order and without gaps. Paths that do
  // not exist are ignored.
  void append_to(Bytes& bytes, const ItemView& item) const;

  // All paths, in the order of the text.
  std::span<const DocumentPath> paths() const { return paths_; }
  // The attributes that it reads, sorted and without duplicates.
  std::vector<std::string_view> names() const { return attribute_names(paths_); }

 private:
  Projection() = default;

  std::shared_ptr<const ProjectionTree> tree_;
  std::shared_ptr<const BoundOperands> operands_;  // Where the paths lie.
  std::vector<DocumentPath> paths_;
  std::vector<std::string_view> whole_;  // If all paths are attributes: their names.
  Selection selection_;                  // If not: what to select.
};

}  // namespace partita::expression
