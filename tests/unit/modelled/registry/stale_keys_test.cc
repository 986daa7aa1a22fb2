// Items whose keys the rules derive differently now: written by a program whose `lower` and `slug`
// knew the letters of ASCII only, or under another template.

#include "model/rules/stale_keys.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/query.h"
#include "modelled/registry/plan_json.h"
#include "modelled/registry/plan_text.h"
#include "modelled/registry/record_store.h"
#include "partita/value/measure.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

constexpr std::string_view kBand = R"(
format: 1
model: band
version: 1
tables:
  main:
    name: band
    key: {partition: PK, sort: SK}
    enforcement: enforce
    indexes:
      by_place: {partition: [GSI1PK], sort: [GSI1SK], project: all}
      by_tag: {partition: [GSI2PK], project: all}
entities:
  Artist:
    match: {kind: artist}
    key: {PK: "ARTIST#{name|slug}", SK: "ALBUM#{album|lower}"}
    index_keys:
      GSI1PK: "PLACE#{place|lower}"
      GSI1SK: "{name}"
      GSI2PK: {each: tags, as: "TAG#{it|lower}"}
    attributes:
      kind: {type: string}
      name: {type: string, required: true}
      album: {type: string, required: true}
      place: {type: string}
      tags: {type: list, of: {type: string}}
      count: {type: int, max: 10}
      changed: {type: timestamp, encode: epoch_s, auto: update}
)";

class StaleKeysOfItems : public ModelsFixture {
 protected:
  static constexpr std::string_view kTable = "band";

  static Item artist(const std::string& key, const std::string& name) {
    return Item{{"PK", key},      {"SK", "ALBUM#one"}, {"kind", "artist"},         {"name", name},
                {"album", "One"}, {"place", "Örebro"}, {"GSI1PK", "PLACE#Örebro"}, {"GSI1SK", name},
                {"changed", 1000}};
  }

  // The items come past the rules, as another program has stored them.
  void store_as_before(const std::vector<Item>& items) {
    apply(source(std::string(kBand)));
    auto record = models_->find("band")->record;
    ASSERT_EQ(record.derivation, rules::kDerivation);
    record.derivation = 0;
    ASSERT_TRUE(sync_wait(replace_record(context().engine, record)).ok());
    ASSERT_TRUE(sync_wait(context().catalog.extend(kTable, nullptr, table(kTable)->rules)).ok());
    for (const Item& item : items) ASSERT_EQ(put(kTable, item), "");
    restart();
  }

  // The names of the artists that the index has under a key.
  std::vector<std::string> found_by(const std::string& index, const std::string& attribute,
                                    const std::string& value) {
    api::QueryRequest request;
    request.table_name = kTable;
    request.index_name = index;
    request.key_condition_expression = attribute + " = :v";
    request.expression_attribute_values = EncodedItem(Item{{":v", value}});
    const auto page = sync_wait(operations::query(context(), request)).value();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < page.items->size(); ++i) {
      names.emplace_back(page.items->at(i).find("name")->string());
    }
    return names;
  }
  std::optional<Item> get(const std::string& key) {
    api::GetItemRequest request;
    request.table_name = kTable;
    request.key = EncodedItem(Item{{"PK", key}, {"SK", "ALBUM#one"}});
    const auto answer = sync_wait(operations::get_item(context(), request)).value();
    return answer.item ? std::optional(answer.item->view().to_item()) : std::nullopt;
  }

  using Names = std::vector<std::string>;
};

