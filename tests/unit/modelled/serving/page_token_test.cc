#include "modelled/serving/page_token.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/memory/memory_engine.h"
#include "modelled/registry/model_store.h"
#include "unit/modelled/serving/read_database.h"

namespace partita::serving {
namespace {

constexpr const char* kPagedShop = R"(
format: 1
model: shop
version: 4
tables:
  orders:
    name: shop-orders
    key: {partition: id}
    billing: {mode: on_demand}
    enforcement: enforce
    indexes:
      by_user: {partition: [user], sort: [total], project: all}
      by_place: {partition: [place], sort: [total], project: all}
entities:
  Order:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      user: {type: string, required: true}
      place: {type: string, required: true}
      total: {type: int, required: true}
patterns:
  of_user: {query: Order, where: {user: $user}, order: {by: [total]}}
  of_place: {query: Order, where: {place: $place}, order: {by: [total]}}
  get_order: {get: Order, by: {id: $id}}
)";

std::string with(std::string text, std::string_view part, std::string_view other) {
  const auto at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), other);
}

class PageTokensOfReads : public ::testing::Test {
 protected:
  PageTokensOfReads() {
    for (int i = 0; i < 9; ++i) {
      database_.put(
          "shop-orders",
          {{"id", "o" + std::to_string(i)}, {"user", "ada"}, {"place", "rome"}, {"total", i}});
    }
    token_ = database_.read("of_user", {{"user", "ada"}}, 2)->next;
  }
  std::string failure(const std::string& token, const std::string& user = "ada") {
    return database_.failure("of_user", {{"user", user}}, 2, token);
  }
  void apply(const std::string& text) {
    const registry::ModelSource source{.file_name = "test.yaml", .text = text, .params = {}};
    const auto applied = sync_wait(database_.models().apply(source));
    ASSERT_TRUE(applied.ok()) << applied.error().message();
    database_.serve_again();
  }

  ReadDatabase database_{kPagedShop};
  std::string token_;
};

TEST_F(PageTokensOfReads, LeadToTheNextPageWhateverItsSize) {
  EXPECT_EQ(column(*database_.read("of_user", {{"user", "ada"}}, 3, token_), "total"), "2 3 4");
  EXPECT_EQ(column(*database_.read("of_user", {{"user", "ada"}}, {}, token_), "total"),
            "2 3 4 5 6 7 8");
}

TEST_F(PageTokensOfReads, AreFitForUrls) {
  EXPECT_EQ(token_.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                     "0123456789-_"),
            std::string::npos);
  EXPECT_LT(token_.size(), 200U);
}

TEST_F(PageTokensOfReads, AreOfOnePatternAndItsArguments) {
  EXPECT_EQ(failure(token_, "bob"),
            "BadToken T301: page token belongs to pattern of_user with other parameters");
  EXPECT_EQ(database_.failure("of_place", {{"place", "rome"}}, 2, token_),
            "BadToken T301: page token belongs to pattern of_user");
  EXPECT_EQ(database_.failure("get_order", {{"id", "o1"}}, {}, token_),
            "BadArgument: page: get_order gives one item");
}

TEST_F(PageTokensOfReads, AreRefusedIfAnythingOfThemWasChanged) {
  const std::string changed = "BadToken T302: page token was changed";
  for (std::size_t i = 0; i < token_.size(); ++i) {
    std::string other = token_;
    other[i] = other[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(failure(other), changed) << i;
    EXPECT_EQ(failure(token_.substr(0, i) + "A" + token_.substr(i)), changed) << i;
    if (i > 0) {
      EXPECT_EQ(failure(token_.substr(0, i)), changed) << i;
    }
  }
  for (const std::string odd : {"=", "A", "AAAA", "%", "\xff", "token"}) {
    EXPECT_EQ(failure(odd), changed) << odd;
  }
  EXPECT_EQ(failure(std::string(1'000'000, 'A')), changed);
}

TEST_F(PageTokensOfReads, OutliveAModelThatKeepsTheKeys) {
  apply(with(with(kPagedShop, "version: 4", "version: 5"), "total: {type: int, required: true}",
             "total: {type: int, required: true}\n      note: {type: string}"));
  EXPECT_EQ(column(*database_.read("of_user", {{"user", "ada"}}, 2, token_), "total"), "2 3");
}

TEST_F(PageTokensOfReads, EndWithTheKeysTheyWereMadeFor) {
  apply(with(with(kPagedShop, "version: 4", "version: 5"),
             "of_user: {query: Order, where: {user: $user}, order: {by: [total]}}",
             "of_user: {query: Order, where: {user: $user},"
             " order: {by: [total], descending: true}}"));
  EXPECT_EQ(failure(token_),
            "BadToken T303: page token is of model version 4, now 5; the pattern's keys changed, "
            "start again");
}

TEST_F(PageTokensOfReads, AreGoodForADay) {
  database_.advance(std::chrono::hours(24));
  EXPECT_EQ(failure(token_), "");
  database_.advance(std::chrono::seconds(1));
  EXPECT_EQ(failure(token_), "BadToken T304: page token expired (24h)");
}

TEST(PageTokens, AreSignedWithTheSecretOfTheirDatabase) {
  auto first = engine::open_memory_engine();
  auto second = engine::open_memory_engine();
  SystemRandom random;
  const auto tokens = sync_wait(PageTokens::open(*first, random)).value();
  const auto again = sync_wait(PageTokens::open(*first, random)).value();
  const auto others = sync_wait(PageTokens::open(*second, random)).value();
  const Bytes content("here\0", 5);
  EXPECT_EQ(again.verify(tokens.sign(content)), content);
  EXPECT_EQ(others.verify(tokens.sign(content)), std::nullopt);
  EXPECT_EQ(tokens.verify(tokens.sign("")), Bytes());
}

TEST(PageCursors, AreReadBackAsTheyWereWritten) {
  PageCursor cursor;
  cursor.is_reversed = true;
  cursor.boundary = 2;
  cursor.positions.resize(3);
  cursor.positions[0] = EncodedItem(Item{{"id", "a"}, {"at", 7}});
  cursor.positions[2] = EncodedItem(Item{{"id", "b"}, {"at", 8}});
  Bytes bytes;
  append_cursor(bytes, cursor);
  const auto read = read_cursor(bytes, 3);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->is_reversed);
  EXPECT_EQ(read->boundary, 2U);
  EXPECT_EQ(read->positions, cursor.positions);
  EXPECT_FALSE(read_cursor(bytes, 2));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(read_cursor(ByteView(bytes).substr(0, size), 3)) << size;
  }
}

}  // namespace
}  // namespace partita::serving
