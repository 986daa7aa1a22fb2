#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "language/expression/condition.h"
#include "language/expression/parse.h"
#include "language/expression/projection.h"
#include "language/expression/update.h"
#include "partita/value/item_codec.h"

namespace partita::expression {

// The placeholders of a request, which own their bytes, and what expressions answer with them:
//
//   EXPECT_EQ(Given().value(":v", 1).holds("n = :v", item), "true");
class Given {
 public:
  Given& name(const std::string& key, const std::string& name) {
    names_[key] = name;
    return *this;
  }
  Given& value(const std::string& key, const Value& value) {
    values_[key] = encode(value);
    return *this;
  }

  // Views into this.
  Placeholders placeholders() const {
    Placeholders placeholders;
    for (const auto& [key, name] : names_) EXPECT_TRUE(placeholders.add_name(key, name).ok());
    for (const auto& [key, bytes] : values_) {
      EXPECT_TRUE(placeholders.add_value(key, ValueView::from_valid(bytes)).ok());
    }
    return placeholders;
  }

  // "true", "false", or the text of the error.
  std::string holds(std::string_view text, const std::optional<Item>& item,
                    ExpressionKind kind = ExpressionKind::Condition) const {
    const Placeholders meanings = placeholders();
    PlaceholderUse use(meanings);
    const auto tree = parse_condition(kind, text);
    if (!tree.ok()) return tree.error().message();
    const auto condition = Condition::bind(*tree, use);
    if (!condition.ok()) return condition.error().message();
    const Bytes bytes = item ? encode(*item) : Bytes();
    const bool answer =
        condition->holds(item ? std::optional(ItemView::from_valid(bytes)) : std::nullopt);
    return answer ? "true" : "false";
  }

  // What the projection leaves of the item, or the error.
  Result<Item> projected(std::string_view text, const Item& item) const {
    const Placeholders meanings = placeholders();
    PlaceholderUse use(meanings);
    const auto tree = TRY(parse_projection(text));
    const Projection projection = TRY(Projection::bind(tree, use));
    const Bytes bytes = encode(item);
    Bytes result;
    projection.append_to(result, ItemView::from_valid(bytes));
    return TRY(ItemView::parse(result)).to_item();
  }

  // The item after the update, or the error. Without an item, a new one has the key {"pk", "new"}.
  Result<Item> updated(std::string_view text, const std::optional<Item>& item) const {
    const Placeholders meanings = placeholders();
    PlaceholderUse use(meanings);
    const auto tree = TRY(parse_update(text));
    const Update update = TRY(Update::bind(tree, use));
    const Bytes key = encode(Item{{"pk", "new"}});
    const Bytes bytes = item ? encode(*item) : Bytes();
    ItemWriter writer;
    const ItemView after = TRY(
        update.apply({.before = item ? std::optional(ItemView::from_valid(bytes)) : std::nullopt,
                      .key = ItemView::from_valid(key)},
                     writer));
    return TRY(ItemView::parse(after.bytes())).to_item();
  }

  // The text of the update's error.
  std::string update_error(std::string_view text, const std::optional<Item>& item = {}) const {
    const auto result = updated(text, item);
    return result.ok() ? "no error" : result.error().message();
  }

 private:
  std::map<std::string, std::string> names_;
  std::map<std::string, Bytes> values_;
};

inline Value strings(std::vector<std::string> elements) {
  return Value::string_set(std::move(elements)).value();
}
inline Value numbers(std::vector<Number> elements) {
  return Value::number_set(std::move(elements)).value();
}
inline Value binaries(std::vector<Binary> elements) {
  return Value::binary_set(std::move(elements)).value();
}

}  // namespace partita::expression
