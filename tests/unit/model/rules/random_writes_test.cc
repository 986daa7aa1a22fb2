#include <gtest/gtest.h>

#include "partita/value/measure.h"
#include "unit/model/rules/test_table.h"

namespace partita::rules {
namespace {

constexpr std::uint64_t kSeed = 20261116;
constexpr int kRounds = 3000;

// Values that are often nearly right: texts of the model's own kinds, small numbers, other types.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  Value value(int levels) {
    switch (random_.below(levels > 0 ? 9 : 6)) {
      case 0:
        return Number(static_cast<std::int64_t>(random_.below(2'000'000'000)));
      case 1:
        return Number(static_cast<std::int64_t>(random_.below(3)) - 1);
      case 2:
        return random_.below(2) == 0;
      case 3:
        return nullptr;
      case 4:
      case 5:
        return text();
      case 6:
        return List{value(levels - 1), value(levels - 1)};
      case 7:
        return *Value::string_set({"a", "b"});
      default:
        return Map{{"text", value(levels - 1)}, {"x", value(levels - 1)}};
    }
  }

  std::string text() {
    static const char* const kTexts[] = {"",
                                         "a#b",
                                         "2025-10-21T14:30:00Z",
                                         "2025-10-21T14:30:00.000+02:00",
                                         "2025-10-21",
                                         "550e8400-e29b-41d4-a716-446655440000",
                                         "scheduled_hello",
                                         "processing",
                                         "completed",
                                         "QUEUED",
                                         "RUNNING",
                                         "step-functions",
                                         "arn:aws:states:us-east-1:1:execution:a-b:c"};
    return kTexts[random_.below(std::size(kTexts))];
  }

  // Some of the entity's attributes, and one that it does not have; sample items changed a little.
  Item item(const model::Entity& entity, const Item& sample) {
    Item item = sample;
    for (const model::Attribute& attribute : entity.attributes) {
      const auto choice = random_.below(10);
      if (choice == 0) item.set(attribute.name, value(2));
      if (choice == 1) item.erase(attribute.name);
      if (choice == 2 && !attribute.type->values.empty()) {
        item.set(attribute.name,
                 attribute.type->values[random_.below(attribute.type->values.size())]);
      }
    }
    if (random_.below(4) == 0) item.set("unheard_of", value(2));
    return item;
  }

  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

 private:
  SeededRandom random_;
};

Item sample_of(const model::Model& model, const model::Entity& entity) {
  for (const model::Sample& sample : model.samples) {
    if (sample.entity == &entity) return sample.item;
  }
  return {};
}

class RandomWrites : public testing::TestWithParam<const char*> {};

TEST_P(RandomWrites, NeverCrashAndFilledItemsStayAsTheyAre) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const auto table = TestTable::of_file(GetParam());
  // A stored stamp may be a minute ahead; a client's may not.
  auto later = table;
  later.now += std::chrono::minutes(1);
  const model::Model& model = table.rules().model();
  Writer writer(kSeed);
  int allowed = 0;
  for (int round = 0; round < kRounds; ++round) {
    const model::Entity& entity = model.entities[writer.below(model.entities.size())];
    const Item item = writer.item(entity, sample_of(model, entity));
    const Item before = writer.item(entity, sample_of(model, entity));
    const Answer answer = writer.below(2) == 0 ? table.put(item) : table.put(item, before);
    table.update(before, item, {"status"});
    table.remove(before);
    if (!answer.is_allowed) {
      ASSERT_FALSE(answer.text.empty());
      continue;
    }
    ++allowed;
    ASSERT_TRUE(check_item(answer.item).ok());
    // What is stored stays as it is, whatever that was.
    if (answer.outcome.late) continue;
    // What a state allows depends on the one before it, which is not there now.
    const Answer again = later.put(answer.item);
    if (!again.is_allowed) {
      ASSERT_EQ(again.refusal->kind, Refusal::Kind::Condition) << again.text;
    } else {
      ASSERT_FALSE(again.outcome.filled.has_value()) << "round " << round;
    }
  }
  EXPECT_GT(allowed, kRounds / 50);
}

TEST_P(RandomWrites, AreStoredAsTheyAreWhereTheModelOnlyObserves) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const auto table = TestTable::observing_file(GetParam());
  const model::Model& model = table.rules().model();
  Writer writer(kSeed);
  for (int round = 0; round < kRounds / 3; ++round) {
    const model::Entity& entity = model.entities[writer.below(model.entities.size())];
    const Item item = writer.item(entity, sample_of(model, entity));
    const Item before = writer.item(entity, sample_of(model, entity));
    const Answer answer = writer.below(2) == 0 ? table.put(item) : table.put(item, before);
    ASSERT_TRUE(answer.is_allowed) << answer.text;
    ASSERT_FALSE(answer.outcome.filled.has_value());
    ASSERT_TRUE(answer.outcome.companions.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryModel, RandomWrites,
                         testing::Values("album_workflow", "execution_index", "music",
                                         "photoeditor", "rez_agent"),
                         [](const auto& test) { return std::string(test.param); });

// Samples of the models pass their own rules, but for the states that a new item may not have.
TEST(Samples, PassTheRulesOfTheirModels) {
  for (const char* name :
       {"album_workflow", "execution_index", "music", "photoeditor", "rez_agent"}) {
    auto table = TestTable::of_file(name);
    table.is_server = true;
    for (const model::Sample& sample : table.rules().model().samples) {
      SCOPED_TRACE(std::string(name) + "." + sample.name);
      const Answer answer = table.put(sample.item, sample.item);
      EXPECT_TRUE(answer.is_allowed) << answer.text;
    }
  }
}

}  // namespace
}  // namespace partita::rules
