#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/transact_get_items.h"
#include "partita/api/transact_write_items.h"
#include "wire/protocol/operation_codec.h"

namespace partita::protocol {

PARTITA_OPERATION_CODEC(BatchGetItem)
PARTITA_OPERATION_CODEC(BatchWriteItem)
PARTITA_OPERATION_CODEC(TransactGetItems)
PARTITA_OPERATION_CODEC(TransactWriteItems)

}  // namespace partita::protocol
