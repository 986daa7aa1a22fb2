#include "modelled/serving/item_fetch.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "dynamodb/operations/batch_get_item.h"
#include "partita/value/item_codec.h"

namespace partita::serving {
namespace {

using Items = std::vector<std::optional<EncodedItem>>;
using Places = std::map<Bytes, std::size_t>;  // By key, in its stored form.

// AWS: "BatchGetItem ... up to 100 items" (API_BatchGetItem).
constexpr std::size_t kKeysMax = 100;

std::vector<std::string_view> key_names(const model::Table& table) {
  std::vector<std::string_view> names{table.partition_key};
  if (table.has_sort_key()) names.emplace_back(table.sort_key);
  return names;
}

Bytes key_of(const ItemView& item, std::span<const std::string_view> names) {
  Bytes key;
  append_projected(key, item, names);
  return key;
}

api::BatchGetItemRequest request_for(const model::Table& table, const Places& places) {
  api::KeysAndAttributes wanted;
  wanted.keys.reserve(places.size());
  for (const auto& [key, place] : places) wanted.keys.emplace_back(EncodedItem(key));
  api::BatchGetItemRequest request;
  request.request_items.emplace_back(table.name, std::move(wanted));
  request.return_consumed_capacity = api::ReturnConsumedCapacity::Total;
  return request;
}

void take(const api::BatchGetItemResponse& response, std::span<const std::string_view> names,
          const Places& places, Items& items) {
  if (!response.responses) return;
  for (const auto& [table, found] : *response.responses) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto place = places.find(key_of(found.at(i), names));
      if (place != places.end()) items[place->second] = EncodedItem(found.at(i));
    }
  }
}

void add_cost(const api::BatchGetItemResponse& response, ReadCost& cost) {
  if (!response.consumed_capacity) return;
  for (const auto& consumed : *response.consumed_capacity) {
    cost.read_units += consumed.capacity_units.value_or(0);
  }
}

}  // namespace

Task<Result<Items>> fetch_items(const operations::ReadContext& context, const model::Table& table,
                                const EncodedItemList& rows, ReadCost& cost) {
  const auto names = key_names(table);
  Items items(rows.size());
  for (std::size_t begin = 0; begin < rows.size(); begin += kKeysMax) {
    Places places;
    for (std::size_t i = begin; i < std::min(begin + kKeysMax, rows.size()); ++i) {
      places.emplace(key_of(rows.at(i), names), i);
    }
    api::BatchGetItemRequest request = request_for(table, places);
    while (!request.request_items.empty()) {
      auto response = co_await operations::batch_get_item(context, request);
      CO_TRY(response);
      take(*response, names, places, items);
      add_cost(*response, cost);
      request.request_items.clear();
      if (response->unprocessed_keys) request.request_items = *response->unprocessed_keys;
    }
  }
  co_return items;
}

}  // namespace partita::serving
