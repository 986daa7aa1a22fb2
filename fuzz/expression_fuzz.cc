// Any text as an expression of the kind that the first byte selects: it is refused, or it is bound
// to fixed placeholders and asked of a fixed item. Whatever comes out is a valid item.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "language/expression/condition.h"
#include "language/expression/key_condition.h"
#include "language/expression/parse.h"
#include "language/expression/projection.h"
#include "language/expression/update.h"
#include "partita/base/check.h"
#include "partita/value/item_codec.h"

namespace {

using namespace partita;
using namespace partita::expression;

struct World {
  Bytes item = encode(Item{{"a", 1}, {"b", "x"}, {"l", List{1, "y"}}, {"m", Map{{"a", List{2}}}}});
  Bytes number = encode(Value(7));
  Bytes string = encode(Value("x"));
  Bytes list = encode(Value(List{1}));
  Bytes set = encode(Value::string_set({"x"}).value());
  Placeholders placeholders;

  World() {
    PARTITA_CHECK(placeholders.add_name("#a", "a").ok() && placeholders.add_name("#l", "l").ok());
    for (const auto& [key, bytes] : {std::pair(":n", &number), std::pair(":s", &string),
                                     std::pair(":l", &list), std::pair(":t", &set)}) {
      PARTITA_CHECK(placeholders.add_value(key, ValueView::from_valid(*bytes)).ok());
    }
  }
};

void try_condition(const World& world, ExpressionKind kind, std::string_view text) {
  const auto tree = parse_condition(kind, text);
  if (!tree.ok()) return;
  PlaceholderUse use(world.placeholders);
  if (kind == ExpressionKind::KeyCondition) {
    const std::string_view names[] = {"a", "b"};
    const auto clauses = bind_key_clauses(*tree, use);
    if (clauses.ok()) (void)match_key({std::span(names, 1), std::span(names).last(1)}, *clauses);
    return;
  }
  const auto condition = Condition::bind(*tree, use);
  if (!condition.ok()) return;
  condition->holds(ItemView::from_valid(world.item));
  condition->holds(std::nullopt);
}

void try_projection(const World& world, std::string_view text) {
  const auto tree = parse_projection(text);
  if (!tree.ok()) return;
  PlaceholderUse use(world.placeholders);
  const auto projection = Projection::bind(*tree, use);
  if (!projection.ok()) return;
  Bytes bytes;
  projection->append_to(bytes, ItemView::from_valid(world.item));
  PARTITA_CHECK(ItemView::parse(bytes).ok());
}

void try_update(const World& world, std::string_view text) {
  const auto tree = parse_update(text);
  if (!tree.ok()) return;
  PlaceholderUse use(world.placeholders);
  const auto update = Update::bind(*tree, use);
  if (!update.ok()) return;
  const ItemView item = ItemView::from_valid(world.item);
  ItemWriter writer;
  for (const auto& before : {std::optional(item), std::optional<ItemView>()}) {
    const auto after = update->apply({.before = before, .key = item}, writer);
    if (after.ok()) PARTITA_CHECK(ItemView::parse(after->bytes()).ok());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const World world;
  if (size == 0) return 0;
  const auto kind = static_cast<ExpressionKind>(data[0] % 5);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (kind == ExpressionKind::Projection) {
    try_projection(world, text);
  } else if (kind == ExpressionKind::Update) {
    try_update(world, text);
  } else {
    try_condition(world, kind, text);
  }
  return 0;
}
