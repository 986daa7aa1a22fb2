#include "modelled/registry/model_record.h"

#include <gtest/gtest.h>

#include "partita/value/item_codec.h"

namespace partita::registry {
namespace {

ModelRecord example_record() {
  ModelRecord record;
  record.name = "shop";
  record.source = {.file_name = "shop.yaml", .text = "format: 1\n", .params = {{"stage", "dev"}}};
  record.version = 3;
  record.incarnation = 7;
  record.applied_at = WallTime(std::chrono::milliseconds(1'700'000'000'123));
  record.observed = {"orders"};
  record.is_main = false;
  return record;
}

TEST(ModelRecord, ComesBackAsItWas) {
  const ModelRecord record = example_record();
  const auto decoded = decode_record("shop", encode_record(record));
  ASSERT_TRUE(decoded.ok()) << decoded.error().message();
  EXPECT_EQ(decoded->name, record.name);
  EXPECT_EQ(decoded->source, record.source);
  EXPECT_EQ(decoded->version, record.version);
  EXPECT_EQ(decoded->incarnation, record.incarnation);
  EXPECT_EQ(decoded->applied_at, record.applied_at);
  EXPECT_EQ(decoded->observed, record.observed);
  EXPECT_EQ(decoded->is_main, record.is_main);
}

TEST(ModelRecord, NamesTheModelWhoseRecordIsDamaged) {
  const Bytes bytes = encode_record(example_record());
  for (const ByteView damaged : {ByteView(bytes).substr(0, bytes.size() / 2), ByteView()}) {
    const auto decoded = decode_record("shop", damaged);
    ASSERT_FALSE(decoded.ok());
    EXPECT_EQ(decoded.error().kind(), ErrorKind::Corrupt);
    EXPECT_NE(decoded.error().message().find("shop"), std::string::npos);
  }
  EXPECT_FALSE(decode_record("shop", encode(Item{{"Text", 1}})).ok());
}

TEST(ModelRecord, KeepsHistoryInTheOrderOfTime) {
  EXPECT_LT(history_key("shop", 9), history_key("shop", 10));
  EXPECT_TRUE(history_key("shop", 9).starts_with(history_prefix("shop")));
  EXPECT_FALSE(history_key("shop2", 9).starts_with(history_prefix("shop")));
}

}  // namespace
}  // namespace partita::registry
