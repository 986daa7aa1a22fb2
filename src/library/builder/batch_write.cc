#include "partita/builder/batch_write.h"

#include <utility>

#include "library/builder/batch_writer.h"
#include "partita/api/item_input.h"
#include "partita/base/random.h"

namespace partita::builder {

TableWrite put_into(std::string table_name, const Item& item) {
  TableWrite write{std::move(table_name), {}};
  write.request.put_request.emplace().item = api::item_input(item);
  return write;
}

TableWrite delete_from(std::string table_name, const Item& key) {
  TableWrite write{std::move(table_name), {}};
  write.request.delete_request.emplace().key = api::item_input(key);
  return write;
}

BatchOutcome write_all(Database& database, std::span<const TableWrite> writes, BatchPolicy policy) {
  return sync_wait(write_all_async(database, writes, policy));
}

Task<BatchOutcome> write_all_async(Database& database, std::span<const TableWrite> writes,
                                   BatchPolicy policy) {
  SystemRandom random;
  const auto send = [&database](const api::BatchWriteItemRequest& request) {
    return database.async().batch_write_item(request);
  };
  co_return co_await send_all(send, writes, random, policy);
}

}  // namespace partita::builder
