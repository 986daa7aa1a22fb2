#include "wire/rest/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "wire/protocol/json_reader.h"

namespace partita::rest {
namespace {

using protocol::JsonArray;
using protocol::JsonKind;
using protocol::JsonObject;
using protocol::JsonReader;
using protocol::JsonSink;
using protocol::JsonValue;

std::size_t digits_at(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

// number := "-"? ("0" | digit1-9 digit*) ("." digit+)? (("e" | "E") ("+" | "-")? digit+)?
bool is_json_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t whole = digits_at(text);
  if (whole == 0 || (whole > 1 && text.front() == '0')) return false;
  text.remove_prefix(whole);
  if (text.starts_with('.')) {
    const std::size_t decimals = digits_at(text.substr(1));
    if (decimals == 0) return false;
    text.remove_prefix(decimals + 1);
  }
  if (!text.starts_with('e') && !text.starts_with('E')) return text.empty();
  text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && digits_at(text) == text.size();
}

class PlainJson {
 public:
  PlainJson(JsonReader& reader, int levels_max) : reader_(reader), levels_max_(levels_max) {}

  bool read_map(JsonObject object, Map& map) {
    if (!enter()) return false;
    std::vector<Map::Member> members;
    const bool is_read = reader_.each_member(object, [&](std::string_view name, JsonValue json) {
      Map::Member member{.name = std::string(name), .value = {}};
      if (!read(json, member.value)) return false;
      members.push_back(std::move(member));
      return true;
    });
    if (!is_read) return false;
    const std::size_t count = members.size();
    map = Map(std::move(members));
    --levels_;
    return map.size() == count || reader_.fail("a name stands twice in one object");
  }

 private:
  bool enter() {
    return ++levels_ <= levels_max_ ||
           reader_.fail(
               fmt::format("objects and arrays are nested deeper than {} levels", levels_max_));
  }

  bool read(JsonValue json, Value& value) {
    JsonKind kind;
    if (!reader_.kind(json, kind)) return false;
    switch (kind) {
      case JsonKind::object:
        return read_object(json, value);
      case JsonKind::array:
        return read_array(json, value);
      case JsonKind::string:
        return read_string(json, value);
      case JsonKind::number:
        return read_number(json, value);
      case JsonKind::boolean:
        return read_boolean(json, value);
      case JsonKind::null:
        value = Value();
        return reader_.null(json);
    }
    return reader_.fail();
  }

  bool read_object(JsonValue json, Value& value) {
    JsonObject object;
    Map map;
    if (!reader_.structure(json, object, {}, JsonReader::Place::Member)) return false;
    if (!read_map(object, map)) return false;
    value = Value(std::move(map));
    return true;
  }

  bool read_array(JsonValue json, Value& value) {
    if (!enter()) return false;
    JsonArray array;
    List list;
    const bool is_read =
        reader_.list(json, array) && reader_.each_element(array, [&](JsonValue element) {
          return read(element, list.emplace_back());
        });
    value = Value(std::move(list));
    --levels_;
    return is_read;
  }

  bool read_string(JsonValue json, Value& value) {
    std::string_view text;
    if (!reader_.string(json, text)) return false;
    value = Value(text);
    return true;
  }

  bool read_boolean(JsonValue json, Value& value) {
    bool truth = false;
    if (!reader_.boolean(json, truth)) return false;
    value = Value(truth);
    return true;
  }

  // By its digits: a double would not keep them.
  bool read_number(JsonValue json, Value& value) {
    std::string_view token = json.raw_json_token();
    token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
    if (!is_json_number(token)) return reader_.fail();
    auto number = Number::parse(token);
    if (!number.ok()) return reader_.fail(number.error().message());
    value = Value(*number);
    // Takes it off the reader, which is what reading on depends on.
    return reader_.skip(json);
  }

  JsonReader& reader_;
  const int levels_max_;
  int levels_ = 0;
};

template <typename Sequence, typename Put>
void put_array(JsonSink& sink, const Sequence& elements, Put put) {
  sink.raw('[');
  bool is_first = true;
  for (const auto& element : elements) {
    if (!is_first) sink.raw(',');
    is_first = false;
    put(element);
  }
  sink.raw(']');
}

void put_map(JsonSink& sink, const MapView& map) {
  sink.raw('{');
  bool is_first = true;
  for (const auto& member : map) {
    if (!is_first) sink.raw(',');
    is_first = false;
    sink.string(member.name);
    sink.raw(':');
    put_plain_json(sink, member.value);
  }
  sink.raw('}');
}

void put_boolean(JsonSink& sink, bool truth) {
  if (truth) {
    sink.raw("true");
  } else {
    sink.raw("false");
  }
}

}  // namespace

Result<Item> parse_plain_json(ByteView json, int levels_max) {
  JsonReader reader;
  JsonObject root;
  Item item;
  const bool is_read = reader.open(json, root) &&
                       PlainJson(reader, levels_max).read_map(root, item) && reader.close();
  if (is_read) return item;
  const Error error = reader.error();
  return Error::invalid_argument(error.message().empty()
                                     ? "the body is not a JSON object in UTF-8"
                                     : fmt::format("the body: {}", error.message()));
}

void put_plain_number(JsonSink& sink, const Number& number) {
  std::array<char, Number::kTextBytesMax> text;
  const char* const end = number.print_to(text.data());
  sink.raw(std::string_view(text.data(), static_cast<std::size_t>(end - text.data())));
}

void put_plain_json(JsonSink& sink, const ValueView& value) {
  const auto again = [&](const ValueView& element) { put_plain_json(sink, element); };
  switch (value.type()) {
    case ValueType::S:
      return sink.string(value.string());
    case ValueType::N:
      return put_plain_number(sink, value.number());
    case ValueType::B:
      return sink.binary(value.binary());
    case ValueType::Bool:
      return put_boolean(sink, value.boolean());
    case ValueType::Null:
      return sink.raw("null");
    case ValueType::L:
      return put_array(sink, value.list(), again);
    case ValueType::M:
      return put_map(sink, value.map());
    case ValueType::SS:
      return put_array(sink, value.string_set(), [&](std::string_view text) { sink.string(text); });
    case ValueType::NS:
      return put_array(sink, value.number_set(),
                       [&](const Number& number) { put_plain_number(sink, number); });
    case ValueType::BS:
      return put_array(sink, value.binary_set(), [&](ByteView bytes) { sink.binary(bytes); });
  }
}

}  // namespace partita::rest
