// Every reading pattern of the shipped models against a plain computation over all items.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "model/definition/sync_track.h"
#include "modelled/registry/model_store.h"
#include "unit/modelled/serving/plain_answer.h"

namespace partita::serving {
namespace {

using planning::PatternReadPlan;

constexpr std::uint64_t kSeed = 20'251'101;

std::string first_text(const ReadDatabase& database, std::string_view entity,
                       std::string_view attribute, std::size_t number = 0) {
  const auto& found = *database.model().find_entity(entity);
  std::vector<std::string> texts;
  for (const auto& item : database.items(*found.table)) {
    const auto sort = item.view().find("SK");
    const auto partition = item.view().find("PK");
    if (!found.row.keys[0].key.matches(partition->string())) continue;
    if (!found.row.keys[1].key.matches(sort->string())) continue;
    texts.emplace_back(item.view().find(attribute)->string());
  }
  std::ranges::sort(texts);
  return texts.at(number);
}

// What the sample data of music lack: edges, performances, karma, and second versions.
void add_music(ReadDatabase& database) {
  const auto user = first_text(database, "User", "userId");
  const auto event = first_text(database, "Event", "eventId");
  const auto composition = first_text(database, "Composition", "compositionId");
  for (std::size_t i = 0; i < 3; ++i) {
    const auto artist = first_text(database, "Artist", "artistId", i);
    const auto other = first_text(database, "User", "userId", i);
    database.put_entity("Manages", {{"userId", user}, {"artistId", artist}});
    if (i > 0) {
      database.put_entity("Manages", {{"userId", other}, {"artistId", artist}});
    }
    database.put_entity("Member", {{"artistId", first_text(database, "Artist", "artistId", 5)},
                                   {"memberId", artist}});
    database.put_entity("Attribution", {{"compositionId", composition}, {"artistId", artist}});
    const auto number = std::to_string(i);
    database.put_entity("Performance",
                        {{"performanceId", "p" + number}, {"date", "2025-10-1" + number}});
    database.put_entity("Programme", {{"eventId", event}, {"performanceId", "p" + number}});
    database.put_entity("Performs", {{"performanceId", "p" + number},
                                     {"artistId", first_text(database, "Artist", "artistId")},
                                     {"date", "2025-10-1" + number}});
    database.put_entity("SetList",
                        {{"performanceId", "p0"},
                         {"compositionId", first_text(database, "Composition", "compositionId", i)},
                         {"position", static_cast<std::int64_t>(i) + 1}});
    database.put_entity("KarmaPermission",
                        {{"userId", user}, {"entity", "artist"}, {"action", "a" + number}});
    database.put_entity("KarmaRule",
                        {{"entity", "artist"}, {"action", "a" + number}, {"karma", 10}});
    database.put_entity(
        "Karma",
        {{"userId", user}, {"at", "2025-10-1" + number + "T10:00:00.000Z"}, {"change", 5}});
    database.put_entity("Composition",
                        {{"compositionId", composition}, {"title", "Edition " + number}});
  }
}

// Rows that only the server writes, where rules are only observed.
void add_metrics(ReadDatabase& database) {
  for (int day = 10; day < 20; ++day) {
    for (const std::string type : {"step-functions", "durable-functions"}) {
      database.put_entity("Metrics", {{"entityType", "metrics"},
                                      {"workflowType", type},
                                      {"date", "2025-10-" + std::to_string(day)},
                                      {"period", "daily"},
                                      {"executionCount", day}});
    }
  }
}

// The items in no order.
std::multiset<Bytes> counted(const std::vector<EncodedItem>& items) {
  std::multiset<Bytes> counts;
  for (const auto& item : items) counts.insert(item.bytes());
  return counts;
}

std::vector<EncodedItem> plain_items(const ReadAnswer& answer, std::string_view member = {}) {
  std::vector<EncodedItem> items;
  for (const ReadRow& row : answer.rows) {
    if (!member.empty() && row.member != member) continue;
    items.push_back(plain_item(*row.entity, row.item.view()));
  }
  return items;
}

std::vector<EncodedItem> stored_items(const std::vector<ReadAnswer>& pages) {
  std::vector<EncodedItem> items;
  for (const auto& page : pages) {
    for (const auto& item : items_of(page)) items.push_back(item);
  }
  return items;
}

// Runs one pattern with some arguments in all ways and compares.
class Check {
 public:
  Check(const ReadDatabase& database, const planning::PatternPlan& plan,
        const GivenArguments& arguments)
      : database_(database), plan_(plan), arguments_(arguments) {}

