#include "store/catalog/table_codec.h"

#include <gtest/gtest.h>

#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"

namespace partita::catalog {
namespace {

Index full_index() {
  Index index{.id = keys::IndexId{7}, .kind = IndexKind::Global, .name = "by-owner"};
  index.key.partition = {{"owner", keys::KeyValueType::String},
                         {"kind", keys::KeyValueType::Binary}};
  index.key.sort = {{"at", keys::KeyValueType::Number}};
  index.projection = IndexProjection::Include;
  index.non_key_attributes = {"note", "title"};
  index.state = IndexState::Creating;
  index.settings.provisioned_throughput.read_capacity_units = 3;
  index.settings.provisioned_throughput.write_capacity_units = 4;
  index.settings.on_demand_throughput = {.max_read_request_units = 50};
  index.settings.warm_throughput = {.write_units_per_second = 4500};
  return index;
}

TableSettings full_settings() {
  TableSettings settings;
  settings.attribute_definitions = {{"pk", api::ScalarAttributeType::S},
                                    {"sk", api::ScalarAttributeType::N}};
  settings.creation_date_time = {1'800'000'000.125};
  settings.table_uuid = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6";
  settings.state_ends = {1'800'000'001.5};
  settings.billing_mode = api::BillingMode::PayPerRequest;
  settings.last_update_to_pay_per_request = {1'800'000'000.125};
  settings.provisioned_throughput.last_increase_date_time = {1'800'000'002};
  settings.provisioned_throughput.last_decrease_date_time = {1'800'000'003};
  settings.provisioned_throughput.number_of_decreases_today = 2;
  settings.provisioned_throughput.read_capacity_units = 10;
  settings.provisioned_throughput.write_capacity_units = 1'000'000'000'000;
  settings.on_demand_throughput = {.max_read_request_units = 100, .max_write_request_units = 200};
  settings.warm_throughput = {.read_units_per_second = 12'345, .write_units_per_second = 6'789};
  settings.table_class = {.table_class = api::TableClass::StandardInfrequentAccess,
                          .last_update_date_time = api::Timestamp{1'800'000'004}};
  settings.is_deletion_protected = true;
  settings.encryption = {.status = api::SSEStatus::Enabled,
                         .sse_type = api::SSEType::Kms,
                         .kms_master_key_arn = "arn:aws:kms:us-east-1:000000000000:key/k"};
  settings.stream = {.is_enabled = true,
                     .view_type = api::StreamViewType::NewAndOldImages,
                     .label = "2026-11-16T02:00:00.000",
                     .id = keys::StreamId{17}};
  settings.ttl_changed = {1'800'000'005};
  settings.tags = {{"team", "blue"}, {"empty", ""}};
  return settings;
}

Table full_table() {
  Table table;
  table.id = keys::TableId{4'000'000'000};
  table.epoch = 12;
  table.name = "orders";
  table.state = TableState::Updating;
  table.key.partition = {{"pk", keys::KeyValueType::String}};
  table.key.sort = {{"sk", keys::KeyValueType::Number}};
  table.indexes = {full_index()};
  table.next_index_id = keys::IndexId{8};
  table.ttl_attribute = "expires";
  table.settings = full_settings();
  table.finish();
  return table;
}

Table decoded(const Bytes& bytes) {
  auto table = decode_table("orders", bytes);
  EXPECT_TRUE(table.ok()) << (table.ok() ? "" : table.error().to_string());
  return table.ok() ? std::move(*table) : Table();
}

// A descriptor in which one member is replaced, or added.
Bytes with_member(const Bytes& descriptor, std::string_view name, Value value) {
  Item item = ItemView::from_valid(descriptor).to_item();
  item.set(name, std::move(value));
  return encode(item);
}

TEST(TableCodec, BringsBackEveryMember) {
  const Table table = full_table();
  const Table back = decoded(encode_table(table));
  EXPECT_EQ(back.id, table.id);
  EXPECT_EQ(back.epoch, table.epoch);
  EXPECT_EQ(back.name, table.name);
  EXPECT_EQ(back.state, table.state);
  EXPECT_EQ(back.key, table.key);
  EXPECT_EQ(back.next_index_id, table.next_index_id);
  EXPECT_EQ(back.ttl_attribute, table.ttl_attribute);
  ASSERT_EQ(back.indexes.size(), 1U);
  EXPECT_EQ(back.indexes[0].id, table.indexes[0].id);
  EXPECT_EQ(back.indexes[0].kind, table.indexes[0].kind);
  EXPECT_EQ(back.indexes[0].name, table.indexes[0].name);
  EXPECT_EQ(back.indexes[0].key, table.indexes[0].key);
  EXPECT_EQ(back.indexes[0].projection, table.indexes[0].projection);
  EXPECT_EQ(back.indexes[0].non_key_attributes, table.indexes[0].non_key_attributes);
  EXPECT_EQ(back.indexes[0].state, table.indexes[0].state);
}

// Equal tables have equal bytes, so this covers the settings without a list of them.
TEST(TableCodec, BringsBackEverySetting) {
  const Bytes bytes = encode_table(full_table());
  EXPECT_EQ(encode_table(decoded(bytes)), bytes);
  EXPECT_NE(encode_table(Table()), bytes);
}

TEST(TableCodec, KeepsTheStoredFormOfSettings) {
  const Bytes bytes = encode_table(full_table());
  const Item item = ItemView::from_valid(bytes).to_item();
  const Map& settings = item.find("Settings")->map();
  EXPECT_EQ(*settings.find("BillingMode"), Value("PAY_PER_REQUEST"));
  EXPECT_EQ(*settings.find("CreationDateTime"), Value(1'800'000'000'125));
  EXPECT_EQ(settings.find("Stream")->map(), (Map{{"Enabled", true},
                                                 {"Id", 17},
                                                 {"Label", "2026-11-16T02:00:00.000"},
                                                 {"ViewType", "NEW_AND_OLD_IMAGES"}}));
  EXPECT_EQ(item.find("Key")->map(), (Map{{"Partition", List{Map{{"Name", "pk"}, {"Type", "S"}}}},
                                          {"Sort", List{Map{{"Name", "sk"}, {"Type", "N"}}}}}));
  EXPECT_EQ(*item.find("State"), Value("UPDATING"));
}

TEST(TableCodec, PassesOverMembersOfALaterVersion) {
  const Bytes bytes = encode_table(full_table());
  const Table back = decoded(with_member(bytes, "Invented", Map{{"a", List{1, 2}}}));
  EXPECT_EQ(encode_table(back), bytes);
}

// Whoever would write the table again would lose them.
TEST(TableCodec, SaysWhichMemberItHasPassedOver) {
  const Bytes bytes = encode_table(full_table());
  EXPECT_EQ(decoded(bytes).unknown_member, "");
  EXPECT_EQ(decoded(with_member(bytes, "Invented", Map{{"a", List{1, 2}}})).unknown_member,
            "Invented");
  const Item item = ItemView::from_valid(bytes).to_item();
  Map settings = item.find("Settings")->map();
  settings.set("Invented", true);
  EXPECT_EQ(decoded(with_member(bytes, "Settings", settings)).unknown_member, "Settings.Invented");
  List indexes = item.find("Indexes")->list();
  Map index = indexes.front().map();
  index.set("Invented", true);
  indexes.front() = index;
  EXPECT_EQ(decoded(with_member(bytes, "Indexes", indexes)).unknown_member, "Indexes.Invented");
}

TEST(TableCodec, OfAnEarlierVersionKnowsEveryMember) {
  EXPECT_EQ(decoded(encode(Item{{"Id", 5}})).unknown_member, "");
  EXPECT_EQ(decoded(encode_table(Table())).unknown_member, "");
}

TEST(TableCodec, KeepsDefaultsForMembersOfAnEarlierVersion) {
  const Table back = decoded(encode(Item{{"Id", 5}}));
  EXPECT_EQ(back.id, keys::TableId{5});
  EXPECT_EQ(back.state, TableState::Active);
  EXPECT_FALSE(back.ttl_attribute);
}

TEST(TableCodec, FillsInWhatFollowsFromTheRest) {
  const Table back = decoded(encode_table(full_table()));
  EXPECT_EQ(back.indexes[0].stored_attributes,
            (std::vector<std::string>{"at", "kind", "note", "owner", "pk", "sk", "title"}));
}

TEST(TableCodec, SaysWhichTableAndMemberCannotBeRead) {
  const Bytes bytes = encode_table(full_table());
  for (const auto& [member, value] : {std::pair<std::string_view, Value>{"State", "SLEEPING"},
                                      {"Id", "five"},
                                      {"Epoch", *Number::parse("1.5")},
                                      {"Epoch", *Number::parse("1e30")},
                                      {"Indexes", Map{}},
                                      {"Key", Map{{"Sort", List{Map{{"Type", "X"}}}}}}}) {
    const auto table = decode_table("orders", with_member(bytes, member, value));
    ASSERT_FALSE(table.ok()) << member;
    EXPECT_EQ(table.error().kind(), ErrorKind::Corrupt);
    EXPECT_NE(table.error().message().find("table orders"), std::string::npos);
    EXPECT_NE(table.error().message().find(member), std::string::npos);
  }
}

TEST(TableCodec, RefusesBytesThatAreNoItem) {
  const auto table = decode_table("orders", "\x7F garbage");
  ASSERT_FALSE(table.ok());
  EXPECT_EQ(table.error().kind(), ErrorKind::Corrupt);
}

}  // namespace
}  // namespace partita::catalog
