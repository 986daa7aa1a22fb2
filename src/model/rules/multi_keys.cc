#include "model/rules/multi_keys.h"

#include <algorithm>

#include "partita/value/encoded_item.h"

namespace partita::rules {
namespace {

// Calls `visit` with each element of a list or set.
void for_each_element(const ValueView& value, FunctionRef<void(const ValueView&)> visit) {
  switch (value.type()) {
    case ValueType::L:
      for (const ValueView& element : value.list()) visit(element);
      return;
    case ValueType::SS:
      for (const auto element : value.string_set()) visit(EncodedValue(Value(element)).view());
      return;
    case ValueType::NS:
      for (const Number& element : value.number_set()) visit(EncodedValue(Value(element)).view());
      return;
    default:
      return;
  }
}

}  // namespace

Result<std::vector<std::string>> multi_key_values(const model::IndexKey& key, Siblings attributes) {
  std::vector<std::string> values;
  Status status;
  const auto list = attributes(key.each);
  if (!list) return values;
  for_each_element(*list, [&](const ValueView& element) {
    std::string value;
    auto made = key.key.render(value, [&](std::string_view name) {
      return name == "it" ? std::optional(element) : attributes(name);
    });
    if (!made.ok()) status = std::move(made).error();
    const bool is_new = std::ranges::find(values, value) == values.end();
    // One more than is allowed tells that there are too many; no more need be compared.
    if (!value.empty() && is_new && values.size() <= kMultiKeyValuesMax) {
      values.push_back(std::move(value));
    }
  });
  if (!status.ok()) return std::move(status).error();
  return values;
}

}  // namespace partita::rules
