#include "partita/api/delete_item.h"
#include "partita/api/get_item.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/scan.h"
#include "partita/api/update_item.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

PARTITA_ENCODE_RESPONSE(api::GetItemResponse)
PARTITA_ENCODE_RESPONSE(api::PutItemResponse)
PARTITA_ENCODE_RESPONSE(api::UpdateItemResponse)
PARTITA_ENCODE_RESPONSE(api::DeleteItemResponse)
PARTITA_ENCODE_RESPONSE(api::QueryResponse)
PARTITA_ENCODE_RESPONSE(api::ScanResponse)

}  // namespace partita::protocol
