#include "partita/api/delete_item.h"
#include "partita/api/get_item.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/scan.h"
#include "partita/api/update_item.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

template void append_json(std::string& json, const api::GetItemResponse& response);
template void append_json(std::string& json, const api::PutItemResponse& response);
template void append_json(std::string& json, const api::UpdateItemResponse& response);
template void append_json(std::string& json, const api::DeleteItemResponse& response);
template void append_json(std::string& json, const api::QueryResponse& response);
template void append_json(std::string& json, const api::ScanResponse& response);

}  // namespace partita::protocol
