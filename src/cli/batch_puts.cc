#include "cli/batch_puts.h"

#include <utility>

#include "language/value/json_text.h"
#include "wire/client/item_page.h"
#include "wire/protocol/attribute_json.h"

namespace partita::cli {
namespace {

// With pauses of up to five seconds between them: minutes of a server that cannot keep up.
constexpr int kRoundsMax = 60;

std::string batch_request(const std::string& table, const EncodedItemList& items) {
  std::string json = "{\"RequestItems\":{";
  JsonText name(JsonLayout::Compact);
  name.string(table);
  json += std::move(name).take();
  json += ":[";
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) json += ',';
    json += "{\"PutRequest\":{\"Item\":";
    protocol::append_json(json, items.at(i));
    json += "}}";
  }
  json += "]}}";
  return json;
}

// Only the item is at fault, not the server and not who asks.
bool is_fault_of_item(const Error& error) {
  const auto* fault = error.detail<client::DynamodbFault>();
  if (fault == nullptr || error.kind() == ErrorKind::NotFound) return false;
  const std::string& exception = fault->exception();
  return exception == "ValidationException" || exception == "ConditionalCheckFailedException" ||
         exception == "ItemCollectionSizeLimitExceededException" ||
         exception == "TransactionCanceledException" || fault->status() == 413;
}

Result<std::vector<RefusedItem>> put_each(client::DynamodbClient& client, const std::string& table,
                                          const EncodedItemList& items) {
  std::vector<RefusedItem> refused;
  for (std::size_t i = 0; i < items.size(); ++i) {
    JsonText json(JsonLayout::Compact);
    json.open_object();
    json.member("TableName", table);
    json.name("Item");
    std::string item;
    protocol::append_json(item, items.at(i));
    json.raw(item);
    json.close_object();
    const auto answer = client.call("PutItem", std::move(json).take());
    if (answer.ok()) continue;
    if (!is_fault_of_item(answer.error())) return answer.error();
    refused.push_back({i, answer.error().message()});
  }
  return refused;
}

}  // namespace

Result<std::vector<RefusedItem>> put_batch(client::DynamodbClient& client, const std::string& table,
                                           const EncodedItemList& items) {
  EncodedItemList left;
  for (int round = 0; round < kRoundsMax; ++round) {
    const auto answer =
        client.call("BatchWriteItem", batch_request(table, round == 0 ? items : left));
    if (!answer.ok() && is_fault_of_item(answer.error())) return put_each(client, table, items);
    if (!answer.ok()) return answer.error();
    left = TRY(client::parse_unprocessed_puts(*answer));
    if (left.is_empty()) return std::vector<RefusedItem>();
    client.pause_after(round);
  }
  return Error::unavailable("the server leaves items unwritten, however often it is asked");
}

}  // namespace partita::cli
