#include <string>
#include <string_view>
#include <utility>

#include "partita/value/encoded_item.h"
#include "partita/value/item_writer.h"
#include "wire/formats/plain_json.h"
#include "wire/formats/record_format.h"
#include "wire/protocol/attribute_reader.h"
#include "wire/protocol/json_reader.h"

namespace partita::formats {
namespace {

using protocol::JsonObject;
using protocol::JsonReader;
using protocol::JsonValue;

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
    int members = 0;
    const auto member = [&](std::string_view, JsonValue value) {
      return ++members > 1 ? reader.skip(value) : protocol::read_item(reader, value, input);
    };
    if (!reader.open(wrapped_text_, root) || !reader.each_member(root, member) || !reader.close()) {
      return json_error(reader);
    }
    if (members > 1) return Error::invalid_argument("something stands behind the line's object");
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
    return item(record);
  }

 private:
  Result<ItemView> item(ByteView record) {
    writer_.clear();
    TRY(write_plain_members(writer_, record));
    return writer_.finish();
  }

  ItemWriter writer_;
};

}  // namespace

std::unique_ptr<RecordFormat> make_json_format(const records::ReadOptions& options) {
  if (options.format == records::Format::Json) return std::make_unique<PlainJsonLines>();
  return std::make_unique<DynamoDbJsonLines>(options.takes_bare_items);
}

}  // namespace partita::formats
