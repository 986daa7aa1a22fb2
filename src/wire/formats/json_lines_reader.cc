#include <string>
#include <string_view>
#include <utility>

#include "partita/value/encoded_item.h"
#include "partita/value/item_writer.h"
#include "partita/value/measure.h"
#include "partita/value/number.h"
#include "wire/formats/record_format.h"
#include "wire/protocol/attribute_reader.h"
#include "wire/protocol/json_reader.h"

namespace partita::formats {
namespace {

using protocol::JsonArray;
using protocol::JsonKind;
using protocol::JsonObject;
using protocol::JsonReader;
using protocol::JsonValue;

constexpr std::size_t kNameBytesMax = 65'535;

Error json_error(const JsonReader& reader) {
  const auto error = reader.error();
  return Error::invalid_argument(error.message().empty() ? "the line is no JSON object"
                                                         : error.message());
}

// {"Item": {"pk": {"S": "a"}}}
class DynamoDbJsonLines : public LineFormat {
 public:
  explicit DynamoDbJsonLines(bool takes_bare_items) : takes_bare_items_(takes_bare_items) {}

  std::optional<Result<ItemView>> parse(ByteView record) override {
    if (is_blank(record)) return std::nullopt;
    auto item = wrapped(record);
    if (takes_bare_items_ && !item.ok()) {
      // The fault of what it is not would only confuse.
      auto bare_item = bare(record);
      if (bare_item.ok() || !has_wrapper_) return bare_item;
    }
    return item;
  }

 private:
  Result<ItemView> wrapped(ByteView record) {
    has_wrapper_ = false;
    JsonReader reader;
    JsonObject root;
    api::ItemInput input;
    const auto member = [&](std::string_view name, JsonValue value) {
      if (name != "Item") return reader.skip(value);
      if (std::exchange(has_wrapper_, true)) return reader.fail_duplicate(name);
      return protocol::read_item(reader, value, input);
    };
    if (!reader.open(record, root) || !reader.each_member(root, member) || !reader.close()) {
      return json_error(reader);
    }
    if (!has_wrapper_) return Error::invalid_argument("the line has no member \"Item\"");
    return take(std::move(input));
  }

  Result<ItemView> bare(ByteView record) {
    // As the only member of an object, it is read as every other item.
    wrapped_text_.assign(R"({"Item":)").append(record).append("}");
    JsonReader reader;
    JsonObject root;
    api::ItemInput input;
    const auto member = [&](std::string_view, JsonValue value) {
      return protocol::read_item(reader, value, input);
    };
    if (!reader.open(wrapped_text_, root) || !reader.each_member(root, member) || !reader.close()) {
      return json_error(reader);
    }
    return take(std::move(input));
  }

  Result<ItemView> take(api::ItemInput input) {
    TRY(input.check());
    item_ = input.item();
    return item_.view();
  }

  const bool takes_bare_items_;
  bool has_wrapper_ = false;
  Bytes wrapped_text_;
  EncodedItem item_;
};

// {"pk": "a", "year": 1999, "tags": ["x"]}
class PlainJsonLines : public LineFormat {
 public:
  std::optional<Result<ItemView>> parse(ByteView record) override {
    if (is_blank(record)) return std::nullopt;
    writer_.clear();
    fault_.reset();
    JsonReader reader;
    JsonObject root;
    if (!reader.open(record, root) || !members(reader, root) || !reader.close()) {
      return Result<ItemView>(json_error(reader));
    }
    if (fault_) return Result<ItemView>(*fault_);
    return writer_.finish();
  }

 private:
  bool members(JsonReader& reader, JsonObject object) {
    return reader.each_member(object, [&](std::string_view name, JsonValue json) {
      if (name.empty() || name.size() > kNameBytesMax) {
        refuse(Error::invalid_argument("a member's name must have 1 to 65535 bytes"));
      }
      if (is_writing()) writer_.name(name);
      return value(reader, json);
    });
  }

  bool value(JsonReader& reader, JsonValue json) {
    JsonKind kind;
    if (!reader.kind(json, kind)) return false;
    switch (kind) {
      case JsonKind::object:
        return map(reader, json);
      case JsonKind::array:
        return list(reader, json);
      case JsonKind::string:
        return string(reader, json);
      case JsonKind::number:
        return number(reader, json);
      case JsonKind::boolean:
        return boolean(reader, json);
      default:
        if (is_writing()) writer_.null();
        return reader.null(json);
    }
  }

  bool map(JsonReader& reader, JsonValue json) {
    JsonObject object;
    if (!reader.structure(json, object, "JSON", JsonReader::Place::Element)) return false;
    if (is_writing()) writer_.begin(ValueType::M);
    if (!members(reader, object)) return false;
    if (is_writing()) writer_.end();
    return true;
  }

  bool list(JsonReader& reader, JsonValue json) {
    JsonArray array;
    if (!reader.list(json, array)) return false;
    if (is_writing()) writer_.begin(ValueType::L);
    if (!reader.each_element(array, [&](JsonValue element) { return value(reader, element); })) {
      return false;
    }
    if (is_writing()) writer_.end();
    return true;
  }

  bool string(JsonReader& reader, JsonValue json) {
    std::string_view text;
    if (!reader.string(json, text)) return false;
    if (is_writing()) writer_.string(text);
    return true;
  }

  bool boolean(JsonReader& reader, JsonValue json) {
    bool boolean = false;
    if (!reader.boolean(json, boolean)) return false;
    if (is_writing()) writer_.boolean(boolean);
    return true;
  }

  // By its own digits, all of which count.
  bool number(JsonReader& reader, JsonValue json) {
    std::string_view token = json.raw_json_token();
    token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
    if (!reader.skip(json)) return false;
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

  ItemWriter writer_;
  std::optional<Error> fault_;
};

}  // namespace

std::unique_ptr<RecordFormat> make_json_format(const records::ReadOptions& options) {
  if (options.format == records::Format::Json) return std::make_unique<PlainJsonLines>();
  return std::make_unique<DynamoDbJsonLines>(options.takes_bare_items);
}

}  // namespace partita::formats
