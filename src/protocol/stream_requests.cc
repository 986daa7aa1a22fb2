#include "partita/api/describe_stream.h"
#include "partita/api/get_records.h"
#include "partita/api/get_shard_iterator.h"
#include "partita/api/list_streams.h"
#include "protocol/request_decoding.h"

namespace partita::protocol {

template Result<api::ListStreamsRequest> decode_request(ByteView json);
template Result<api::DescribeStreamRequest> decode_request(ByteView json);
template Result<api::GetShardIteratorRequest> decode_request(ByteView json);
template Result<api::GetRecordsRequest> decode_request(ByteView json);

}  // namespace partita::protocol