TEST_F(StaleKeysOfItems, OfIndexesAreFoundAndDerivedAnew) {
  store_as_before({artist("ARTIST#bo", "Bo"), artist("ARTIST#cy", "Cy")});
  EXPECT_EQ(found_by("by_place", "GSI1PK", "PLACE#örebro"), Names{});

  const auto planned = plan(source(std::string(kBand)));
  ASSERT_EQ(planned.impacts.size(), 1U);
  ASSERT_EQ(planned.impacts[0].stale.size(), 1U);
  const StaleKeys& stale = planned.impacts[0].stale[0];
  EXPECT_EQ(stale.subject, "Artist.GSI1PK");
  EXPECT_FALSE(stale.is_table_key);
  EXPECT_EQ(stale.items, 2U);
  EXPECT_EQ(stale.stored, "PLACE#Örebro");
  EXPECT_EQ(stale.derived, "PLACE#örebro");
  EXPECT_NE(to_text(planned).find(
                R"(band: 2 stored items have a Artist.GSI1PK that the rules derive differently )"
                R"(now ("PLACE#Örebro" is "PLACE#örebro" now); it is derived anew)"),
            std::string::npos)
      << to_text(planned);

  apply(source(std::string(kBand)));
  EXPECT_EQ(found_by("by_place", "GSI1PK", "PLACE#örebro"), (Names{"Bo", "Cy"}));
  EXPECT_EQ(found_by("by_place", "GSI1PK", "PLACE#Örebro"), Names{});
  EXPECT_EQ(*get("ARTIST#bo")->find("changed"), Value(1000)) << "nobody has changed the item";
  EXPECT_TRUE(plan(source(std::string(kBand))).is_empty());
  restart();
  EXPECT_TRUE(plan(source(std::string(kBand))).is_empty());
}

TEST_F(StaleKeysOfItems, WithAnEntryForEachElementAreMadeAnewWithTheIndex) {
  auto item = artist("ARTIST#bo", "Bo");
  item.set("tags", Value(List{Value("Ängar"), Value("Öl")}));
  item.set("GSI2PK", Value("TAG#Ängar"));
  store_as_before({item});
  apply(source(std::string(kBand)));
  EXPECT_EQ(found_by("by_tag", "GSI2PK", "TAG#ängar"), Names{"Bo"});
  EXPECT_EQ(found_by("by_tag", "GSI2PK", "TAG#öl"), Names{"Bo"});
  EXPECT_EQ(found_by("by_tag", "GSI2PK", "TAG#Ängar"), Names{});
  EXPECT_EQ(found_by("by_tag", "GSI2PK", "TAG#Öl"), Names{});
}

TEST_F(StaleKeysOfItems, OfTheTableAreCountedAndStay) {
  store_as_before({artist("ARTIST#Änne", "Änne"), artist("ARTIST#bo", "Bo")});
  const auto applied = apply(source(std::string(kBand)));
  const auto& impacts = applied.plan.impacts;
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_EQ(impacts[0].violating, 1U) << "an item under another key breaks a rule";
  ASSERT_EQ(impacts[0].stale.size(), 2U);
  EXPECT_EQ(impacts[0].stale[0].subject, "Artist.PK");
  EXPECT_TRUE(impacts[0].stale[0].is_table_key);
  EXPECT_EQ(impacts[0].stale[0].items, 1U);
  EXPECT_EQ(impacts[0].stale[0].stored, "ARTIST#Änne");
  EXPECT_EQ(impacts[0].stale[0].derived, "ARTIST#änne");
  EXPECT_NE(to_text(applied).find("They stay under that key, where they can be read and deleted, "
                                  "but not changed. To move one, put it without its key"),
            std::string::npos)
      << to_text(applied);
  EXPECT_TRUE(applied.left.empty());
  EXPECT_TRUE(applied.held->record.observed.empty()) << "the rules hold as before";
  ASSERT_TRUE(get("ARTIST#Änne").has_value());
  EXPECT_EQ(found_by("by_place", "GSI1PK", "PLACE#örebro"), Names{"Bo"});
  // What the plan advises.
  auto moved = *get("ARTIST#Änne");
  moved.erase("PK");
  moved.erase("GSI1PK");
  EXPECT_EQ(put(kTable, moved), "");
  EXPECT_TRUE(get("ARTIST#änne").has_value());
}

TEST_F(StaleKeysOfItems, ThatCannotBeWrittenAreToldAndLeft) {
  auto broken = artist("ARTIST#bo", "Bo");
  broken.set("count", Value(11));
  // One byte more is too much, and the key that is derived has some more.
  auto largest = artist("ARTIST#di", "Di");
  largest.set("GSI1PK", Value("x"));
  largest.set("text", Value(""));
  largest.set("text", Value(std::string(409'600 - size_bytes(EncodedItem(largest).view()), 'x')));
  store_as_before({broken, artist("ARTIST#cy", "Cy"), largest});
  const auto applied = apply(source(std::string(kBand)));
  EXPECT_EQ(found_by("by_place", "GSI1PK", "PLACE#örebro"), (Names{"Bo", "Cy"}));
  ASSERT_EQ(applied.left.size(), 1U);
  EXPECT_TRUE(applied.left[0].starts_with("table band: 1 items keep index keys"))
      << applied.left[0];
  EXPECT_NE(to_text(applied).find("  ! table band: 1 items keep"), std::string::npos);
  EXPECT_NE(to_json(applied).find("1 items keep"), std::string::npos);
}

TEST_F(StaleKeysOfItems, AreDerivedAnewWhenATemplateHasChanged) {
  apply(source(std::string(kBand)));
  ASSERT_EQ(put(kTable, {{"kind", "artist"}, {"name", "Bo"}, {"album", "One"}, {"place", "Lund"}}),
            "");
  apply(source(with(with(kBand, "PLACE#{place|lower}", "P#{place}"), "version: 1", "version: 2")));
  EXPECT_EQ(found_by("by_place", "GSI1PK", "P#Lund"), Names{"Bo"});
  EXPECT_EQ(found_by("by_place", "GSI1PK", "PLACE#lund"), Names{});
}

// A crash after the rules were put in force and before all items were written.
TEST_F(StaleKeysOfItems, AreFinishedByTheNextApply) {
  store_as_before({artist("ARTIST#bo", "Bo")});
  bool is_cut = false;
  const auto cut = [&](const ApplyProgress& progress) {
    is_cut = progress.activity == "deriving index keys";
    return !is_cut;
  };
  EXPECT_FALSE(sync_wait(models_->apply(source(std::string(kBand)), {.report = cut})).ok());
  ASSERT_TRUE(is_cut);
  restart();
  EXPECT_FALSE(plan(source(std::string(kBand))).is_applied);
  apply(source(std::string(kBand)));
  EXPECT_EQ(found_by("by_place", "GSI1PK", "PLACE#örebro"), Names{"Bo"});
  EXPECT_TRUE(plan(source(std::string(kBand))).is_empty());
}

}  // namespace
}  // namespace partita::registry
