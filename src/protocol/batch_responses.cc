#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/transact_get_items.h"
#include "partita/api/transact_write_items.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

template void append_json(std::string& json, const api::BatchGetItemResponse& response);
template void append_json(std::string& json, const api::BatchWriteItemResponse& response);
template void append_json(std::string& json, const api::TransactGetItemsResponse& response);
template void append_json(std::string& json, const api::TransactWriteItemsResponse& response);

}  // namespace partita::protocol
