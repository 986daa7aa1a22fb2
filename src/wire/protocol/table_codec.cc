#include "partita/api/create_table.h"
#include "partita/api/delete_table.h"
#include "partita/api/describe_table.h"
#include "partita/api/list_tables.h"
#include "partita/api/update_table.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

PARTITA_ENCODE_RESPONSE(api::CreateTableResponse)
PARTITA_ENCODE_RESPONSE(api::UpdateTableResponse)
PARTITA_ENCODE_RESPONSE(api::DescribeTableResponse)
PARTITA_ENCODE_RESPONSE(api::DeleteTableResponse)
PARTITA_ENCODE_RESPONSE(api::ListTablesResponse)

}  // namespace partita::protocol
