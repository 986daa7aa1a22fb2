#include "language/expression/update.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "language/expression/update_check.h"

namespace partita::expression {

namespace {

using ActionKind = UpdateAction::Kind;

}  // namespace

Result<Update> Update::bind(std::shared_ptr<const UpdateTree> tree, PlaceholderUse& use) {
  Update update(std::move(tree));
  TRY(update.bind_all(use));
  TRY(check_paths_apart(ExpressionKind::Update, update.written_paths()));
  TRY(check_update(*update.tree_, update.operands_));
  return update;
}

Status Update::bind_all(PlaceholderUse& use) {
  for (OperandIndex i = 0; i < tree_->operands.size(); ++i) {
    if (operands_.is_path(i)) TRY(operands_.bind(i, ExpressionKind::Update, use));
  }
  for (OperandIndex i = 0; i < tree_->operands.size(); ++i) {
    if (operands_.is_value(i)) TRY(operands_.bind(i, ExpressionKind::Update, use));
  }
  return {};
}

bool Update::only_removes() const {
  return std::all_of(tree_->actions.begin(), tree_->actions.end(), [](const auto& action) {
    return action.kind == ActionKind::Remove || action.kind == ActionKind::Delete;
  });
}

std::vector<std::string_view> Update::names() const { return attribute_names(written_paths()); }

Projection Update::touched() const { return Projection::of_paths(written_paths()); }

std::vector<DocumentPath> Update::written_paths() const {
  std::vector<DocumentPath> paths;
  paths.reserve(tree_->actions.size());
  for (const UpdateAction& action : tree_->actions) paths.push_back(operands_.path(action.path));
  return paths;
}

std::vector<MemberView> Update::values_set() const {
  std::vector<MemberView> values;
  for (const UpdateAction& action : tree_->actions) {
    const DocumentPath path = operands_.path(action.path);
    if (action.kind != ActionKind::Set || path.size() > 1 || !operands_.is_value(action.value))
      continue;
    values.push_back({std::get<std::string_view>(path.front()), operands_.value(action.value)});
  }
  return values;
}

std::size_t Update::count(UpdateAction::Kind kind) const {
  return static_cast<std::size_t>(
      std::count_if(tree_->actions.begin(), tree_->actions.end(),
                    [kind](const UpdateAction& action) { return action.kind == kind; }));
}

}  // namespace partita::expression
