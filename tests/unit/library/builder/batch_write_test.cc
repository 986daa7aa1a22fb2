#include "library/builder/batch_writer.h"

#include "partita/value/measure.h"
#include "unit/library/builder/music_store.h"

namespace partita::builder {
namespace {

class BatchWrite : public MusicStore {
 protected:
  static TableWrite artist(int number) {
    return put_into("music", {{"PK", make_key("ARTIST", std::to_string(number))}, {"SK", "#"}});
  }
  static std::vector<TableWrite> artists(int count) {
    std::vector<TableWrite> writes;
    for (int i = 0; i < count; ++i) writes.push_back(artist(i));
    return writes;
  }
  static constexpr BatchPolicy kHasty{.attempts_max = 4,
                                      .first_pause = std::chrono::microseconds(1),
                                      .longest_pause = std::chrono::microseconds(5)};
};

TEST_F(BatchWrite, MakesMoreWritesThanOneRequestTakes) {
  auto writes = artists(60);
  writes.push_back(delete_from("music", {{"PK", "ARTIST#0"}, {"SK", "#"}}));
  const auto outcome = write_all(database_, writes);
  EXPECT_EQ(outcome.written, 61u);
  EXPECT_TRUE(outcome.failed.empty());
  EXPECT_FALSE(get("ARTIST#0", "#"));
  EXPECT_TRUE(get("ARTIST#59", "#"));
}

TEST_F(BatchWrite, TellsWhichWritesFailedAndMakesTheOthers) {
  auto writes = artists(30);
  writes[3] = put_into("music", {{"PK", "ARTIST#3"}});
  writes[28] = put_into("nowhere", {{"PK", "ARTIST#28"}, {"SK", "#"}});
  const auto outcome = write_all(database_, writes);
  EXPECT_EQ(outcome.written, 28u);
  ASSERT_EQ(outcome.failed.size(), 2u);
  EXPECT_EQ(outcome.failed[0].index, 3u);
  EXPECT_EQ(outcome.failed[0].error.kind(), ErrorKind::InvalidArgument);
  EXPECT_EQ(outcome.failed[1].index, 28u);
  EXPECT_TRUE(get("ARTIST#29", "#"));
}

TEST_F(BatchWrite, AnItemThatMayNotBeStoredFailsAlone) {
  auto writes = artists(3);
  writes[1] = put_into("music", {{"PK", "ARTIST#1"}, {"SK", "#"}, {"name", "\xff"}});
  const auto outcome = write_all(database_, writes);
  EXPECT_EQ(outcome.written, 2u);
  ASSERT_EQ(outcome.failed.size(), 1u);
  EXPECT_EQ(outcome.failed[0].index, 1u);
}

TEST_F(BatchWrite, OfTwoWritesOfOneItemTheLaterCounts) {
  std::vector<TableWrite> writes{artist(1), artist(2)};
  writes.push_back(put_into("music", {{"PK", "ARTIST#1"}, {"SK", "#"}, {"name", "later"}}));
  const auto outcome = write_all(database_, writes);
  EXPECT_EQ(outcome.written, 3u);
  EXPECT_EQ(*get("ARTIST#1", "#")->find("name"), Value("later"));
}

TEST_F(BatchWrite, RequestsKeepTheLimitsOfCountAndSize) {
  std::vector<TableWrite> writes;
  for (int i = 0; i < 60; ++i) {
    writes.push_back(put_into("music", {{"PK", make_key("A", std::to_string(i))},
                                        {"SK", "#"},
                                        {"text", std::string(i < 30 ? 1000 : 400'000, 'x')}}));
  }
  std::vector<std::size_t> sizes;
  const auto send = [&](const api::BatchWriteItemRequest& request) {
    std::size_t bytes = 0;
    for (const auto& write : request.request_items.at(0).second) {
      bytes += size_bytes(write.put_request->item.view());
    }
    EXPECT_LE(bytes, std::size_t{16} << 20);
    sizes.push_back(request.request_items[0].second.size());
    return Task<Result<api::BatchWriteItemResponse>>::ready(api::BatchWriteItemResponse());
  };
  const auto outcome = sync_wait(send_all(send, writes, random_, kHasty));
  EXPECT_EQ(outcome.written, 60u);
  EXPECT_EQ(sizes.at(0), 25u);
}

// Leaves the last write of each request for later, `times` times.
struct Hesitating {
  Task<Result<api::BatchWriteItemResponse>> operator()(const api::BatchWriteItemRequest& request) {
    ++requests;
    api::BatchWriteItemResponse response;
    if (times-- > 0) {
      const auto& [table, writes] = request.request_items[0];
      response.unprocessed_items.emplace().emplace_back(table, std::vector{writes.back()});
    }
    return Task<Result<api::BatchWriteItemResponse>>::ready(std::move(response));
  }

  int times;
  int requests = 0;
};

TEST_F(BatchWrite, SendsAgainWhatCameBack) {
  Hesitating send{.times = 2};
  const auto writes = artists(5);
  const auto outcome = sync_wait(send_all(send, writes, random_, kHasty));
  EXPECT_EQ(outcome.written, 5u);
  EXPECT_EQ(send.requests, 3);
}

TEST_F(BatchWrite, GivesUpWhatComesBackAgainAndAgain) {
  Hesitating send{.times = 100};
  const auto writes = artists(5);
  const auto outcome = sync_wait(send_all(send, writes, random_, kHasty));
  EXPECT_EQ(outcome.written, 4u);
  ASSERT_EQ(outcome.failed.size(), 1u);
  EXPECT_EQ(outcome.failed[0].index, 4u);
  EXPECT_EQ(outcome.failed[0].error.kind(), ErrorKind::Unavailable);
  EXPECT_EQ(send.requests, 4);
}

}  // namespace
}  // namespace partita::builder
