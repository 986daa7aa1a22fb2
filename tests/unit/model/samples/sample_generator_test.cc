#include "model/samples/sample_generator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "partita/value/item_codec.h"
#include "support/model_file.h"
#include "unit/model/samples/item_checker.h"

namespace partita::samples {
namespace {

using model::Instant;

const Instant kEnd = *model::parse_rfc3339("2025-11-01T00:00:00Z");

const SampleSettings kSmall{.seed = 7, .end = kEnd, .scale = 0.2};

// Writes point into their model, so each is read once and stays.
std::shared_ptr<const model::Model> kept_model(std::string_view name) {
  static std::map<std::string, std::shared_ptr<const model::Model>, std::less<>> models;
  auto& model = models[std::string(name)];
  if (model == nullptr) model = shipped_model(name);
  return model;
}

SampleGenerator generator_of(std::string_view name,
                             const SampleSettings& settings = {.seed = 7, .end = kEnd}) {
  return std::move(SampleGenerator::create(kept_model(name), settings)).value();
}

std::vector<Write> all_writes(SampleGenerator generator) {
  std::vector<Write> writes;
  while (auto write = generator.next()) writes.push_back(std::move(*write));
  return writes;
}

std::string bytes_of(const std::vector<Write>& writes) {
  std::string bytes;
  for (const Write& write : writes) {
    bytes.append(write.entity->name)
        .append(std::to_string(write.instant.time_since_epoch().count()));
    append_encoded(bytes, write.key);
    append_encoded(bytes, write.attributes);
  }
  return bytes;
}

std::string identity(const model::Entity& entity, const Item& key) {
  return entity.name + ":" + encode(key);
}

class ShippedPlans : public testing::TestWithParam<std::string_view> {
 protected:
  SampleGenerator generator() const {
    SCOPED_TRACE("seed 7");
    return generator_of(GetParam(), {.seed = 7, .end = kEnd, .scale = 0.05});
  }
};

INSTANTIATE_TEST_SUITE_P(All, ShippedPlans, testing::ValuesIn(kModelNames),
                         [](const auto& name) { return std::string(name.param); });

TEST_P(ShippedPlans, GiveTheSameBytesForTheSameSeed) {
  const std::string bytes = bytes_of(all_writes(generator()));
  EXPECT_EQ(bytes, bytes_of(all_writes(generator())));
  const SampleSettings other{.seed = 8, .end = kEnd, .scale = 0.05};
  EXPECT_NE(bytes, bytes_of(all_writes(generator_of(GetParam(), other))));
}

TEST_P(ShippedPlans, GoForwardInTimeAndNotBeyondTheEnd) {
  Instant before{};
  for (const Write& write : all_writes(generator())) {
    EXPECT_GE(write.instant, before);
    EXPECT_LE(write.instant, kEnd);
    before = write.instant;
  }
}

TEST_P(ShippedPlans, MakeItemsOfEveryPlanThatKeepTheRules) {
  const auto model = kept_model(GetParam());
  std::map<std::string, std::int64_t> created;
  for (const Write& write : all_writes(generator())) {
    if (write.kind != Write::Kind::Create) continue;
    ++created[write.entity->name];
    ASSERT_EQ(complaint(*write.entity, write.attributes), "");
  }
  for (const model::FakePlan& plan : model->fakes) {
    EXPECT_GT(created[plan.entity->name], 0) << plan.entity->name;
  }
}

TEST_P(ShippedPlans, CreateEachKeyOnceAndUpdateOnlyWhatIsThere) {
  std::map<std::string, Item> items;
  for (const Write& write : all_writes(generator())) {
    const std::string id = identity(*write.entity, write.key);
    if (write.kind == Write::Kind::Create) {
      ASSERT_TRUE(items.emplace(id, write.attributes).second) << write.entity->name;
      continue;
    }
    ASSERT_TRUE(items.contains(id)) << write.entity->name;
    Item& item = items[id];
    for (const auto& [name, value] : write.attributes) item.set(name, value);
    ASSERT_EQ(complaint_about_changes(*write.entity, write.attributes, item), "");
  }
}

// The ids of the entity's items so far.
using Ids = std::map<const model::Entity*, std::set<std::string>>;

void expect_reference(const Ids& ids, const Write& write, std::string_view attribute) {
  const model::Entity* target = referenced(*write.entity, attribute);
  const Value* value = write.attributes.find(attribute);
  if (target == nullptr || value == nullptr) return;
  const auto known = ids.find(target);
  ASSERT_TRUE(known != ids.end() && known->second.contains(encode(*value)))
      << write.entity->name << "." << attribute;
}

TEST_P(ShippedPlans, NameOnlyItemsThatWereCreatedBefore) {
  Ids ids;
  for (const Write& write : all_writes(generator())) {
    for (const std::string_view name : reference_names(*write.entity)) {
      expect_reference(ids, write, name);
    }
    const Value* id = write.attributes.find(write.entity->id_attribute());
    if (id != nullptr) ids[write.entity].insert(encode(*id));
  }
}

bool counts_in(const model::Lifecycle& lifecycle, std::string_view state) {
  return std::any_of(lifecycle.count_in.begin(), lifecycle.count_in.end(),
                     [&](const auto& counted) { return counted.first == state; });
}

TEST_P(ShippedPlans, WalkAlongTransitionsAndRepeatOnlyWhatIsCounted) {
  std::map<std::string, std::string> states;
  for (const Write& write : all_writes(generator())) {
    if (!write.entity->lifecycle) continue;
    const model::Lifecycle& lifecycle = *write.entity->lifecycle;
    const std::string id = identity(*write.entity, write.key);
    const Value* given = write.attributes.find(lifecycle.attribute);
    if (write.kind == Write::Kind::Create) {
      const auto* status = write.entity->find_attribute(lifecycle.attribute);
      states[id] = given != nullptr ? given->string() : status->default_value->string();
      EXPECT_TRUE(lifecycle.is_initial(states[id])) << states[id];
      continue;
    }
    ASSERT_NE(given, nullptr);
    if (given->string() == states[id]) {
      EXPECT_TRUE(counts_in(lifecycle, states[id])) << states[id];
      continue;
    }
    const model::Transition* transition = lifecycle.find(states[id], given->string());
    ASSERT_NE(transition, nullptr) << states[id] << " -> " << given->string();
    for (const std::string& name : transition->required) {
      EXPECT_NE(write.attributes.find(name), nullptr) << name;
    }
    EXPECT_EQ(write.by_server, transition->by_server);
    states[id] = given->string();
  }
}

// How many items of the entity ended in each state.
std::map<std::string, double> ends_of(std::string_view model_name, std::string_view entity) {
  std::map<std::string, std::string> states;
  for (const Write& write : all_writes(generator_of(model_name))) {
    if (write.entity->name != entity) continue;
    const Value* state = write.attributes.find(write.entity->lifecycle->attribute);
    std::string& known = states[identity(*write.entity, write.key)];
    if (state != nullptr) known = state->string();
  }
  std::map<std::string, double> shares;
  for (const auto& [id, state] : states) shares[state] += 1.0 / static_cast<double>(states.size());
  return shares;
}

TEST(Generator, KeepsTheSharesOfOutcomes) {
  auto messages = ends_of("rez_agent", "Message");
  EXPECT_NEAR(messages["completed"], 0.96, 0.015);
  EXPECT_NEAR(messages["failed"], 0.04, 0.015);
  auto executions = ends_of("execution_index", "Execution");
  EXPECT_NEAR(executions["SUCCEEDED"], 0.90, 0.02);
  EXPECT_NEAR(executions["TIMED_OUT"], 0.02, 0.01);
}

// The state and the age at the end of each item of the entity that is in one of the states.
std::multimap<std::string, model::Duration> ages_in(std::string_view model_name,
                                                    const std::set<std::string>& states) {
  std::map<std::string, std::pair<std::string, Instant>> items;
  const SampleSettings few{.seed = 7, .end = kEnd, .scale = 0.1};
  for (const Write& write : all_writes(generator_of(model_name, few))) {
    if (!write.entity->lifecycle) continue;
    auto& [state, created] = items[identity(*write.entity, write.key)];
    if (write.kind == Write::Kind::Create) created = write.instant;
    const Value* given = write.attributes.find(write.entity->lifecycle->attribute);
    if (given != nullptr) state = given->string();
    if (state.empty()) state = write.entity->lifecycle->initial.front();
  }
  std::multimap<std::string, model::Duration> ages;
  for (const auto& [id, item] : items) {
    if (states.contains(item.first)) ages.emplace(item.first, kEnd - item.second);
  }
  return ages;
}

TEST(Generator, LeavesUnfinishedItemsOfTheirAgeInTheirState) {
  using std::chrono::minutes;
  const auto ages = ages_in("rez_agent", {"created", "queued", "processing"});
  EXPECT_EQ(ages.count("created"), 3U);
  EXPECT_EQ(ages.count("queued"), 2U);
  EXPECT_EQ(ages.count("processing"), 6U);
  std::size_t stuck = 0;
  for (const auto& [state, age] : ages) {
    EXPECT_TRUE(state == "processing" || age <= minutes(4)) << state;
    if (age > minutes(15)) ++stuck;
    EXPECT_LE(age, std::chrono::hours(4));
  }
  EXPECT_EQ(stuck, 3U);
}

TEST(Generator, GoesOnFinishingItemsWhileOthersAreUnfinished) {
  std::size_t finished = 0;
  for (const Write& write : all_writes(generator_of("execution_index", kSmall))) {
    if (write.attributes.find("stopDate") == nullptr) continue;
    if (kEnd - write.instant < std::chrono::hours(24)) ++finished;
  }
  EXPECT_GT(finished, 20U);
}

TEST(Generator, LeavesTheNewestChildrenUnfinished) {
  const auto ages = ages_in("album_workflow", {"pending", "waiting"});
  // Beside those of the plan, some have been created just now.
  EXPECT_GE(ages.count("pending"), 5U);
  EXPECT_GE(ages.count("waiting"), 7U);
  std::size_t young = 0;
  for (const auto& [state, age] : ages) {
    if (state == "pending" && age <= std::chrono::minutes(15)) ++young;
  }
  EXPECT_GE(young, 5U);
}

TEST(Generator, TriesCountedStatesAgainNowAndThen) {
  std::map<std::string, std::string> states;
  std::size_t repetitions = 0;
  for (const Write& write : all_writes(generator_of("photoeditor", kSmall))) {
    const Value* given = write.attributes.find("status");
    if (given == nullptr) continue;
    std::string& state = states[identity(*write.entity, write.key)];
    if (state == given->string()) ++repetitions;
    state = given->string();
  }
  EXPECT_GT(repetitions, 20U);
  EXPECT_LT(repetitions, 300U);
}

TEST(Generator, TellsTheEndOfAnExecutionAMomentLater) {
  std::size_t told = 0;
  for (const Write& write : all_writes(generator_of("execution_index", kSmall))) {
    const Value* stop = write.attributes.find("stopDate");
    if (stop == nullptr) continue;
    const auto instant = model::read_timestamp(*stop, model::TimestampEncoding::Rfc3339Ms);
    ASSERT_TRUE(instant);
    EXPECT_LT(*instant, write.instant);
    EXPECT_LE(write.instant - *instant, std::chrono::seconds(4));
    ++told;
  }
  EXPECT_GT(told, 800U);
}

TEST(Generator, LeavesTransitionsOfTheServerUntilTheirGuardHolds) {
  std::map<std::string, Instant> created;
  int expired = 0;
  for (const Write& write : all_writes(generator_of("album_workflow", kSmall))) {
    if (write.entity->name != "Task") continue;
    const std::string id = identity(*write.entity, write.key);
    if (write.kind == Write::Kind::Create) created[id] = write.instant;
    if (!write.by_server) continue;
    ++expired;
    EXPECT_GT(write.instant - created[id], std::chrono::hours(1));
  }
  EXPECT_GT(expired, 3);
}

TEST(Generator, GivesChildrenTheAttributesThatMustEqualTheirParents) {
  std::map<std::string, std::string> types;
  for (const Write& write : all_writes(generator_of("album_workflow", kSmall))) {
    if (write.kind != Write::Kind::Create) continue;
    const std::string execution = write.attributes.find("executionId")->string();
    const std::string type = write.attributes.find("workflowType")->string();
    EXPECT_EQ(types.emplace(execution, type).first->second, type);
  }
}

TEST(Generator, CountsChildrenInTheirKeys) {
  std::map<std::string, std::set<std::string>> places;
  for (const Write& write : all_writes(generator_of("album_workflow", kSmall))) {
    if (write.entity->name != "Album" || write.kind != Write::Kind::Create) continue;
    places[write.attributes.find("executionId")->string()].insert(
        write.attributes.find("albumIndex")->number().to_string());
  }
  std::size_t complete = 0;
  for (const auto& [execution, indexes] : places) {
    EXPECT_TRUE(indexes.contains("1"));
    if (indexes.size() == 12 && indexes.contains("12")) ++complete;
  }
  EXPECT_GT(complete * 100, places.size() * 95);
}

TEST(Generator, TakesRowsWholeAndInTurnAndNoMoreOfThem) {
  std::vector<std::string> ragas;
  for (const Write& write :
       all_writes(generator_of("music", {.seed = 1, .end = kEnd, .scale = 2}))) {
    if (write.entity->name != "Raga") continue;
    ragas.push_back(write.attributes.find("ragaId")->string() + " " +
                    write.attributes.find("name")->string());
  }
  EXPECT_EQ(ragas, (std::vector<std::string>{"yaman Yaman", "bhairav Bhairav", "darbari Darbari",
                                             "malkauns Malkauns", "todi Todi"}));
}

TEST(Generator, MakesUniqueTextsUnique) {
  std::set<std::string> emails;
  for (const Write& write : all_writes(generator_of("music"))) {
    if (write.entity->name != "User") continue;
    EXPECT_TRUE(emails.insert(write.attributes.find("email")->string()).second);
  }
  EXPECT_EQ(emails.size(), 1000U);
}

TEST(Generator, MakesNewVersionsOfSomeItems) {
  std::size_t versions = 0;
  for (const Write& write : all_writes(generator_of("music"))) {
    if (write.kind == Write::Kind::Update && write.entity->versioned) ++versions;
  }
  EXPECT_GT(versions, 100U);
}

TEST(Generator, NeedsNoTimeForWhatIsNotAskedFor) {
  SampleGenerator generator =
      generator_of("rez_agent", {.seed = 1, .end = kEnd, .scale = 1'000'000});
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(generator.next().has_value());
}

Error refusal(std::string_view fake) {
  const std::string text = fmt::format(R"(
format: 1
model: shop
version: 1
tables:
  main: {{name: shop, key: {{partition: id}}}}
  other: {{name: orders, key: {{partition: orderId}}}}
entities:
  Customer:
    table: main
    match: all
    key: {{id: "{{id}}"}}
    attributes:
      id: {{type: string, generate: uuid4}}
      code: {{type: string, pattern: "^!!$", required: true}}
  Order:
    table: other
    match: all
    key: {{orderId: "{{orderId}}"}}
    attributes:
      orderId: {{type: string, generate: uuid4}}
      of: {{type: string, required: true, references: Customer}}
fake:
{}
)",
                                       fake);
  auto model = model::load_model(text, "shop.yaml");
  if (!model.ok()) return model.error();
  auto generator = SampleGenerator::create(*model, {.seed = 1, .end = kEnd});
  return generator.ok() ? Error::internal("accepted") : generator.error();
}

TEST(Generator, RefusesARequiredReferenceWithoutAPlan) {
  EXPECT_EQ(refusal("  Order: {count: 5}").message(),
            "fake.Order: of must name an item of Customer, which has no plan under `fake`");
}

TEST(Generator, RefusesAParentWithoutAPlan) {
  EXPECT_EQ(refusal("  Order: {per: {Customer: 2}}").message(),
            "fake.Order: its parent Customer has no plan");
}

TEST(Generator, RefusesAScaleOfNothing) {
  for (const double scale : {0.0, -1.0, 1e10}) {
    const auto generator =
        SampleGenerator::create(kept_model("rez_agent"), {.seed = 1, .end = kEnd, .scale = scale});
    ASSERT_FALSE(generator.ok()) << scale;
    EXPECT_EQ(generator.error().message(), "the scale must be above 0 and at most 1E9");
  }
}

TEST(Generator, RefusesUnfinishedItemsThatAreOlderThanAllOthers) {
  std::string text = tree_file("models/rez_agent.yaml");
  const std::string_view age = "age: 4h";
  text.replace(text.find(age), age.size(), "age: 90d");
  const auto model = model::load_model(text, "rez_agent.yaml").value();
  const auto generator = SampleGenerator::create(model, {.seed = 1, .end = kEnd});
  ASSERT_FALSE(generator.ok());
  EXPECT_EQ(generator.error().message(),
            "fake.Message: `unfinished` items must be younger than 90d, over which all are spread");
}

TEST(Generator, AsksForTextsOfAPatternItCannotMeet) {
  EXPECT_EQ(refusal("  Customer: {count: 5}").message(),
            "fake.Customer: no text is known that code may have; list some: choose: {code: [..]}");
}

}  // namespace
}  // namespace partita::samples
