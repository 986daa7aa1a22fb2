#include "dynamodb/operations/legacy_update.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "dynamodb/operations/attribute_name.h"
#include "language/expression/messages.h"
#include "language/expression/placeholders.h"
#include "language/expression/tree_builder.h"
#include "partita/api/exception.h"
#include "partita/value/encoded_item.h"

namespace partita::operations {
namespace {

using api::AttributeAction;
using expression::Function;
using expression::UpdateBuilder;

Error invalid_update(std::string_view problem) {
  return api::invalid(fmt::format("One or more parameter values were invalid: {}", problem));
}

bool is_set(ValueType type) {
  return type == ValueType::SS || type == ValueType::NS || type == ValueType::BS;
}

AttributeAction action_of(const api::AttributeValueUpdate& update) {
  return update.action.value_or(AttributeAction::Put);
}

Status check(const api::AttributeValueUpdate& update) {
  const AttributeAction action = action_of(update);
  if (!update.value) {
    if (action == AttributeAction::Delete) return {};
    return invalid_update("Only DELETE action is allowed when no attribute value is specified");
  }
  TRY(update.value->check());
  const ValueType type = update.value->view().type();
  if (action == AttributeAction::Delete && !is_set(type)) {
    return invalid_update(
        fmt::format("DELETE action with value is not supported for the type {}", name_of(type)));
  }
  const bool can_add = is_set(type) || type == ValueType::N || type == ValueType::L;
  if (action == AttributeAction::Add && !can_add) {
    return invalid_update(
        fmt::format("ADD action is not supported for the type {}", name_of(type)));
  }
  return {};
}

// AWS: ADD appends to lists, which the ADD of expressions does not do.
void append_to_list(UpdateBuilder& builder, std::string_view attribute, const ValueView& list) {
  const EncodedValue empty{Value(List{})};
  const auto path = builder.path(attribute);
  const auto before = builder.function(Function::IfNotExists,
                                       {builder.path(attribute), builder.value(empty.view())});
  builder.set(path, builder.function(Function::ListAppend, {before, builder.value(list)}));
}

void add_to(UpdateBuilder& builder, std::string_view attribute,
            const api::AttributeValueUpdate& update) {
  if (!update.value) return builder.remove(builder.path(attribute));
  const ValueView value = update.value->view();
  const AttributeAction action = action_of(update);
  if (action == AttributeAction::Add && value.type() == ValueType::L) {
    return append_to_list(builder, attribute, value);
  }
  const auto path = builder.path(attribute);
  const auto operand = builder.value(value);
  if (action == AttributeAction::Put) return builder.set(path, operand);
  if (action == AttributeAction::Add) return builder.add_to(path, operand);
  builder.delete_from(path, operand);
}

}  // namespace

Result<std::optional<expression::Update>> legacy_update(const AttributeUpdates& updates) {
  if (!updates || updates->empty()) return std::optional<expression::Update>{};
  UpdateBuilder builder;
  for (const auto& [attribute, update] : *updates) {
    TRY(check_attribute_name(attribute));
    TRY(check(update));
    add_to(builder, attribute, update);
  }
  const expression::Placeholders none;
  expression::PlaceholderUse use(none);
  return std::optional(TRY(expression::Update::bind(std::move(builder).finish(), use)));
}

Error in_legacy_words(Error error) {
  if (error.message() != expression::messages::incorrect_operand_type().message()) return error;
  return api::invalid("Type mismatch for attribute to update");
}

}  // namespace partita::operations