  // Returns how many items there were.
  std::size_t run() {
    SCOPED_TRACE(name() + " with " + to_text(arguments_) + ", seed " + std::to_string(kSeed));
    switch (plan_.read()->shape) {
      case PatternReadPlan::Shape::One:
        return check_one();
      case PatternReadPlan::Shape::List:
        return check_pages();
      case PatternReadPlan::Shape::MapByAttribute:
        return check_map();
      case PatternReadPlan::Shape::Collection:
        return check_collection();
    }
    return 0;
  }

 private:
  const std::string& name() const { return plan_.pattern->name; }
  PlainItems expected(const model::Entity& entity) const {
    return plain_answer(database_, *plan_.pattern, entity, arguments_);
  }

  std::size_t check_one() {
    const auto wanted = expected(*plan_.pattern->entity);
    const auto answer = database_.read(name(), arguments_);
    EXPECT_EQ(answer.ok(), !wanted.empty());
    if (!answer.ok() || wanted.empty()) return 0;
    EXPECT_EQ(counted(plain_items(*answer)), counted(wanted));
    EXPECT_GT(answer->cost.read_units, 0);
    return 1;
  }

  std::size_t check_pages() {
    const auto wanted = expected(*plan_.pattern->entity);
    const int most = plan_.read()->page.value_or(model::PageSize{}).items_max;
    std::vector<EncodedItem> whole;
    for (const int limit : {most, 7, 1}) {
      const auto pages = read_forward(database_, name(), arguments_, limit);
      const auto items = stored_items(pages);
      if (limit == most) {
        whole = items;
        EXPECT_TRUE(is_in_order(*plan_.read(), items));
        std::vector<EncodedItem> plain;
        for (const auto& item : items) {
          plain.push_back(plain_item(*plan_.pattern->entity, item.view()));
        }
        EXPECT_EQ(counted(plain), counted(wanted));
      }
      EXPECT_EQ(items, whole) << "in pages of " << limit;
      check_sizes(pages, static_cast<std::size_t>(limit));
      check_way_back(pages, limit);
    }
    return whole.size();
  }

  static void check_sizes(const std::vector<ReadAnswer>& pages, std::size_t limit) {
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const bool is_last = i + 1 == pages.size();
      if (!is_last) {
        EXPECT_EQ(pages[i].rows.size(), limit) << "page " << i;
      }
      EXPECT_EQ(pages[i].has_more, !is_last);
      EXPECT_EQ(pages[i].previous.empty(), i == 0);
      EXPECT_FALSE(pages[i].is_partial);
    }
    if (pages.size() > 1) {
      EXPECT_FALSE(pages.back().rows.empty());
    }
  }

  void check_way_back(const std::vector<ReadAnswer>& pages, int limit) {
    const auto back = read_backward(database_, name(), arguments_, limit, pages.back());
    ASSERT_EQ(back.size() + 1, pages.size());
    for (std::size_t i = 0; i < back.size(); ++i) {
      EXPECT_EQ(items_of(back[i]), items_of(pages[pages.size() - 2 - i])) << "page " << i;
      EXPECT_TRUE(back[i].has_more);
    }
    if (back.empty()) return;
    // And forth again.
    const auto second = database_.read(name(), arguments_, limit, back.back().next);
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(items_of(*second), items_of(pages[1]));
  }

  std::size_t check_map() {
    const auto wanted = expected(*plan_.pattern->entity);
    const auto answer = database_.read(name(), arguments_);
    if (!answer.ok()) {
      ADD_FAILURE() << answer.error().message();
      return 0;
    }
    EXPECT_EQ(counted(plain_items(*answer)), counted(wanted));
    std::map<std::string, int> members;
    for (const auto& row : answer->rows) EXPECT_EQ(++members[row.member], 1) << row.member;
    return wanted.size();
  }

  std::size_t check_collection() {
    const auto answer = database_.read(name(), arguments_);
    if (!answer.ok()) {
      ADD_FAILURE() << answer.error().message();
      return 0;
    }
    for (const auto& member : plan_.pattern->members) {
      EXPECT_EQ(counted(plain_items(*answer, member.name)), counted(expected(*member.entity)))
          << member.name;
    }
    return answer->rows.size();
  }

