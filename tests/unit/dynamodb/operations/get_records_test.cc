// What a script cannot show of streams: what time does to iterators and records.

#include "dynamodb/operations/get_records.h"

#include <chrono>
#include <string>
#include <vector>

#include "dynamodb/operations/describe_stream.h"
#include "dynamodb/operations/get_shard_iterator.h"
#include "dynamodb/operations/list_streams.h"
#include "dynamodb/operations/update_time_to_live.h"
#include "store/expiry/sweeper.h"
#include "store/streams/trimmer.h"
#include "unit/dynamodb/operations/table_fixture.h"

namespace partita::operations {
namespace {

using namespace std::chrono_literals;
using api::Exception;
using api::ShardIteratorType;

class GetRecords : public TableFixture {
 protected:
  GetRecords() {
    auto request = simple();
    request.stream_specification = {.stream_enabled = true,
                                    .stream_view_type = api::StreamViewType::KeysOnly};
    arn_ = create(request)->latest_stream_arn.value();
  }

  void put_order(const std::string& name) { put(Item{{"pk", name}, {"sk", "1"}}); }

  Result<api::StreamDescription> describe_stream_of_orders() {
    auto response = sync_wait(describe_stream(*context_, {.stream_arn = arn_}));
    if (!response.ok()) return std::move(response).error();
    return std::move(response->stream_description);
  }
  Result<std::string> iterator(ShardIteratorType type,
                               std::optional<std::string> sequence_number = {}) {
    auto response = sync_wait(
        get_shard_iterator(*context_, {.stream_arn = arn_,
                                       .shard_id = describe_stream_of_orders()->shards[0].shard_id,
                                       .shard_iterator_type = type,
                                       .sequence_number = std::move(sequence_number)}));
    if (!response.ok()) return std::move(response).error();
    return std::move(response->shard_iterator);
  }
  Result<api::GetRecordsResponse> read(const std::string& shard_iterator) {
    return sync_wait(get_records(*context_, {.shard_iterator = shard_iterator}));
  }
  std::vector<std::string> orders_from(const Result<std::string>& shard_iterator) {
    const auto answer = read(shard_iterator.value());
    EXPECT_TRUE(answer.ok()) << answer.error().to_string();
    std::vector<std::string> names;
    for (const auto& record : answer->records) {
      names.emplace_back(record.dynamodb.keys.view().find("pk")->string());
    }
    return names;
  }
  void trim() {
    const auto trimmed = sync_wait(streams::Trimmer(*engine_, clock_, {}).trim_once());
    ASSERT_TRUE(trimmed.ok()) << trimmed.error().to_string();
  }

