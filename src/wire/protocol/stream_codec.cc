#include "partita/api/describe_stream.h"
#include "partita/api/get_records.h"
#include "partita/api/get_shard_iterator.h"
#include "partita/api/list_streams.h"
#include "wire/protocol/operation_codec.h"

namespace partita::protocol {

PARTITA_OPERATION_CODEC(ListStreams)
PARTITA_OPERATION_CODEC(DescribeStream)
PARTITA_OPERATION_CODEC(GetShardIterator)
PARTITA_OPERATION_CODEC(GetRecords)

}  // namespace partita::protocol
