#include "language/expression/projection.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "partita/value/item_codec.h"
#include "partita/value/item_writer.h"

namespace partita::expression {

Result<Projection> Projection::bind(std::shared_ptr<const ProjectionTree> tree,
                                    PlaceholderUse& use) {
  auto operands = std::make_shared<BoundOperands>(tree->operands);
  for (OperandIndex i = 0; i < tree->operands.size(); ++i) {
    TRY(operands->bind(i, ExpressionKind::Projection, use));
  }
  const auto paths = operands->paths();
  TRY(check_paths_apart(ExpressionKind::Projection, paths));
  Projection projection = of_paths(paths);
  projection.tree_ = std::move(tree);
  projection.operands_ = std::move(operands);
  return projection;
}

Projection Projection::of_paths(std::span<const DocumentPath> paths) {
  Projection projection;
  projection.paths_.assign(paths.begin(), paths.end());
  const auto is_name = [](DocumentPath path) { return path.size() == 1; };
  if (std::all_of(paths.begin(), paths.end(), is_name)) {
    for (const DocumentPath path : paths) {
      projection.whole_.push_back(std::get<std::string_view>(path.front()));
    }
  } else {
    projection.selection_ = Selection(paths);
  }
  return projection;
}

void Projection::append_to(Bytes& bytes, const ItemView& item) const {
  if (whole_.size() == paths_.size()) return append_projected(bytes, item, whole_);
  ItemWriter writer;
  selection_.write(writer, item);
  // Parts of a valid item are a valid item: the writer cannot fail.
  bytes += writer.finish().value().bytes();
}

}  // namespace partita::expression
