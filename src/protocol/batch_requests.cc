#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/transact_get_items.h"
#include "partita/api/transact_write_items.h"
#include "protocol/request_decoding.h"

namespace partita::protocol {

template Result<api::BatchGetItemRequest> decode_request(ByteView json);
template Result<api::BatchWriteItemRequest> decode_request(ByteView json);
template Result<api::TransactGetItemsRequest> decode_request(ByteView json);
template Result<api::TransactWriteItemsRequest> decode_request(ByteView json);

}  // namespace partita::protocol
