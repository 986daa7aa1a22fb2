#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "language/expression/document_paths.h"
#include "partita/value/item_view.h"
#include "partita/value/item_writer.h"

namespace partita::expression {

// Some paths as a tree, to take from an item all that they lead to in one walk over it.
// Views the bytes of the names.
class Selection {
 public:
  Selection() = default;
  // REQUIRES: the paths are apart (document_paths.h).
  explicit Selection(std::span<const DocumentPath> paths);

  // Writes the attributes that are selected, or those parts of them that are.
  void write(ItemWriter& writer, const ItemView& item) const;

 private:
  struct Branch {
    PathStep step;
    std::uint32_t node;
  };
  // All of the value if it has no branches.
  struct Node {
    std::vector<Branch> branches;  // Sorted by their steps once all paths are in.
  };

  std::uint32_t branch_to(std::uint32_t node, const PathStep& step);
  const Node* next(const Node& node, const PathStep& step) const;
  bool has_any(const Node& node, const ValueView& value) const;
  void write_members(ItemWriter& writer, const Node& node, const MapView& map) const;
  void write_elements(ItemWriter& writer, const Node& node, const ListView& list) const;
  void write_value(ItemWriter& writer, const Node& node, const ValueView& value) const;

  std::vector<Node> nodes_;
};

}  // namespace partita::expression
