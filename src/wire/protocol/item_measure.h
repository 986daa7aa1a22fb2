#pragma once

#include <concepts>

#include "partita/value/encoded_item.h"
#include "wire/protocol/response_encoder.h"
#include "wire/protocol/shapes.h"

namespace partita::protocol {

// Adds the items of any structure of the API. What can have none costs nothing.
template <typename T>
void measure_items(const T& value, ItemBytes& bytes) {
  if constexpr (std::same_as<T, EncodedItem>) {
    bytes.add(value.bytes().size());
  } else if constexpr (std::same_as<T, EncodedItemList>) {
    for (std::size_t i = 0; i < value.size(); ++i) bytes.add(value.at(i).bytes().size());
  } else if constexpr (kIsOptional<T>) {
    if (value) measure_items(*value, bytes);
  } else if constexpr (kIsDictionary<T>) {
    for (const auto& [name, entry] : value) measure_items(entry, bytes);
  } else if constexpr (kIsList<T>) {
    for (const auto& element : value) measure_items(element, bytes);
  } else if constexpr (Structure<T>) {
    for_each_member<T>([&]<typename Field>(const api::Member<T, Field>& member) {
      measure_items(value.*member.field, bytes);
    });
  }
}

}  // namespace partita::protocol
