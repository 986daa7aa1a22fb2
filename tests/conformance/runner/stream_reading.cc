#include "conformance/runner/stream_reading.h"

#include <fmt/format.h>

#include <string>

namespace partita::conformance {
namespace {

// A shard that is open never ends: it is read up to the first empty answer.
constexpr std::size_t kAnswersMax = 10'000;

Result<Json> ask(Endpoint& endpoint, std::string_view target, const Json& body) {
  const auto answer = TRY(endpoint.send(target, body.dump()));
  if (answer.status == 200) return Json::parse(answer.body);
  return Error::internal(fmt::format("{} {}: {}", target, body.dump(), answer.body));
}

Result<Json> arn_of(Endpoint& endpoint, const Json& which) {
  if (which.contains("StreamArn")) return which["StreamArn"];
  const auto described = TRY(ask(endpoint, "DynamoDB_20120810.DescribeTable", which));
  if (described["Table"].contains("LatestStreamArn")) return described["Table"]["LatestStreamArn"];
  return Error::internal("the table never had a stream");
}

Status read_shard(Endpoint& endpoint, const Json& position, Json& records) {
  const auto first = TRY(ask(endpoint, "DynamoDBStreams_20120810.GetShardIterator", position));
  Json request = {{"ShardIterator", first["ShardIterator"]}};
  for (std::size_t answers = 0; answers < kAnswersMax; ++answers) {
    const auto page = TRY(ask(endpoint, "DynamoDBStreams_20120810.GetRecords", request));
    for (const auto& record : page["Records"]) records.push_back(record);
    if (page["Records"].empty() || !page.contains("NextShardIterator")) return {};
    request["ShardIterator"] = page["NextShardIterator"];
  }
  return Error::internal("records without end");
}

}  // namespace

Result<Json> read_stream(Endpoint& endpoint, const Json& which) {
  const Json arn = TRY(arn_of(endpoint, which));
  const auto described =
      TRY(ask(endpoint, "DynamoDBStreams_20120810.DescribeStream", {{"StreamArn", arn}}));
  Json records = Json::array();
  for (const auto& shard : described["StreamDescription"]["Shards"]) {
    const Json position = {
        {"StreamArn", arn}, {"ShardId", shard["ShardId"]}, {"ShardIteratorType", "TRIM_HORIZON"}};
    TRY(read_shard(endpoint, position, records));
  }
  return records;
}

}  // namespace partita::conformance
