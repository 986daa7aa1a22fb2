// Bodies that are written while they are sent are the same as those that are written at once.

#include <gtest/gtest.h>

#include "partita/api/batch_get_item.h"
#include "partita/api/get_records.h"
#include "partita/api/query.h"
#include "partita/api/transact_get_items.h"
#include "wire/protocol/response_encoder.h"

namespace partita::protocol {
namespace {

EncodedItem item(int number, std::size_t bytes) {
  return EncodedItem(
      Item{{"pk", "item"}, {"number", number}, {"text", std::string(bytes, '\x01')}});
}

template <typename Response>
std::string whole(const Response& response) {
  std::string json;
  append_json(json, response);
  return json;
}

template <typename Response>
void expect_same_in_pieces(const Response& response) {
  for (const std::size_t bytes_wanted : {1U, 100U, 5000U, 1'000'000U}) {
    const auto source = json_source(response);
    std::string json;
    std::size_t pieces = 1;
    while (source->append_next(json, bytes_wanted)) ++pieces;
    EXPECT_EQ(json, whole(response)) << bytes_wanted;
    EXPECT_TRUE(pieces == 1 || bytes_wanted < 1'000'000U) << pieces;
  }
}

TEST(JsonSource, WritesAPageOfAQueryInPieces) {
  api::QueryResponse response;
  EncodedItemList items;
  for (int i = 0; i < 50; ++i) items.append(item(i, 200).view());
  response.items = std::move(items);
  response.count = 50;
  expect_same_in_pieces(response);
  expect_same_in_pieces(api::QueryResponse{});
}

TEST(JsonSource, WritesBatchesAndTransactionsInPieces) {
  api::BatchGetItemResponse batch;
  batch.responses.emplace();
  for (const char* table : {"one", "two", "none"}) {
    EncodedItemList items;
    for (int i = 0; table != std::string("none") && i < 5; ++i) items.append(item(i, 300).view());
    batch.responses->emplace_back(table, std::move(items));
  }
  expect_same_in_pieces(batch);
  api::TransactGetItemsResponse transaction;
  transaction.responses = {{.item = item(1, 100)}, {}, {.item = item(2, 2000)}};
  expect_same_in_pieces(transaction);
}

TEST(JsonSource, WritesRecordsInPieces) {
  api::GetRecordsResponse response;
  for (int i = 0; i < 3; ++i) {
    api::Record record;
    record.dynamodb.keys = item(i, 10);
    record.dynamodb.new_image = item(i, 500);
    response.records.push_back(record);
  }
  expect_same_in_pieces(response);
}

// The texts of an item are cut anywhere, and still are the texts.
TEST(JsonSource, WritesItemsWithLongTextsInParts) {
  std::string letters;
  for (int i = 0; i < 20'000; ++i) letters += i % 7 == 0 ? "\"" : "\u00e4";
  Bytes binary;
  for (int i = 0; i < 50'000; ++i) binary.push_back(static_cast<char>(i));
  List list;
  for (const std::size_t bytes : {0U, 16'384U, 16'385U, 100'000U}) {
    list.emplace_back(std::string(bytes, 'x'));
  }
  const EncodedItem large(Item{{"a", letters},
                               {"b", Binary{binary}},
                               {"c", list},
                               {"d", std::string(70'000, '\x02')},
                               {"e", 7}});
  api::QueryResponse response;
  EncodedItemList items;
  for (int i = 0; i < 3; ++i) {
    items.append(large.view());
    items.append(item(i, 10).view());
  }
  response.items = std::move(items);
  for (const std::size_t bytes_wanted : {100U, 60'000U, 1'000'000U}) {
    const auto source = json_source(response);
    std::string json;
    while (source->append_next(json, bytes_wanted)) {
    }
    EXPECT_EQ(json, whole(response)) << bytes_wanted;
  }
}

// However large an item is, none of its pieces keeps an event loop from others for long.
TEST(JsonSource, WritesLittleMoreThanIsWantedOfTheLargestItems) {
  api::QueryResponse response;
  EncodedItemList items;
  for (int i = 0; i < 3; ++i) items.append(item(i, 400'000).view());
  response.items = std::move(items);
  const auto source = json_source(response);
  constexpr std::size_t kWanted = 128 * 1024;
  std::string piece;
  std::size_t bytes = 0;
  bool goes_on = true;
  for (; goes_on; bytes += piece.size()) {
    piece.clear();
    goes_on = source->append_next(piece, kWanted);
    EXPECT_LE(piece.size(), 2 * kWanted);
  }
  EXPECT_EQ(bytes, whole(response).size());
}

TEST(ItemBytes, AreThoseOfAllItemsOfAnAnswer) {
  api::TransactGetItemsResponse response;
  response.responses = {{.item = item(1, 100)}, {}, {.item = item(2, 2000)}};
  const ItemBytes bytes = item_bytes_of(response);
  EXPECT_EQ(bytes.count, 2U);
  EXPECT_EQ(bytes.largest, item(2, 2000).bytes().size());
  EXPECT_EQ(bytes.all, bytes.largest + item(1, 100).bytes().size());
  EXPECT_EQ(item_bytes_of(api::QueryResponse{}).count, 0U);
}

}  // namespace
}  // namespace partita::protocol
