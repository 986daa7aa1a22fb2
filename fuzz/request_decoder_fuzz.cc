// Any bytes: every kind of request refuses them with a SerializationException or a
// ValidationException, or reads them; what was read and has no problem is written as JSON that
// reads as the same.

#include <cstddef>
#include <cstdint>
#include <string>

#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/create_table.h"
#include "partita/api/delete_item.h"
#include "partita/api/delete_table.h"
#include "partita/api/describe_endpoints.h"
#include "partita/api/describe_limits.h"
#include "partita/api/describe_stream.h"
#include "partita/api/describe_table.h"
#include "partita/api/describe_time_to_live.h"
#include "partita/api/exception.h"
#include "partita/api/get_item.h"
#include "partita/api/get_records.h"
#include "partita/api/get_shard_iterator.h"
#include "partita/api/list_streams.h"
#include "partita/api/list_tables.h"
#include "partita/api/list_tags_of_resource.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/scan.h"
#include "partita/api/tag_resource.h"
#include "partita/api/transact_get_items.h"
#include "partita/api/transact_write_items.h"
#include "partita/api/untag_resource.h"
#include "partita/api/update_item.h"
#include "partita/api/update_table.h"
#include "partita/api/update_time_to_live.h"
#include "partita/base/check.h"
#include "partita/base/utf8.h"
#include "wire/protocol/attribute_json.h"
#include "wire/protocol/errors.h"
#include "wire/protocol/request_decoder.h"

namespace {

using namespace partita;

void check_refusal(const Error& error) {
  const auto exception = api::exception_of(error);
  PARTITA_CHECK(exception == api::Exception::Serialization ||
                exception == api::Exception::Validation);
  PARTITA_CHECK(is_valid_utf8(protocol::error_response(error).body));
}

template <typename Request>
void decode(ByteView json) {
  const auto request = protocol::decode_request<Request>(json);
  if (!request.ok()) check_refusal(request.error());
}

template <typename... Requests>
void decode_all(ByteView json) {
  (decode<Requests>(json), ...);
}

// An item is in its stored form, and its JSON reads as the same item.
void check_item(ByteView json) {
  const auto request = protocol::decode_request<api::PutItemRequest>(json);
  if (!request.ok() || !request->item.check().ok()) return;
  const auto item = ItemView::parse(request->item.view().bytes());
  PARTITA_CHECK(item.ok());
  std::string again = R"({"TableName":"t","Item":)";
  protocol::append_json(again, *item);
  again += '}';
  const auto second = protocol::decode_request<api::PutItemRequest>(again);
  PARTITA_CHECK(second.ok());
  PARTITA_CHECK(second->item.item() == request->item.item());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView json(reinterpret_cast<const char*>(data), size);
  decode_all<api::GetItemRequest, api::PutItemRequest, api::UpdateItemRequest,
             api::DeleteItemRequest, api::QueryRequest, api::ScanRequest>(json);
  decode_all<api::BatchGetItemRequest, api::BatchWriteItemRequest, api::TransactGetItemsRequest,
             api::TransactWriteItemsRequest>(json);
  decode_all<api::CreateTableRequest, api::UpdateTableRequest, api::DescribeTableRequest,
             api::DeleteTableRequest, api::ListTablesRequest>(json);
  decode_all<api::TagResourceRequest, api::UntagResourceRequest, api::ListTagsOfResourceRequest,
             api::UpdateTimeToLiveRequest, api::DescribeTimeToLiveRequest,
             api::DescribeLimitsRequest, api::DescribeEndpointsRequest>(json);
  decode_all<api::ListStreamsRequest, api::DescribeStreamRequest, api::GetShardIteratorRequest,
             api::GetRecordsRequest>(json);
  check_item(json);
  return 0;
}