  const ReadDatabase& database_;
  const planning::PatternPlan& plan_;
  const GivenArguments& arguments_;
};

// Items that are there only where a search engine is told.
bool is_of_sync_rows(const ReadDatabase& database, const model::Pattern& pattern) {
  return pattern.entity != nullptr &&
         std::ranges::any_of(database.model().syncs, [&](const model::RawElement& sync) {
           return model::tracked_rows_of(database.model(), sync) == pattern.entity;
         });
}

// Tries all reading patterns; those whose items only the server writes are told apart.
void check_all(const ReadDatabase& database, bool are_materialized) {
  for (const model::Pattern& pattern : database.model().patterns) {
    const planning::PatternPlan* plan = database.served().find(pattern.name);
    if (plan == nullptr || plan->read() == nullptr || model::writes(pattern.kind)) continue;
    const bool is_materialized =
        pattern.entity != nullptr && pattern.entity->materialized_from != nullptr;
    if (is_materialized != are_materialized || is_of_sync_rows(database, pattern)) continue;
    std::size_t found = 0;
    for (const auto& arguments : arguments_to_try(database, pattern)) {
      found += Check(database, *plan, arguments).run();
    }
    EXPECT_GT(found, 0U) << pattern.name << " was never seen to give anything";
  }
}

class ShippedModelReads : public ::testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(All, ShippedModelReads, ::testing::ValuesIn(kModelNames),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(ShippedModelReads, GiveWhatAPlainComputationGives) {
  auto database = ReadDatabase::shipped(GetParam());
  const std::map<std::string_view, double> scales = {{"album_workflow", 0.01}, {"music", 0.06}};
  const auto scale = scales.find(GetParam());
  database.load_samples(scale == scales.end() ? 0.03 : scale->second, kSeed);
  if (GetParam() == "music") add_music(database);
  check_all(database, false);
}

// How many tasks a reader finds that wait.
std::size_t pending_tasks(const ReadDatabase& database) {
  const planning::PatternPlan& plan = *database.served().find("pending_tasks");
  std::size_t found = 0;
  for (const auto& arguments : arguments_to_try(database, *plan.pattern)) {
    const auto answer = database.read(plan.pattern->name, arguments);
    if (answer.ok()) found += answer->rows.size();
  }
  return found;
}

// Most tasks of the samples are overdue by now: what a reader finds must not hang on whether some
// thread of the server has already moved them on.
TEST(ShippedModelSamples, StayAsTheyAreUntilATestAsksForWhatIsDue) {
  auto database = ReadDatabase::shipped("album_workflow");
  database.load_samples(0.01, kSeed);
  const std::size_t before = pending_tasks(database);
  EXPECT_EQ(pending_tasks(database), before);
  ASSERT_TRUE(sync_wait(database.models().catch_up()).ok());
  EXPECT_LT(pending_tasks(database), before);
}

TEST(MaterialisedReads, GiveWhatAPlainComputationGives) {
  auto database = ReadDatabase::shipped("album_workflow", true);
  add_metrics(database);
  check_all(database, true);
}

TEST(MaterialisedReads, NameTheRowsOfAMapAsTheModelSays) {
  auto database = ReadDatabase::shipped("album_workflow", true);
  add_metrics(database);
  const auto answer = database.read("compare_metrics", {{"date", "2025-10-12"}}).value();
  ASSERT_EQ(answer.rows.size(), 2U);
  EXPECT_EQ(answer.rows[0].member, "durableFunctions");
  EXPECT_EQ(answer.rows[1].member, "stepFunctions");
}

TEST(SearchPatterns, TellWhatTheyLack) {
  const auto database = ReadDatabase::shipped("music");
  EXPECT_EQ(database.failure("search_artists", {{"q", "?"}}),
            "BadArgument Q701: q: it has no word to look for");
  EXPECT_EQ(database.failure("search_artists", {{"q", "ravi"}, {"facets", "name"}}),
            "BadArgument: facets: `name` is no facet of artists; it has tradition, instruments");
  EXPECT_EQ(
      database.failure("search_artists", {{"q", "ravi"}, {"match", "some"}}),
      "BadArgument: match: it is all or any: whether an item has all the words or one of them");
}

}  // namespace
}  // namespace partita::serving
