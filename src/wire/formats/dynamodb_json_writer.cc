#include "wire/formats/dynamodb_json_writer.h"

#include <fmt/format.h>

#include <iterator>

#include "wire/protocol/attribute_json.h"

namespace partita::formats {

void append_json_item(std::string& text, const ItemView& item) {
  text += R"({"Item":)";
  protocol::append_json(text, item);
  text += "}\n";
}

void append_json_change(std::string& text, const table_exports::ChangedItem& change) {
  fmt::format_to(std::back_inserter(text),
                 R"({{"Metadata":{{"WriteTimestampMicros":{{"N":"{}000"}}}},"Keys":)", change.time);
  protocol::append_json(text, change.keys);
  if (change.old_image) {
    text += R"(,"OldImage":)";
    protocol::append_json(text, *change.old_image);
  }
  if (change.new_image) {
    text += R"(,"NewImage":)";
    protocol::append_json(text, *change.new_image);
  }
  text += "}\n";
}

}  // namespace partita::formats
