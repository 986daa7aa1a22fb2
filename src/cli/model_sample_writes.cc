#include "cli/model_sample_writes.h"

#include <utility>

#include "partita/value/item_codec.h"
#include "patterns/update_text.h"

namespace partita::cli {
namespace {

// The item with the key attributes of its table.
Result<EncodedItem> with_keys(const SampleKeys& keys, const samples::Write& write,
                              const Item& item) {
  EncodedItem given(item);
  auto completed =
      TRY(keys.rules.complete_keys(given.view(), write.instant, keys.random, write.entity));
  return completed ? std::move(*completed) : std::move(given);
}

}  // namespace

Result<api::PutItemRequest> put_request(const SampleKeys& keys, const samples::Write& write) {
  api::PutItemRequest request;
  request.table_name = keys.rules.table().name;
  request.item = TRY(with_keys(keys, write, write.attributes));
  return request;
}

Result<api::UpdateItemRequest> update_request(const SampleKeys& keys, const samples::Write& write) {
  const model::Table& table = keys.rules.table();
  const auto whole = TRY(with_keys(keys, write, write.key));
  std::vector<std::string_view> names{table.partition_key};
  if (table.has_sort_key()) names.emplace_back(table.sort_key);
  Bytes key;
  append_projected(key, whole.view(), names);

  api::UpdateItemRequest request;
  request.table_name = table.name;
  request.key = EncodedItem(std::move(key));
  patterns::UpdateText text;
  for (const auto& [name, value] : write.attributes) text.set(name, value);
  TRY(std::move(text).write_to(request));
  return request;
}

}  // namespace partita::cli
