#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "partita/api/input.h"
#include "partita/api/shape.h"
#include "partita/api/timestamp.h"
#include "partita/value/encoded_item.h"
#include "wire/protocol/attribute_json.h"
#include "wire/protocol/json_sink.h"
#include "wire/protocol/shapes.h"

// Writes any structure of the API by its shape.
namespace partita::protocol {

void put_number(JsonSink& sink, std::int64_t number);
// The shortest digits that mean the number, with a point: 1.0, 0.5.
void put_number(JsonSink& sink, double number);
// Seconds with three decimals.
void put_timestamp(JsonSink& sink, const api::Timestamp& timestamp);
// Items that are answers, which the sink may want to leave out.
void put_item(JsonSink& sink, const ItemView& item);
void put_items(JsonSink& sink, const EncodedItemList& items);

template <Structure T>
void put_structure(JsonSink& sink, const T& structure);
template <typename T>
void put(JsonSink& sink, const T& value);

// Puts the comma before each but the first.
class Separator {
 public:
  explicit Separator(JsonSink& sink) : sink_(sink) {}
  void next() {
    if (is_behind_) sink_.raw(',');
    is_behind_ = true;
  }

 private:
  JsonSink& sink_;
  bool is_behind_ = false;
};

template <typename Element>
void put_list(JsonSink& sink, const std::vector<Element>& list) {
  Separator separator(sink);
  sink.raw('[');
  for (const auto& element : list) {
    separator.next();
    put(sink, element);
  }
  sink.raw(']');
}

template <typename Entry>
void put_dictionary(JsonSink& sink, const api::Dictionary<Entry>& dictionary) {
  Separator separator(sink);
  sink.raw('{');
  for (const auto& [name, entry] : dictionary) {
    separator.next();
    sink.string(name);
    sink.raw(':');
    put(sink, entry);
  }
  sink.raw('}');
}

template <typename T>
void put(JsonSink& sink, const T& value) {
  if constexpr (std::same_as<T, std::string>) {
    sink.string(value);
  } else if constexpr (std::same_as<T, bool>) {
    value ? sink.raw("true") : sink.raw("false");
  } else if constexpr (std::same_as<T, double>) {
    put_number(sink, value);
  } else if constexpr (std::integral<T>) {
    put_number(sink, static_cast<std::int64_t>(value));
  } else if constexpr (WireEnum<T>) {
    sink.string(api::wire_name(value));
  } else if constexpr (std::same_as<T, api::Timestamp>) {
    put_timestamp(sink, value);
  } else if constexpr (std::same_as<T, EncodedItemList>) {
    put_items(sink, value);
  } else if constexpr (kIsDictionary<T>) {
    put_dictionary(sink, value);
  } else if constexpr (kIsList<T>) {
    put_list(sink, value);
  } else if constexpr (Structure<T>) {
    put_structure(sink, value);
  } else if constexpr (std::same_as<T, EncodedItem>) {
    put_item(sink, value.view());
  } else {  // ItemInput or ValueInput.
    put_json(sink, value.view());
  }
}

template <Structure T>
void put_structure(JsonSink& sink, const T& structure) {
  Separator separator(sink);
  const auto put_member = [&](std::string_view name, const auto& value) {
    separator.next();
    sink.raw('"');
    sink.raw(name);
    sink.raw("\":");
    put(sink, value);
  };
  sink.raw('{');
  for_each_member<T>([&]<typename Field>(const api::Member<T, Field>& member) {
    const Field& field = structure.*member.field;
    if constexpr (kIsOptional<Field>) {
      if (field) put_member(member.name, *field);
    } else {
      put_member(member.name, field);
    }
  });
  sink.raw('}');
}

}  // namespace partita::protocol
