#include "wire/endpoints/noted_operation.h"

#include <gtest/gtest.h>

#include <string>

#include "partita/api/describe_stream.h"
#include "partita/api/get_records.h"
#include "partita/api/list_streams.h"
#include "partita/api/put_item.h"

namespace partita::endpoints {
namespace {

const std::string kArn = "arn:aws:dynamodb:us-east-1:000000000000:table/Music/stream/2026-11-16";

template <typename Request>
std::string noted_table(const Request& request) {
  protocol::RequestNote note;
  note_request(note, request);
  return note.table;
}

TEST(NotedOperation, NamesTheTableOfARequest) {
  api::PutItemRequest put;
  put.table_name = "Music";
  EXPECT_EQ(noted_table(put), "Music");
  EXPECT_EQ(noted_table(api::ListStreamsRequest{.table_name = "Music"}), "Music");
  EXPECT_EQ(noted_table(api::ListStreamsRequest{}), "");
}

TEST(NotedOperation, NamesTheTableOfAStream) {
  EXPECT_EQ(noted_table(api::DescribeStreamRequest{.stream_arn = kArn}), "Music");
  EXPECT_EQ(noted_table(api::GetRecordsRequest{.shard_iterator = kArn + "|1|AAAA"}), "Music");
}

TEST(NotedOperation, NamesNoTableIfTheStreamIsNone) {
  EXPECT_EQ(noted_table(api::DescribeStreamRequest{.stream_arn = "Music"}), "");
  EXPECT_EQ(noted_table(api::GetRecordsRequest{.shard_iterator = "|1|AAAA"}), "");
}

}  // namespace
}  // namespace partita::endpoints
