#include "partita/api/create_table.h"
#include "partita/api/delete_table.h"
#include "partita/api/describe_table.h"
#include "partita/api/list_tables.h"
#include "partita/api/update_table.h"
#include "protocol/request_decoding.h"

namespace partita::protocol {

template Result<api::CreateTableRequest> decode_request(ByteView json);
template Result<api::UpdateTableRequest> decode_request(ByteView json);
template Result<api::DescribeTableRequest> decode_request(ByteView json);
template Result<api::DeleteTableRequest> decode_request(ByteView json);
template Result<api::ListTablesRequest> decode_request(ByteView json);

}  // namespace partita::protocol
