#include "partita/api/describe_stream.h"
#include "partita/api/get_records.h"
#include "partita/api/get_shard_iterator.h"
#include "partita/api/list_streams.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

template void append_json(std::string& json, const api::ListStreamsResponse& response);
template void append_json(std::string& json, const api::DescribeStreamResponse& response);
template void append_json(std::string& json, const api::GetShardIteratorResponse& response);
template void append_json(std::string& json, const api::GetRecordsResponse& response);

}  // namespace partita::protocol
