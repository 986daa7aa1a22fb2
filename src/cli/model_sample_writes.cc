#include "cli/model_sample_writes.h"

#include <utility>

#include "modelled/serving/attribute_update.h"
#include "partita/value/item_codec.h"

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

Result<operations::TreeWrite> update_request(const SampleKeys& keys, const samples::Write& write) {
  const model::Table& table = keys.rules.table();
  const auto whole = TRY(with_keys(keys, write, write.key));
  std::vector<std::string_view> names{table.partition_key};
  if (table.has_sort_key()) names.emplace_back(table.sort_key);
  Bytes key;
  append_projected(key, whole.view(), names);

  serving::AttributeUpdate update;
  for (const auto& [name, value] : write.attributes) update.set(name, value);
  return operations::TreeWrite{.kind = operations::TreeWrite::Kind::Update,
                               .table_name = table.name,
                               .subject = EncodedItem(std::move(key)),
                               .update = std::move(update).tree()};
}

}  // namespace partita::cli
