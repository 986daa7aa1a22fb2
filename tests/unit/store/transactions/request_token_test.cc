#include "store/transactions/request_token.h"

#include <gtest/gtest.h>

#include "partita/api/exception.h"
#include "unit/store/transactions/test_store.h"

namespace partita::transactions {
namespace {

constexpr WallTime kNow{std::chrono::hours(500'000)};

TokenRecord record_of(std::string_view request) {
  return {.fingerprint = keys::hash_bytes(request),
          .applied_at_ms = milliseconds_of(kNow),
          .tables = {{.table_name = "Orders", .read_units = 6}, {.table_name = "Stock"}}};
}

TEST(RequestToken, RecordsAreReadBackAsTheyWere) {
  const auto record = record_of("a request");
  EXPECT_EQ(decode_token_record(encode(record)).value(), record);
}

TEST(RequestToken, NoTruncatedRecordIsAccepted) {
  const Bytes bytes = encode(record_of("a request"));
  const std::size_t head = 1 + 20 + 8;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    // A record without its tables is a whole one.
    const bool is_whole = size == head || size == head + 6 + std::string_view("Orders").size();
    EXPECT_EQ(decode_token_record(ByteView(bytes).substr(0, size)).ok(), is_whole) << size;
  }
}

TEST(RequestToken, AnotherVersionIsRefused) {
  Bytes bytes = encode(record_of("a request"));
  bytes[0] = 3;
  EXPECT_EQ(decode_token_record(bytes).error().kind(), ErrorKind::Corrupt);
}

TEST(RequestToken, ANoteIsReadBackAsItWas) {
  auto record = record_of("a request");
  record.note = Bytes("\0\x01 any bytes", 12);
  EXPECT_EQ(decode_token_record(encode(record)).value(), record);
}

TEST(RequestToken, ARecordOfTheFirstVersionIsStillRead) {
  const Bytes head = Bytes("\x01") + Bytes(20, 'f') + Bytes("\0\0\0\0\0\0\0\x07", 8);
  const Bytes bytes = head + Bytes("\0\0\0\x06\0\x06", 6) + "Orders";
  const auto record = decode_token_record(bytes).value();
  EXPECT_EQ(record.applied_at_ms, 7);
  EXPECT_EQ(record.tables.at(0).table_name, "Orders");
  EXPECT_TRUE(record.note.empty());
  EXPECT_EQ(encode(record), bytes);
}

TEST(RequestToken, ANoteThatIsCutOffIsRefused) {
  auto record = record_of("a request");
  record.note = "a note";
  const Bytes bytes = encode(record);
  const std::size_t head = 1 + 20 + 8;
  for (std::size_t size = head; size < head + 4 + record.note.size(); ++size) {
    EXPECT_FALSE(decode_token_record(ByteView(bytes).substr(0, size)).ok()) << size;
  }
}

TEST(RequestToken, LivesTenMinutesAndNotLonger) {
  const auto record = record_of("a request");
  EXPECT_TRUE(record.is_alive(kNow + std::chrono::minutes(10)));
  EXPECT_FALSE(record.is_alive(kNow + std::chrono::minutes(10) + std::chrono::milliseconds(1)));
}

TEST(RequestToken, IsAliveIfTheClockWasSetBack) {
  EXPECT_TRUE(record_of("a request").is_alive(kNow - std::chrono::hours(48)));
}

TEST(RequestToken, ARequestWithoutRecordIsNew) {
  EXPECT_FALSE(find_repetition(std::nullopt, keys::hash_bytes("a request"), kNow)->has_value());
}

TEST(RequestToken, TheSameRequestIsARepetition) {
  const auto record = record_of("a request");
  const auto found = find_repetition(encode(record), record.fingerprint, kNow);
  EXPECT_EQ(found.value(), record);
}

TEST(RequestToken, AnotherRequestIsAMismatchWhileTheTokenLives) {
  const std::optional<Bytes> stored = encode(record_of("a request"));
  const auto other = keys::hash_bytes("another request");
  const auto found = find_repetition(stored, other, kNow);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(api::exception_of(found.error()), api::Exception::IdempotentParameterMismatch);
  EXPECT_FALSE(find_repetition(stored, other, kNow + std::chrono::minutes(11))->has_value());
}

}  // namespace
}  // namespace partita::transactions
