#include "partita/api/create_table.h"
#include "partita/api/delete_table.h"
#include "partita/api/describe_table.h"
#include "partita/api/list_tables.h"
#include "partita/api/update_table.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

template void append_json(std::string& json, const api::CreateTableResponse& response);
template void append_json(std::string& json, const api::UpdateTableResponse& response);
template void append_json(std::string& json, const api::DescribeTableResponse& response);
template void append_json(std::string& json, const api::DeleteTableResponse& response);
template void append_json(std::string& json, const api::ListTablesResponse& response);

}  // namespace partita::protocol
