#include "wire/client/item_page.h"

#include <fmt/format.h>

#include "wire/client/answer_items.h"

namespace partita::client {

using protocol::JsonArray;
using protocol::JsonReader;
using protocol::JsonValue;

Result<ItemPage> parse_item_page(std::string_view json) {
  ItemPage page;
  AnswerItems answer;
  JsonReader& reader = answer.reader();
  TRY(answer.each_of_answer(json, [&](std::string_view name, JsonValue value) {
    if (name == "Items") return answer.append_all(value, page.items);
    if (name == "Count") return reader.integer(value, page.count);
    if (name == "ScannedCount") return reader.integer(value, page.scanned_count);
    if (name != "LastEvaluatedKey") return reader.skip(value);
    return answer.read(value, page.last_evaluated_key.emplace());
  }));
  return page;
}

Result<std::optional<EncodedItem>> parse_item_member(std::string_view json, std::string_view name) {
  std::optional<EncodedItem> item;
  AnswerItems answer;
  TRY(answer.each_of_answer(json, [&](std::string_view member, JsonValue value) {
    return member == name ? answer.read(value, item.emplace()) : answer.reader().skip(value);
  }));
  return item;
}

Result<EncodedItemList> parse_unprocessed_puts(std::string_view json) {
  EncodedItemList items;
  AnswerItems answer;
  JsonReader& reader = answer.reader();
  const auto read_put = [&](std::string_view name, JsonValue value) {
    return name == "Item" ? answer.append(value, items) : reader.skip(value);
  };
  const auto read_write = [&](std::string_view name, JsonValue value) {
    if (name != "PutRequest") return reader.skip(value);
    return answer.each_in(value, name, read_put);
  };
  const auto read_table = [&](std::string_view, JsonValue value) {
    JsonArray writes;
    return reader.list(value, writes) && reader.each_element(writes, [&](JsonValue write) {
      return answer.each_in(write, "WriteRequest", read_write);
    });
  };
  TRY(answer.each_of_answer(json, [&](std::string_view name, JsonValue value) {
    if (name != "UnprocessedItems") return reader.skip(value);
    return answer.each_in(value, name, read_table);
  }));
  return items;
}

Result<EncodedItem> parse_item_json(std::string_view json) {
  const std::string wrapped = fmt::format("{{\"Item\":{}}}", json);
  auto item = parse_item_member(wrapped, "Item");
  if (item.ok() && *item) return *std::move(*item);
  return Error::invalid_argument(item.ok() ? "there is no item" : item.error().message());
}

}  // namespace partita::client
