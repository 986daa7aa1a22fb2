#pragma once

#include <fmt/format.h>

#include <string_view>

#include "partita/base/result.h"
#include "partita/value/encoded_item.h"
#include "wire/protocol/attribute_reader.h"
#include "wire/protocol/json_reader.h"

namespace partita::client {

// Reads items of an answer of DynamoDB's API, and remembers the first problem. Each function
// answers false if the JSON is not what it should be; each_of_answer then tells why. THREADS: one
// thread at a time.
class AnswerItems {
 public:
  protocol::JsonReader& reader() { return reader_; }

  bool read(protocol::JsonValue json, EncodedItem& item) {
    api::ItemInput input;
    if (!protocol::read_item(reader_, json, input)) return false;
    if (const auto& problem = input.problem()) return reader_.fail(problem->error.message());
    item = input.item();
    return true;
  }

  bool append(protocol::JsonValue json, EncodedItemList& items) {
    api::ItemInput input;
    if (!protocol::read_item(reader_, json, input)) return false;
    if (const auto& problem = input.problem()) return reader_.fail(problem->error.message());
    items.append(input.view());
    return true;
  }

  bool append_all(protocol::JsonValue json, EncodedItemList& items) {
    protocol::JsonArray array;
    return reader_.list(json, array) && reader_.each_element(array, [&](protocol::JsonValue each) {
      return append(each, items);
    });
  }

  // The object of this name in a larger one.
  template <typename Visit>
  bool each_in(protocol::JsonValue json, std::string_view name, Visit visit) {
    protocol::JsonObject object;
    return reader_.structure(json, object, name, protocol::JsonReader::Place::Member) &&
           reader_.each_member(object, visit);
  }

  template <typename Visit>
  Status each_of_answer(std::string_view json, Visit visit) {
    protocol::JsonObject root;
    if (reader_.open(json, root) && reader_.each_member(root, visit)) return {};
    return Error::corrupt(
        fmt::format("the server's answer cannot be read: {}", reader_.error().message()));
  }

 private:
  protocol::JsonReader reader_;
};

}  // namespace partita::client
