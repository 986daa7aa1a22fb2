// `partita stream`: the changes of a table, as they are made.
#include <fmt/format.h>

#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "cli/data_commands.h"
#include "cli/model_client.h"
#include "cli/stream_text.h"
#include "cli/table_facts.h"
#include "cli/terminal.h"
#include "language/value/json_text.h"
#include "wire/client/tailed_page.h"

namespace partita::cli {
namespace {

using client::DynamodbClient;

// A tenth to a fifth of a second; AWS asks those for patience who read a shard more than five times
// in one.
constexpr int kPauseBetweenLooks = 2;
// So often it is looked for shards that are new.
constexpr int kLooksPerDescription = 40;

Result<std::string> stream_of(const TableFacts& facts) {
  const Value* const stream = facts.description.find("StreamSpecification");
  const bool is_on = stream != nullptr && stream->type() == ValueType::M;
  const std::string arn(text_in(facts.description, "LatestStreamArn"));
  if (is_on && !arn.empty()) return arn;
  return Error::not_found(fmt::format(
      "table {0} has no stream. This switches it on: aws dynamodb update-table --table-name {0} "
      "--stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES",
      facts.name));
}

// The shards of a stream, each read from its beginning or from now on.
class StreamTail {
 public:
  StreamTail(DynamodbClient& client, std::string stream, const StreamCommand& command)
      : client_(client), stream_(std::move(stream)), command_(command) {}

  // Until as many changes are shown as are wanted; without following, until all are.
  Status run() {
    for (int look = 0; !is_over(); ++look) {
      if (look % kLooksPerDescription == 0) TRY(find_shards());
      const bool has_any = TRY(read_shards());
      if (has_any || is_over()) continue;
      if (!command_.follows) return {};
      client_.pause_after(kPauseBetweenLooks);
    }
    return {};
  }

 private:
  struct Shard {
    std::string iterator;
    std::string parent;
  };

  bool is_over() const { return command_.limit && shown_ >= *command_.limit; }

  // What is there at first is read from where the command says; a shard that comes later has
  // nothing but what was not shown yet.
  Status find_shards() {
    std::string last;
    do {
      JsonText request(JsonLayout::Compact);
      request.open_object();
      request.member("StreamArn", stream_);
      if (!last.empty()) request.member("ExclusiveStartShardId", last);
      request.close_object();
      const Item answer = TRY(ask(client_, "DescribeStream", std::move(request).take()));
      const Value* const description = answer.find("StreamDescription");
      if (description == nullptr || description->type() != ValueType::M) {
        return Error::corrupt("the server's answer has no StreamDescription");
      }
      for (const Item& shard : objects_in(description->map(), "Shards")) {
        TRY(add_shard(shard));
      }
      last = text_in(description->map(), "LastEvaluatedShardId");
    } while (!last.empty());
    is_first_ = false;
    return {};
  }

  Status add_shard(const Item& shard) {
    const std::string id(text_in(shard, "ShardId"));
    if (!known_.insert(id).second) return {};
    JsonText request(JsonLayout::Compact);
    request.open_object();
    request.member("StreamArn", stream_);
    request.member("ShardId", id);
    const bool is_from_start = command_.is_from_start || !is_first_;
    request.member("ShardIteratorType", is_from_start ? "TRIM_HORIZON" : "LATEST");
    request.close_object();
    const Item answer = TRY(ask(client_, "GetShardIterator", std::move(request).take()));
    open_[id] = {.iterator = std::string(text_in(answer, "ShardIterator")),
                 .parent = std::string(text_in(shard, "ParentShardId"))};
    return {};
  }

  // Whether there was anything. A shard goes on where its parent ends, so it is read after that.
  Result<bool> read_shards() {
    bool has_any = false;
    for (auto shard = open_.begin(); shard != open_.end() && !is_over();) {
      if (open_.contains(shard->second.parent)) {
        ++shard;
        continue;
      }
      JsonText request(JsonLayout::Compact);
      request.open_object();
      request.member("ShardIterator", shard->second.iterator);
      request.close_object();
      const std::string answer = TRY(client_.call("GetRecords", std::move(request).take()));
      const auto page = TRY(client::parse_tailed_page(answer));
      for (const auto& record : page.records) show(record);
      TRY(output_state());
      const bool is_closed = page.next_iterator.empty();
      has_any = has_any || is_closed || !page.records.empty();
      shard->second.iterator = page.next_iterator;
      shard = is_closed ? open_.erase(shard) : std::next(shard);
    }
    return has_any;
  }

  void show(const client::TailedChange& record) {
    if (is_over()) return;
    ++shown_;
    print(command_.output == ItemOutput::Table
              ? change_text(record, {.has_colours = output_has_colours()})
              : change_line(record, command_.output));
  }

  DynamodbClient& client_;
  const std::string stream_;
  const StreamCommand& command_;
  std::set<std::string, std::less<>> known_;
  std::map<std::string, Shard, std::less<>> open_;  // Those that are not read to their end.
  bool is_first_ = true;
  std::uint64_t shown_ = 0;
};

Status tail_stream(const StreamCommand& command) {
  const auto tables = TRY(open_endpoint(command.target));
  const TableFacts facts = TRY(describe_table(*tables, command.table));
  const auto streams = TRY(open_streams(command.target));
  return StreamTail(*streams, TRY(stream_of(facts)), command).run();
}

}  // namespace

ExitCode run_data(const StreamCommand& command) {
  const auto shown = tail_stream(command);
  return shown.ok() ? ExitCode::Ok : data_failure(shown.error(), command.target);
}

}  // namespace partita::cli
