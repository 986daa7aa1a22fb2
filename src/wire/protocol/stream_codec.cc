#include "partita/api/describe_stream.h"
#include "partita/api/get_records.h"
#include "partita/api/get_shard_iterator.h"
#include "partita/api/list_streams.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

PARTITA_ENCODE_RESPONSE(api::ListStreamsResponse)
PARTITA_ENCODE_RESPONSE(api::DescribeStreamResponse)
PARTITA_ENCODE_RESPONSE(api::GetShardIteratorResponse)
PARTITA_ENCODE_RESPONSE(api::GetRecordsResponse)

}  // namespace partita::protocol
