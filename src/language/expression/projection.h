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

// The parts of items that one request wants to see.
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

  // Appends the stored form of an item that has only what the paths lead to, each thing in its
  // place: maps with the members asked for, lists with the elements asked for, closed up and in
  // their order. A path that leads to nothing leaves no trace.
  void append_to(Bytes& bytes, const ItemView& item) const;

  // All paths, in the order of the text.
  std::span<const DocumentPath> paths() const { return paths_; }
  // The attributes it reads, each once and sorted.
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
