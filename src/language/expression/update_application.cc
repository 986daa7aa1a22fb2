// An update in two steps: what all actions make of the item as it was, then the item as it is. If
// all paths are whole attributes, that is a merge of two sorted sequences. If not, the attributes
// that are touched are decoded and changed inside; the others are copied as they are.

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>

#include "language/expression/messages.h"
#include "language/expression/update.h"
#include "language/expression/update_outcome.h"
#include "partita/value/item_codec.h"
#include "partita/value/measure.h"
#include "partita/value/value.h"

namespace partita::expression {

namespace {

struct AttributeChange {
  std::string_view name;
  std::optional<NewValue> value;
};

void write_change(ItemWriter& writer, const AttributeChange& change) {
  if (!change.value) return;
  writer.name(change.name);
  write(writer, *change.value);
}

// REQUIRES: the changes are sorted by their names.
Result<ItemView> merged(const ItemView& base, std::span<const AttributeChange> changes,
                        ItemWriter& writer) {
  writer.clear();
  auto change = changes.begin();
  for (const auto& [name, value] : base.attributes()) {
    while (change != changes.end() && change->name < name) write_change(writer, *change++);
    if (change != changes.end() && change->name == name) {
      write_change(writer, *change++);
      continue;
    }
    writer.name(name);
    writer.value(value);
  }
  while (change != changes.end()) write_change(writer, *change++);
  return writer.finish();
}

// The value as a tree; the writer's content is gone.
Result<Value> to_value(const NewValue& value, ItemWriter& writer) {
  if (const auto* view = std::get_if<ValueView>(&value)) return view->to_value();
  if (const auto* number = std::get_if<Number>(&value)) return Value(*number);
  writer.clear();
  writer.name("value");
  write(writer, value);
  const ItemView item = TRY(writer.finish());
  return item.find("value")->to_value();
}

// The touched attributes while they change. Indexes in paths are those of the item as it was: so
// nothing moves in a list until all else is done, then new elements are appended in the order of
// their indexes, and last the removed ones are taken out from behind.
class DocumentChanges {
 public:
  explicit DocumentChanges(Map attributes) : attributes_(std::move(attributes)) {}

  // Without a value, what is there is removed.
  Status apply(DocumentPath path, std::optional<Value> value) {
    Value* const parent = TRY(parent_of(path));
    if (const auto* name = std::get_if<std::string_view>(&path.back())) {
      value ? parent->map().set(*name, std::move(*value)) : void(parent->map().erase(*name));
      return {};
    }
    Value* const old = child(*parent, path.back());
    if (value && old != nullptr) {
      *old = std::move(*value);
    } else if (value) {
      appends_.emplace_back(path, std::move(*value));
    } else if (old != nullptr) {
      removals_.push_back(path);
    }
    return {};
  }

  // The attributes as they are now.
  const Map& finish() {
    const auto before = [](DocumentPath one, DocumentPath two) {
      return std::lexicographical_compare(one.begin(), one.end(), two.begin(), two.end());
    };
    std::sort(appends_.begin(), appends_.end(),
              [&](const auto& one, const auto& two) { return before(one.first, two.first); });
    for (auto& [path, value] : appends_) {
      parent_of(path).value()->list().push_back(std::move(value));
    }
    std::sort(removals_.begin(), removals_.end(), before);
    for (auto path = removals_.rbegin(); path != removals_.rend(); ++path) {
      List& list = parent_of(*path).value()->list();
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(std::get<std::size_t>(path->back())));
    }
    return attributes_.map();
  }

 private:
  static Value* child(Value& parent, const PathStep& step) {
    if (const auto* name = std::get_if<std::string_view>(&step)) return parent.map().find(*name);
    const std::size_t index = std::get<std::size_t>(step);
    return index < parent.list().size() ? &parent.list()[index] : nullptr;
  }

  static bool leads_on(const Value& value, const PathStep& step) {
    const bool is_name = std::holds_alternative<std::string_view>(step);
    return value.type() == (is_name ? ValueType::M : ValueType::L);
  }

  // The map or list that the last step of the path is taken in.
  Result<Value*> parent_of(DocumentPath path) {
    Value* value = &attributes_;
    for (const PathStep& step : path.first(path.size() - 1)) {
      value = leads_on(*value, step) ? child(*value, step) : nullptr;
      if (value == nullptr) return messages::invalid_path_for_update();
    }
    if (!leads_on(*value, path.back())) return messages::invalid_path_for_update();
    return value;
  }

  Value attributes_;
  std::vector<std::pair<DocumentPath, Value>> appends_;
  std::vector<DocumentPath> removals_;
};

Map touched_attributes(const ItemView& item, std::span<const std::string_view> names) {
  Map attributes;
  for (const std::string_view name : names) {
    if (const auto value = item.find(name)) attributes.set(name, value->to_value());
  }
  return attributes;
}

// The touched attributes as changes of whole ones: `bytes` gets what they view.
Result<std::vector<AttributeChange>> whole_changes(const Map& attributes,
                                                   std::span<const std::string_view> names,
                                                   std::vector<Bytes>& bytes) {
  std::vector<AttributeChange> changes;
  bytes.reserve(names.size());
  for (const std::string_view name : names) {
    changes.push_back({name, std::nullopt});
    const Value* const value = attributes.find(name);
    if (value == nullptr) continue;
    TRY(check_nesting(1 + nesting(*value)));
    bytes.push_back(encode(*value));
    changes.back().value = ValueView::from_valid(bytes.back());
  }
  return changes;
}

}  // namespace

Result<ItemView> Update::apply(const Subject& subject, ItemWriter& writer) const {
  return is_flat() ? apply_flat(subject, writer) : apply_nested(subject, writer);
}

bool Update::is_flat() const {
  return std::all_of(tree_->actions.begin(), tree_->actions.end(), [this](const auto& action) {
    return operands_.path(action.path).size() == 1;
  });
}

Result<ItemView> Update::apply_flat(const Subject& subject, ItemWriter& writer) const {
  const ItemView base = subject.before.value_or(subject.key);
  std::vector<AttributeChange> changes;
  changes.reserve(tree_->actions.size());
  for (const UpdateAction& action : tree_->actions) {
    const auto name = std::get<std::string_view>(operands_.path(action.path).front());
    changes.push_back({name, TRY(outcome_of(action, operands_, base))});
  }
  std::sort(changes.begin(), changes.end(),
            [](const auto& one, const auto& two) { return one.name < two.name; });
  return merged(base, changes, writer);
}

Result<ItemView> Update::apply_nested(const Subject& subject, ItemWriter& writer) const {
  const ItemView base = subject.before.value_or(subject.key);
  std::vector<std::optional<Value>> values(tree_->actions.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto outcome = TRY(outcome_of(tree_->actions[i], operands_, base));
    if (outcome) values[i] = TRY(to_value(*outcome, writer));
  }
  const auto touched_names = names();
  DocumentChanges changes(touched_attributes(base, touched_names));
  for (std::size_t i = 0; i < values.size(); ++i) {
    // AWS lets an item that is not there do without what should be removed from it; an item that
    // is there must have the map or list around it.
    if (!subject.before && !values[i]) continue;
    const DocumentPath path = operands_.path(tree_->actions[i].path);
    TRY(changes.apply(path, std::move(values[i])));
  }
  std::vector<Bytes> bytes;
  const auto whole = TRY(whole_changes(changes.finish(), touched_names, bytes));
  return merged(base, whole, writer);
}

}  // namespace partita::expression
