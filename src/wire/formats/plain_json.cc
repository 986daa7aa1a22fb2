#include "wire/formats/plain_json.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

#include "partita/value/number.h"

namespace partita::formats {
namespace {

using protocol::JsonArray;
using protocol::JsonKind;
using protocol::JsonObject;
using protocol::JsonReader;
using protocol::JsonValue;

constexpr std::size_t kNameBytesMax = 65'535;

class PlainJsonWriter {
 public:
  PlainJsonWriter(ItemWriter& writer, JsonReader& reader) : writer_(writer), reader_(reader) {}

  // False as soon as the text is no JSON; what the values lack is in the fault.
  bool members(JsonObject object) {
    return reader_.each_member(object, [&](std::string_view name, JsonValue json) {
      if (name.empty() || name.size() > kNameBytesMax) {
        refuse(Error::invalid_argument("a member's name must have 1 to 65535 bytes"));
      }
      if (is_writing()) writer_.name(name);
      return value(json);
    });
  }

  bool value_of_type(JsonValue json, ValueType type) {
    JsonKind kind;
    if (!reader_.kind(json, kind)) return false;
    if (kind != (type == ValueType::M ? JsonKind::object : JsonKind::array)) {
      refuse(Error::invalid_argument(fmt::format("the text is no {} in JSON", name_of(type))));
      return reader_.skip(json);
    }
    if (type == ValueType::M) return map(json);
    return elements(json, type);
  }

  Status fault() const { return fault_ ? Status(*fault_) : Status(); }

 private:
  bool value(JsonValue json) {
    JsonKind kind;
    if (!reader_.kind(json, kind)) return false;
    switch (kind) {
      case JsonKind::object:
        return map(json);
      case JsonKind::array:
        return elements(json, ValueType::L);
      case JsonKind::string:
        return string(json);
      case JsonKind::number:
        return number(json);
      case JsonKind::boolean:
        return boolean(json);
      default:
        if (is_writing()) writer_.null();
        return reader_.null(json);
    }
  }

  bool map(JsonValue json) {
    JsonObject object;
    if (!reader_.structure(json, object, "JSON", JsonReader::Place::Element)) return false;
    if (is_writing()) writer_.begin(ValueType::M);
    if (!members(object)) return false;
    if (is_writing()) writer_.end();
    return true;
  }

  bool elements(JsonValue json, ValueType container) {
    JsonArray array;
    if (!reader_.list(json, array)) return false;
    if (is_writing()) writer_.begin(container);
    const auto element = [&](JsonValue each) { return element_of(container, each); };
    if (!reader_.each_element(array, element)) return false;
    if (is_writing()) writer_.end();
    return true;
  }

  bool element_of(ValueType container, JsonValue json) {
    if (container == ValueType::L) return value(json);
    JsonKind kind;
    if (!reader_.kind(json, kind)) return false;
    if (kind != (container == ValueType::NS ? JsonKind::number : JsonKind::string)) {
      refuse(Error::invalid_argument(
          fmt::format("the set has an element that does not fit {}", name_of(container))));
    }
    return value(json);
  }

  bool string(JsonValue json) {
    std::string_view text;
    if (!reader_.string(json, text)) return false;
    if (is_writing()) writer_.string(text);
    return true;
  }

  bool boolean(JsonValue json) {
    bool boolean = false;
    if (!reader_.boolean(json, boolean)) return false;
    if (is_writing()) writer_.boolean(boolean);
    return true;
  }

  // By its own digits, all of which count.
  bool number(JsonValue json) {
    std::string_view token = json.raw_json_token();
    token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
    if (!reader_.skip(json)) return false;
    auto number = Number::parse(token);
    if (!number.ok()) {
      refuse(std::move(number).error());
    } else if (is_writing()) {
      writer_.number(*number);
    }
    return true;
  }

  // What follows is still read, for the JSON may be wrong, but no longer written.
  bool is_writing() const { return !fault_; }
  void refuse(Error error) {
    if (!fault_) fault_ = std::move(error);
  }

  ItemWriter& writer_;
  JsonReader& reader_;
  std::optional<Error> fault_;
};

}  // namespace

Error json_error(const JsonReader& reader) {
  const auto error = reader.error();
  return Error::invalid_argument(error.message().empty() ? "the line is no JSON object"
                                                         : error.message());
}

Status write_plain_members(ItemWriter& writer, ByteView json) {
  JsonReader reader;
  JsonObject root;
  PlainJsonWriter plain(writer, reader);
  if (!reader.open(json, root) || !plain.members(root) || !reader.close()) {
    return json_error(reader);
  }
  return plain.fault();
}

Status write_plain_value(ItemWriter& writer, ValueType type, ByteView json) {
  // As the only member of an object, it is read as every other value.
  const Bytes text = fmt::format(R"({{"value":{}}})", json);
  JsonReader reader;
  JsonObject root;
  PlainJsonWriter plain(writer, reader);
  bool is_first = true;
  const auto member = [&](std::string_view name, JsonValue value) {
    // A text that closes the object and goes on with another member is no value.
    if (!std::exchange(is_first, false)) return reader.fail_duplicate(name);
    return plain.value_of_type(value, type);
  };
  if (!reader.open(text, root) || !reader.each_member(root, member) || !reader.close()) {
    return json_error(reader);
  }
  return plain.fault();
}

}  // namespace partita::formats