  std::string arn_;
};

using Names = std::vector<std::string>;

TEST_F(GetRecords, RefusesAnIteratorThatIsTooOld) {
  const auto first = iterator(ShardIteratorType::TrimHorizon);
  clock_.advance(15min);
  const auto page = read(*first);
  ASSERT_TRUE(page.ok());
  clock_.advance(1s);
  EXPECT_EQ(error_of(read(*first), Exception::ExpiredIterator),
            "The provided iterator exceeds the maximum age allowed.");
  EXPECT_TRUE(read(*page->next_shard_iterator).ok());
}

TEST_F(GetRecords, GoesOnAfterARestart) {
  put_order("first");
  const auto latest = iterator(ShardIteratorType::Latest);
  restart();
  put_order("second");
  EXPECT_EQ(orders_from(latest), Names{"second"});
}

TEST_F(GetRecords, TellsThatRecordsAreTrimmed) {
  put_order("old");
  const auto record = read(*iterator(ShardIteratorType::TrimHorizon))->records.at(0);
  clock_.advance(23h + 55min);
  put_order("new");
  const auto horizon = iterator(ShardIteratorType::TrimHorizon);
  clock_.advance(10min);
  trim();
  constexpr auto kTrimmed = "The data you are trying to access has been trimmed";
  EXPECT_EQ(error_of(read(*horizon), Exception::TrimmedDataAccess), kTrimmed);
  const auto number = record.dynamodb.sequence_number;
  EXPECT_EQ(
      error_of(iterator(ShardIteratorType::AtSequenceNumber, number), Exception::TrimmedDataAccess),
      kTrimmed);
  EXPECT_EQ(orders_from(iterator(ShardIteratorType::TrimHorizon)), Names{"new"});
  const auto start =
      describe_stream_of_orders()->shards[0].sequence_number_range.starting_sequence_number;
  EXPECT_EQ(orders_from(iterator(ShardIteratorType::AtSequenceNumber, start)), Names{"new"});
}

TEST_F(GetRecords, MissesNothingBehindTheStartOfAnEmptyShard) {
  put_order("old");
  clock_.advance(25h);
  trim();
  const auto start =
      describe_stream_of_orders()->shards[0].sequence_number_range.starting_sequence_number;
  const auto at = iterator(ShardIteratorType::AtSequenceNumber, start);
  const auto after = iterator(ShardIteratorType::AfterSequenceNumber, start);
  put_order("next");
  EXPECT_EQ(orders_from(at), Names{"next"});
  EXPECT_EQ(orders_from(after), Names{"next"});
}

TEST_F(GetRecords, ReadsAStreamForADayAfterItsTableIsGone) {
  put_order("only");
  ASSERT_TRUE(remove().ok());
  clock_.advance(23h);
  trim();
  EXPECT_EQ(orders_from(iterator(ShardIteratorType::TrimHorizon)), Names{"only"});
  clock_.advance(2h);
  trim();
  EXPECT_EQ(error_of(describe_stream_of_orders(), Exception::ResourceNotFound),
            "Requested resource not found: Stream: " + arn_ + " not found");
  EXPECT_TRUE(sync_wait(list_streams(*context_, {}))->streams.empty());
}

TEST_F(GetRecords, RefusesASequenceNumberThatIsStillToCome) {
  EXPECT_NE(error_of(iterator(ShardIteratorType::AfterSequenceNumber, "199999999999999999999")),
            "no error");
  EXPECT_NE(error_of(iterator(ShardIteratorType::AfterSequenceNumber, "999999999999999999999")),
            "no error");
}

TEST_F(GetRecords, NamesTheServiceForItemsThatExpireAndNobodyForOthers) {
  const api::UpdateTimeToLiveRequest switch_on{
      .table_name = "orders",
      .time_to_live_specification = {.enabled = true, .attribute_name = "ends"}};
  ASSERT_TRUE(sync_wait(update_time_to_live(*context_, switch_on)).ok());
  put(Item{{"pk", "brief"}, {"sk", "1"}, {"ends", 1'800'000'010}});
  clock_.advance(1min);
  const auto calendar = sync_wait(calendar::Calendar::open(*engine_, clock_)).value();
  const auto swept = expiry::Sweeper(*engine_, *catalog_, *calendar, {}).sweep_once();
  ASSERT_TRUE(swept.ok() && swept->items_deleted == 1);
  const auto records = read(*iterator(ShardIteratorType::TrimHorizon))->records;
  ASSERT_EQ(records.size(), 2U);
  EXPECT_FALSE(records[0].user_identity);
  EXPECT_EQ(records[1].event_name, api::OperationType::Remove);
  ASSERT_TRUE(records[1].user_identity);
  EXPECT_EQ(records[1].user_identity->type, "Service");
  EXPECT_EQ(records[1].user_identity->principal_id, "dynamodb.amazonaws.com");
}

TEST_F(GetRecords, RoundsTheTimeOfAChangeDownToTheSecond) {
  clock_.advance(1s - 1ms);
  const auto second = std::chrono::floor<std::chrono::seconds>(clock_.wall_now());
  put_order("late");
  const auto answer = read(*iterator(ShardIteratorType::TrimHorizon));
  EXPECT_EQ(answer->records.at(0).dynamodb.approximate_creation_date_time.seconds,
            static_cast<double>(second.time_since_epoch().count()));
}

}  // namespace
}  // namespace partita::operations
