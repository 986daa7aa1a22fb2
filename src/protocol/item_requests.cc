#include "partita/api/delete_item.h"
#include "partita/api/get_item.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/scan.h"
#include "partita/api/update_item.h"
#include "protocol/request_decoding.h"

namespace partita::protocol {

template Result<api::GetItemRequest> decode_request(ByteView json);
template Result<api::PutItemRequest> decode_request(ByteView json);
template Result<api::UpdateItemRequest> decode_request(ByteView json);
template Result<api::DeleteItemRequest> decode_request(ByteView json);
template Result<api::QueryRequest> decode_request(ByteView json);
template Result<api::ScanRequest> decode_request(ByteView json);

}  // namespace partita::protocol
