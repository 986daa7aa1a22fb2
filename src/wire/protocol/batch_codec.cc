#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/transact_get_items.h"
#include "partita/api/transact_write_items.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

PARTITA_ENCODE_RESPONSE(api::BatchGetItemResponse)
PARTITA_ENCODE_RESPONSE(api::BatchWriteItemResponse)
PARTITA_ENCODE_RESPONSE(api::TransactGetItemsResponse)
PARTITA_ENCODE_RESPONSE(api::TransactWriteItemsResponse)

}  // namespace partita::protocol
