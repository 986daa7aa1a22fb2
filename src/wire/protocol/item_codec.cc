#include "partita/api/delete_item.h"
#include "partita/api/get_item.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/scan.h"
#include "partita/api/update_item.h"
#include "wire/protocol/operation_codec.h"

namespace partita::protocol {

PARTITA_OPERATION_CODEC(GetItem)
PARTITA_OPERATION_CODEC(PutItem)
PARTITA_OPERATION_CODEC(UpdateItem)
PARTITA_OPERATION_CODEC(DeleteItem)
PARTITA_OPERATION_CODEC(Query)
PARTITA_OPERATION_CODEC(Scan)

}  // namespace partita::protocol
