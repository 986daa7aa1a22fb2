#include "cli/model_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

#include "cli/model_startup.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/scan.h"
#include "modelled/registry/model_store.h"
#include "support/model_file.h"

namespace partita::cli {
namespace {

// A database in memory at a fixed hour, with a shipped model in force.
struct Sampled {
  explicit Sampled(std::string_view model_name) {
    clock.jump_wall(std::chrono::seconds(1'762'000'000));
    database::DatabaseOptions options;
    options.clock = &clock;
    // The oldest samples are about to expire: none of them goes while a test looks at them.
    options.timed_work = database::TimedWork::ByHand;
    opened = open_with_models(database::MemoryStore{}, options).value();
    const auto path = "models/" + std::string(model_name) + ".yaml";
    const registry::ModelSource source{.file_name = path, .text = tree_file(path), .params = {}};
    held = sync_wait(opened.models().apply(source)).value().held;
  }

  SampleLoad load(std::uint64_t seed) {
    return load_samples(opened, *held, {.seed = seed, .count = 20}).value();
  }

  // All items of the model's tables, one behind the other.
  Bytes items() {
    Bytes bytes;
    for (const auto& table : held->model->tables) {
      api::ScanRequest request;
      request.table_name = table.name;
      const auto page = sync_wait(operations::scan(opened.database->context(), request)).value();
      for (std::size_t i = 0; i < page.items->size(); ++i) bytes += page.items->at(i).bytes();
    }
    return bytes;
  }

  std::optional<Item> get(const model::Sample& sample) {
    const model::Table& table = *sample.entity->table;
    Item key{{table.partition_key, *sample.item.find(table.partition_key)}};
    if (table.has_sort_key()) key.set(table.sort_key, *sample.item.find(table.sort_key));
    api::GetItemRequest request;
    request.table_name = table.name;
    request.key = EncodedItem(key);
    const auto answer = sync_wait(operations::get_item(opened.database->context(), request));
    if (!answer.value().item) return std::nullopt;
    return answer.value().item->view().to_item();
  }

  ManualClock clock;  // Before the database, which uses it to its end.
  ModelDatabase opened;
  registry::HeldPointer held;
};

class ShippedSamples : public ::testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(All, ShippedSamples, ::testing::ValuesIn(kModelNames),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(ShippedSamples, KeepTheRulesOfTheirModel) {
  Sampled sampled(GetParam());
  const SampleLoad load = sampled.load(7);
  EXPECT_GT(load.items, 0U) << "seed 7";
  EXPECT_GE(load.writes, load.items);
  EXPECT_EQ(load.refused, 0U) << load.first_refusal;
}

// What differs between the sample and the stored item; empty if nothing does. Times may have moved.
std::string difference(const model::Sample& sample, const Item& stored, bool has_moved) {
  std::string text;
  for (const auto& [name, value] : sample.item) {
    const model::Attribute* attribute = sample.entity->find_attribute(name);
    const bool is_time = attribute != nullptr &&
                         attribute->type->kind == model::AttributeKind::Timestamp &&
                         value.type() != ValueType::Null;
    const Value* found = stored.find(name);
    // What is computed from a time that is not there yet is not there either.
    const bool is_absent = found == nullptr && value.type() == ValueType::Null;
    const bool is_same =
        is_absent || (found != nullptr && (*found == value || (is_time && has_moved)));
    if (!is_same) text += sample.name + "." + name + " ";
  }
  return text;
}

TEST_P(ShippedSamples, HoldEveryItemOfTheSectionSamples) {
  Sampled sampled(GetParam());
  sampled.load(7);
  const model::Model& model = *sampled.held->model;
  const bool has_moved = std::any_of(model.samples.begin(), model.samples.end(),
                                     [](const auto& sample) { return sample.entity->expire; });
  for (const model::Sample& sample : model.samples) {
    if (sample.entity->materialized_from != nullptr) continue;
    const auto stored = sampled.get(sample);
    ASSERT_TRUE(stored) << sample.name;
    EXPECT_EQ(difference(sample, *stored, has_moved), "");
  }
}

TEST(ModelSamples, AreTheSameForTheSameSeed) {
  Sampled first("rez_agent");
  Sampled second("rez_agent");
  Sampled other("rez_agent");
  first.load(7);
  second.load(7);
  other.load(8);
  EXPECT_EQ(first.items(), second.items());
  EXPECT_NE(first.items(), other.items());
}

TEST(ModelSamples, AreMadeOnlyInEmptyTables) {
  Sampled sampled("rez_agent");
  EXPECT_FALSE(sampled.load(7).was_filled);
  const auto items = sampled.items();
  const SampleLoad again = sampled.load(8);
  EXPECT_TRUE(again.was_filled);
  EXPECT_EQ(again.writes, 0U);
  EXPECT_EQ(sampled.items(), items);
}

TEST(ModelStartup, AppliesAllModelsOfADirectory) {
  auto opened = open_with_models(database::MemoryStore{}).value();
  const auto directory = std::filesystem::path(PARTITA_SOURCE_TREE) / "models";
  ASSERT_TRUE(start_models(opened, {.directory = directory, .makes_samples = false}).ok());
  EXPECT_EQ(opened.models().list().size(), kModelNames.size());
  const auto lines = model_lines(opened.models(), "http://localhost:8000");
  ASSERT_EQ(lines.size(), kModelNames.size());
  EXPECT_NE(lines[0].find("model album_workflow v"), std::string::npos) << lines[0];
  EXPECT_EQ(lines[0].find("model album_workflow v"), 0u) << lines[0];
}

TEST(ModelStartup, SaysThatADirectoryIsNotThereOrHasNoModels) {
  auto opened = open_with_models(database::MemoryStore{}).value();
  const auto tree = std::filesystem::path(PARTITA_SOURCE_TREE);
  for (const auto& directory : {tree / "nowhere", tree / "include"}) {
    const auto started = start_models(opened, {.directory = directory});
    ASSERT_FALSE(started.ok());
    EXPECT_NE(started.error().message().find(directory.string()), std::string::npos);
  }
}

}  // namespace
}  // namespace partita::cli
