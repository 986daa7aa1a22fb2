#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

namespace partita::rules {
namespace {

constexpr const char* kKeyId = "550e8400-e29b-41d4-a716-446655440000";

Item artist() {
  return Item{{"PK", "ARTIST#456"},
              {"SK", "#METADATA"},
              {"name", "Ravi Shankar"},
              {"instruments", List{"sitar", "tabla", "Sitar"}}};
}

TEST(EntityFinder, PrefersTheMatchingAttribute) {
  const auto table = TestTable::of_file("album_workflow");
  const EncodedItem task(Item{{"pk", kKeyId}, {"sk", "metadata"}, {"entityType", "task"}});
  EXPECT_EQ(table.rules().entity_of(task.view()), &table.entity("Task"));
}

TEST(EntityFinder, TellsKeysApartByTheTypesOfTheirParts) {
  const auto table = TestTable::of_file("album_workflow");
  const auto entity_of = [&](const char* pk, const char* sk) {
    const EncodedItem item(Item{{"pk", pk}, {"sk", sk}});
    const auto* entity = table.rules().entity_of(item.view());
    return entity == nullptr ? std::string() : entity->name;
  };
  EXPECT_EQ(entity_of(kKeyId, "metadata"), "Execution");
  EXPECT_EQ(entity_of("task-01HF9G", "metadata"), "Task");
  EXPECT_EQ(entity_of(kKeyId, "album-7"), "Album");
  EXPECT_EQ(entity_of(kKeyId, "album-x"), "");
  EXPECT_EQ(entity_of("2025-01-15", "metrics-step-functions"), "Metrics");
}

TEST(EntityFinder, DoesNotKnowEntitiesOfALaterPhase) {
  const auto table = TestTable::of_file("music");
  const Answer answer = table.put({{"PK", "THREAD#1"}, {"SK", "#METADATA"}, {"title", "t"}});
  EXPECT_EQ(answer.refusal->rule, "unknown_entities");
}

TEST(EntityFinder, KeepsAnItemThatAnUpdateWouldTakeOutOfItsEntity) {
  const auto table = TestTable::of_text(
      "format: 1\nmodel: m\nversion: 1\n"
      "tables: {t: {name: t, key: {partition: pk}, enforcement: enforce}}\n"
      "entities: {E: {match: {kind: e}, key: {pk: \"{pk}\"}, "
      "attributes: {pk: {type: string}, kind: {type: const, value: e}}}}\n");
  const Item before{{"pk", "1"}, {"kind", "e"}};
  EXPECT_EQ(table.update(before, with(before, "kind", "x"), {"kind"}).text,
            "model m, E.kind: \"x\" is not \"e\", its only value [M101]");
  EXPECT_TRUE(table.put(with(before, "kind", "x"), before).is_allowed);
}

TEST(UnknownEntities, PassWhereTheTableAllowsThem) {
  const auto table = TestTable::of_text(
      "format: 1\nmodel: m\nversion: 1\n"
      "tables: {t: {name: t, key: {partition: pk}, enforcement: enforce}}\n"
      "entities: {E: {key: {pk: \"E#{e}\"}, attributes: {e: {type: string}}}}\n");
  const Answer answer = table.put({{"pk", "other"}});
  EXPECT_TRUE(answer.is_allowed);
  EXPECT_EQ(answer.outcome.entity, nullptr);
}

TEST(Keys, AreReadBackIntoTheAttributesTheyStandFor) {
  const auto table = TestTable::of_file("music");
  const Item item = table.put(artist()).item;
  EXPECT_EQ(*item.find("artistId"), Value("456"));
  const Item set_list =
      table.update(std::nullopt, {{"PK", "PERFORMANCE#4"}, {"SK", "COMPOSITION#007#101"}}).item;
  EXPECT_EQ(*set_list.find("position"), Value(7));
  EXPECT_EQ(*set_list.find("compositionId"), Value("101"));
  EXPECT_EQ(*set_list.find("performanceId"), Value("4"));
}

TEST(Keys, OfAnUpdateAreParsedWithoutAnItem) {
  const auto table = TestTable::of_file("album_workflow");
  const EncodedItem key(Item{{"pk", kKeyId}, {"sk", "album-3"}});
  EXPECT_EQ(table.rules().parse_key(key.view()),
            (Item{{"pk", kKeyId}, {"sk", "album-3"}, {"executionId", kKeyId}, {"albumIndex", 3}}));
}

TEST(Keys, MayNotChangeUnderTheItem) {
  const auto table = TestTable::of_file("album_workflow");
  const Item before{{"pk", kKeyId},    {"sk", "album-1"},  {"entityType", "album"},
                    {"albumIndex", 1}, {"albumName", "a"}, {"executionId", kKeyId},
                    {"sortValue", 1}};
  EXPECT_EQ(table.update(before, with(before, "albumIndex", 2), {"albumIndex"}).text,
            "model album_workflow, Album key sk=\"album-1\" does not equal template "
            "\"album-{albumIndex}\" = \"album-2\" [M105]");
}

TEST(Keys, AreRefusedIfTheyAreNotOfTheTemplate) {
  const auto table = TestTable::of_file("album_workflow");
  EXPECT_EQ(table
                .put({{"pk", kKeyId},
                      {"sk", "x"},
                      {"entityType", "execution"},
                      {"workflowType", "step-functions"},
                      {"imageS3Key", "k"}})
                .text,
            "model album_workflow, Execution key sk=\"x\" does not equal template \"metadata\" = "
            "\"metadata\" [M105]");
}

TEST(CompleteKeys, MakesThemFromTheTemplates) {
  const auto table = TestTable::of_file("album_workflow");
  const auto album =
      table.complete_keys({{"entityType", "album"}, {"executionId", kKeyId}, {"albumIndex", 3}});
  ASSERT_TRUE(album.has_value());
  EXPECT_EQ(*album->find("pk"), Value(kKeyId));
  EXPECT_EQ(*album->find("sk"), Value("album-3"));
}

TEST(CompleteKeys, GeneratesTheId) {
  const auto table = TestTable::of_file("rez_agent");
  const auto message = table.complete_keys({{"created_by", "scheduler"}});
  ASSERT_TRUE(message.has_value());
  EXPECT_TRUE(model::has_format(message->find("message_id")->string(), model::TextFormat::Uuid));
}

TEST(CompleteKeys, CanBeToldTheEntity) {
  const auto table = TestTable::of_file("music");
  EXPECT_FALSE(table.complete_keys({{"name", "x"}}).has_value());
  const auto artist = table.complete_keys({{"name", "x"}}, "Artist");
  ASSERT_TRUE(artist.has_value());
  EXPECT_EQ(artist->find("PK")->string(), "ARTIST#" + artist->find("artistId")->string());
  const auto karma =
      table.complete_keys({{"userId", "1"}, {"at", "2025-01-01T00:00:00Z"}}, "Karma");
  ASSERT_TRUE(karma.has_value());
  EXPECT_EQ(*karma->find("SK"), Value("KARMA#2025-01-01T00:00:00.000Z"));
}

TEST(CompleteKeys, LeavesWhatCannotBeMadeToTheUsualRefusal) {
  const auto table = TestTable::of_file("album_workflow");
  const auto album = table.complete_keys({{"entityType", "album"}, {"executionId", kKeyId}});
  ASSERT_TRUE(album.has_value());
  EXPECT_EQ(album->find("sk"), nullptr);
}

TEST(IndexKeys, FollowTheirInputs) {
  const auto table = TestTable::of_file("music");
  const Item before = table.put(artist()).item;
  EXPECT_EQ(*before.find("GSI1PK"), Value("ARTIST_NAME#ravi_shankar"));
  EXPECT_EQ(before.find("GSI3PK"), nullptr);
  Item renamed = with(before, "name", "Ali Akbar");
  renamed.set("tradition", "hindustani");
  const Item after = table.update(before, renamed, {"name", "tradition"}).item;
  EXPECT_EQ(*after.find("GSI1PK"), Value("ARTIST_NAME#ali_akbar"));
  EXPECT_EQ(*after.find("GSI4SK"), Value("ali_akbar#456"));
  EXPECT_EQ(*after.find("GSI3PK"), Value("TRADITION#hindustani"));
  const Item left = table.update(after, without(after, "tradition"), {"tradition"}).item;
  EXPECT_EQ(left.find("GSI3PK"), nullptr);
}

TEST(IndexKeys, OfTheClientMustBeTheServers) {
  const auto table = TestTable::of_file("music");
  EXPECT_TRUE(table.put(with(artist(), "GSI1PK", "ARTIST_NAME#ravi_shankar")).is_allowed);
  EXPECT_EQ(table.put(with(artist(), "GSI1PK", "ARTIST_NAME#Ravi")).text,
            "model music, Artist.GSI1PK: \"ARTIST_NAME#Ravi\" differs from "
            "\"ARTIST_NAME#{name|slug}\" = \"ARTIST_NAME#ravi_shankar\"; omit it to have it set "
            "[M104]");
}

std::vector<std::string> further_values(const TestTable& table, const Item& item,
                                        std::string_view attribute) {
  return table.rules().further_values(EncodedItem(item).view(), attribute);
}

TEST(MultiKeys, HaveAnEntryForEachDistinctElement) {
  const auto table = TestTable::of_file("music");
  const Answer answer = table.put(artist());
  EXPECT_EQ(*answer.item.find("GSI2PK"), Value("INSTRUMENT#sitar"));
  EXPECT_TRUE(table.rules().is_multi_key("GSI2PK"));
  EXPECT_FALSE(table.rules().is_multi_key("GSI1PK"));
  EXPECT_EQ(further_values(table, answer.item, "GSI2PK"),
            std::vector<std::string>{"INSTRUMENT#tabla"});
  EXPECT_EQ(further_values(table, answer.item, "GSI1PK"), std::vector<std::string>{});
}

TEST(MultiKeys, StoreTheEntryThatTheClientChose) {
  const auto table = TestTable::of_file("music");
  const Answer answer = table.put(with(artist(), "GSI2PK", "INSTRUMENT#tabla"));
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(further_values(table, answer.item, "GSI2PK"),
            std::vector<std::string>{"INSTRUMENT#sitar"});
  EXPECT_EQ(*answer.item.find("GSI2PK"), Value("INSTRUMENT#tabla"));
  EXPECT_EQ(table.put(with(artist(), "GSI2PK", "INSTRUMENT#veena")).refusal->code, "M104");
}

TEST(MultiKeys, AreAtMostOneHundred) {
  const auto table = TestTable::of_text(
      "format: 1\nmodel: m\nversion: 1\n"
      "tables: {t: {name: t, key: {partition: pk}, enforcement: enforce, "
      "indexes: {i: {partition: [ik], project: all}}}}\n"
      "entities: {E: {match: all, key: {pk: \"{pk}\"}, index_keys: {ik: {each: tags, as: "
      "\"T#{it}\"}}, "
      "attributes: {pk: {type: string}, tags: {type: list, of: {type: int}}}}}\n");
  const auto tags = [](int count) {
    List list;
    for (int i = 0; i < count; ++i) list.push_back(i);
    return list;
  };
  const Answer most = table.put({{"pk", "1"}, {"tags", tags(100)}});
  ASSERT_TRUE(most.is_allowed) << most.text;
  EXPECT_EQ(further_values(table, most.item, "ik").size(), 99U);
  EXPECT_EQ(table.put({{"pk", "1"}, {"tags", tags(101)}}).text,
            "model m, E.ik: tags gives more than 100 entries [M101]");
}

}  // namespace
}  // namespace partita::rules
