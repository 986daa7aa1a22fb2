#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

// Answers of DynamoDB's API that have items, read straight into the stored form.
namespace partita::client {

struct ItemPage {
  EncodedItemList items;
  std::optional<EncodedItem> last_evaluated_key;  // Where the next page begins; none: the end.
  std::int64_t count = 0;
  std::int64_t scanned_count = 0;
};

// The answer of Query or Scan.   ERRORS: Corrupt if it is none.
Result<ItemPage> parse_item_page(std::string_view json);

// The item that is the member `name` ("Item", "Attributes") of an answer; nullopt: there is none.
// ERRORS: Corrupt if it is no such answer.
Result<std::optional<EncodedItem>> parse_item_member(std::string_view json, std::string_view name);

// The items that a BatchWriteItem with nothing but puts has not written.   ERRORS: the same.
Result<EncodedItemList> parse_unprocessed_puts(std::string_view json);

// An item in DynamoDB's JSON: {"id":{"S":"7"}}.   ERRORS: InvalidArgument, in DynamoDB's words.
Result<EncodedItem> parse_item_json(std::string_view json);

}  // namespace partita::client
