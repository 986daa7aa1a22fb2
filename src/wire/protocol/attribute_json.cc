#include "wire/protocol/attribute_json.h"

namespace partita::protocol {
namespace {

void put_value(JsonSink& sink, const ValueView& value);

// The elements with commas between them.
template <typename Elements, typename Put>
void put_elements(JsonSink& sink, const Elements& elements, Put put) {
  bool is_first = true;
  for (const auto& element : elements) {
    if (!is_first) sink.raw(',');
    is_first = false;
    put(element);
  }
}

void put_members(JsonSink& sink, const MapView& map) {
  sink.raw('{');
  put_elements(sink, map, [&](const MemberView& member) {
    sink.string(member.name);
    sink.raw(':');
    put_value(sink, member.value);
  });
  sink.raw('}');
}

void put_scalar(JsonSink& sink, const ValueView& value) {
  switch (value.type()) {
    case ValueType::S:
      sink.raw(R"({"S":)");
      sink.string(value.string());
      break;
    case ValueType::N:
      sink.raw(R"({"N":)");
      sink.number(value.number());
      break;
    case ValueType::B:
      sink.raw(R"({"B":)");
      sink.binary(value.binary());
      break;
    case ValueType::Bool:
      value.boolean() ? sink.raw(R"({"BOOL":true)") : sink.raw(R"({"BOOL":false)");
      break;
    default:
      sink.raw(R"({"NULL":true)");
  }
  sink.raw('}');
}

void put_value(JsonSink& sink, const ValueView& value) {
  switch (value.type()) {
    case ValueType::L:
      sink.raw(R"({"L":[)");
      put_elements(sink, value.list(), [&](const ValueView& element) { put_value(sink, element); });
      return sink.raw("]}");
    case ValueType::M:
      sink.raw(R"({"M":)");
      put_members(sink, value.map());
      return sink.raw('}');
    case ValueType::SS:
      sink.raw(R"({"SS":[)");
      put_elements(sink, value.string_set(), [&](std::string_view text) { sink.string(text); });
      return sink.raw("]}");
    case ValueType::NS:
      sink.raw(R"({"NS":[)");
      put_elements(sink, value.number_set(), [&](const Number& number) { sink.number(number); });
      return sink.raw("]}");
    case ValueType::BS:
      sink.raw(R"({"BS":[)");
      put_elements(sink, value.binary_set(), [&](ByteView bytes) { sink.binary(bytes); });
      return sink.raw("]}");
    default:
      return put_scalar(sink, value);
  }
}

}  // namespace

void put_json(JsonSink& sink, const ItemView& item) { put_members(sink, item.attributes()); }

void put_json(JsonSink& sink, const ValueView& value) { put_value(sink, value); }

void append_json(std::string& json, const ItemView& item) {
  JsonSink sink(json);
  put_json(sink, item);
}

void append_json(std::string& json, const ValueView& value) {
  JsonSink sink(json);
  put_json(sink, value);
}

}  // namespace partita::protocol
