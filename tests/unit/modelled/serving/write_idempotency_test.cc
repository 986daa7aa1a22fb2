#include "modelled/serving/idempotency.h"

#include <thread>

#include "unit/modelled/serving/write_shop.h"

namespace partita::serving {
namespace {

class WriteIdempotency : public ShopFixture {
 protected:
  static PatternWriteRequest keyed(std::string key, PatternWriteRequest request) {
    request.idempotency_key = std::move(key);
    return request;
  }
  Result<WriteAnswer> create(const std::string& key, const std::string& name) {
    return write("create_customer", keyed(key, request_of({}, {{"name", name}})));
  }
};

TEST_F(WriteIdempotency, ARepetitionNamesTheFirstIdAndWritesNothing) {
  const auto first = create("k1", "Ann");
  const auto second = create("k1", "Ann");
  EXPECT_EQ(item_of(second), item_of(first));
  EXPECT_TRUE(second->is_created);
  const auto other = create("k2", "Ann");
  EXPECT_NE(text_in(item_of(other), "customerId"), text_in(item_of(first), "customerId"));
}

TEST_F(WriteIdempotency, AnotherRequestWithTheKeyIsRefused) {
  ASSERT_TRUE(create("k1", "Ann").ok());
  const auto other = create("k1", "Bea");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(api::exception_of(other.error()), api::Exception::IdempotentParameterMismatch);
}

TEST_F(WriteIdempotency, AKeyBelongsToOnePattern) {
  ASSERT_TRUE(create("k1", "Ann").ok());
  const auto saved =
      write("save_customer", keyed("k1", request_of({{"customerId", "c1"}}, {{"name", "Ann"}})));
  EXPECT_TRUE(saved.ok()) << message_of(saved);
}

TEST_F(WriteIdempotency, AFailedRequestIsNotRemembered) {
  const auto request = keyed("k1", request_of({{"id", "c1"}}, {{"note", "a"}}));
  EXPECT_EQ(failure_kind(write("change_customer", request)), FailureKind::NotFound);
  create_customer("c1");
  EXPECT_EQ(text_in(item_of(write("change_customer", request)), "note"), "a");
}

TEST_F(WriteIdempotency, ARepeatedTransitionAndDeleteSucceedAgain) {
  create_customer("c1");
  place_order("c1", 1);
  const auto pay = keyed("k1", request_of({{"customer", "c1"}, {"number", "1"}}));
  ASSERT_TRUE(write("pay_order", pay).ok());
  EXPECT_EQ(text_in(item_of(write("pay_order", pay)), "state"), "paid");
  const auto remove = keyed("k2", request_of({{"customer", "c1"}, {"number", "1"}}));
  ASSERT_TRUE(write("delete_order", remove).ok());
  const auto again = write("delete_order", remove);
  ASSERT_TRUE(again.ok()) << message_of(again);
  EXPECT_EQ(again->rows[0].item, std::nullopt);
}

TEST_F(WriteIdempotency, IsKeptForTenMinutes) {
  const auto first = create("k1", "Ann");
  clock_.advance(std::chrono::minutes(10));
  EXPECT_EQ(item_of(create("k1", "Ann")), item_of(first));
  clock_.advance(std::chrono::milliseconds(1));
  EXPECT_NE(text_in(item_of(create("k1", "Ann")), "customerId"),
            text_in(item_of(first), "customerId"));
}

TEST_F(WriteIdempotency, OutlivesARestart) {
  use_files();
  serve(std::string(kShop));
  const auto first = create("k1", "Ann");
  const Item item = item_of(first);
  restart();
  EXPECT_EQ(item_of(create("k1", "Ann")), item);
  EXPECT_FALSE(create("k1", "Bea").ok());
}

TEST_F(WriteIdempotency, OfTwoAtOnceOneCreates) {
  for (int round = 0; round < 20; ++round) {
    const std::string key = "k" + std::to_string(round);
    std::optional<Result<WriteAnswer>> left;
    std::thread other([&] { left = create(key, "Ann"); });
    const auto right = create(key, "Ann");
    other.join();
    EXPECT_EQ(item_of(*left), item_of(right));
  }
}

TEST(AnswerNote, IsReadBackAsItWas) {
  AnswerNote note{.is_created = true, .keys = {}};
  note.keys.emplace_back(Item{{"pk", "a"}, {"sk", 1}});
  note.keys.emplace_back(Item{{"pk", "b"}});
  const Bytes bytes = encode(note);
  const auto read = decode_answer_note(bytes).value();
  EXPECT_TRUE(read.is_created);
  EXPECT_EQ(read.keys, note.keys);
}

TEST(AnswerNote, ThatIsDamagedIsRefused) {
  AnswerNote note;
  note.keys.emplace_back(Item{{"pk", "a"}});
  const Bytes bytes = encode(note);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    // A note without keys is a whole one.
    EXPECT_EQ(decode_answer_note(ByteView(bytes).substr(0, size)).ok(), size == 2) << size;
  }
  Bytes other = bytes;
  other[0] = 9;
  EXPECT_EQ(decode_answer_note(other).error().kind(), ErrorKind::Corrupt);
}

}  // namespace
}  // namespace partita::serving
