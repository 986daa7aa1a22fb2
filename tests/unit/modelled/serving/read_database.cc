#include "unit/modelled/serving/read_database.h"

#include <fmt/format.h>

#include <map>

#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/scan.h"
#include "dynamodb/operations/single_write.h"
#include "model/samples/sample_generator.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/model_store.h"
#include "modelled/serving/attribute_update.h"
#include "modelled/serving/failure.h"
#include "partita/value/item_codec.h"

namespace partita::serving {
namespace {

constexpr std::string_view kFailureNames[] = {"BadArgument",   "BadBody",       "BadToken",
                                              "NotFound",      "AlreadyExists", "OtherRevision",
                                              "StillBuilding", "NotServed"};

PatternReadRequest read_request_of(const GivenArguments& arguments, std::optional<int> limit,
                                   std::string page) {
  PatternReadRequest request;
  for (const auto& [name, value] : arguments) request.arguments.set(name, value);
  request.limit = limit;
  request.page = std::move(page);
  return request;
}

// The attributes as an update that sets them all.
operations::TreeWrite update_request(const model::Table& table, const ItemView& whole,
                                     const Item& attributes) {
  std::vector<std::string_view> names{table.partition_key};
  if (table.has_sort_key()) names.emplace_back(table.sort_key);
  Bytes key;
  append_projected(key, whole, names);
  AttributeUpdate update;
  for (const auto& [name, value] : attributes) update.set(name, value);
  return {.kind = operations::TreeWrite::Kind::Update,
          .table_name = table.name,
          .subject = EncodedItem(std::move(key)),
          .update = std::move(update).tree()};
}

// Sample items live to their end. Some are to be seen in the midst of it: every third one stops
// after no write, one, or two.
class UnfinishedLives {
 public:
  bool is_over(const samples::Write& write) {
    const auto [life, is_new] = lives_.try_emplace(write.entity->name + encode(write.key));
    if (is_new) life->second.writes_max = lives_.size() % 3 == 0 ? lives_.size() / 3 % 3 : SIZE_MAX;
    if (write.kind == samples::Write::Kind::Create) return false;
    return life->second.writes++ >= life->second.writes_max;
  }

 private:
  struct Life {
    std::size_t writes = 0;
    std::size_t writes_max = 0;
  };
  std::map<Bytes, Life> lives_;
};

}  // namespace

ReadDatabase::ReadDatabase(const std::string& text, bool is_observed) {
  clock_->jump_wall(std::chrono::seconds(1'762'000'000));  // 2025-11-01T12:26:40Z
  database::DatabaseOptions options;
  options.clock = clock_.get();
  options.timed_work = database::TimedWork::ByHand;
  database_ = database::Database::open(database::MemoryStore{}, options).value();
  std::string source = text;
  if (is_observed) {
    const std::string_view enforced = "enforcement: enforce";
    const auto at = source.find(enforced);
    EXPECT_NE(at, std::string::npos);
    source.replace(at, enforced.size(), "enforcement: observe");
  }
  const registry::ModelSource model{.file_name = "test.yaml", .text = source, .params = {}};
  auto applied = sync_wait(models().apply(model));
  if (!applied.ok()) ADD_FAILURE() << applied.error().message();
  served_ = std::make_unique<ServedModel>(applied.value().held);
}

ReadDatabase ReadDatabase::shipped(std::string_view model, bool is_observed) {
  return ReadDatabase(tree_file("models/" + std::string(model) + ".yaml"), is_observed);
}

void ReadDatabase::serve_again() {
  served_ = std::make_unique<ServedModel>(models().find(model().name));
}

model::Instant ReadDatabase::now() const {
  return std::chrono::floor<model::Duration>(clock_->wall_now());
}

void ReadDatabase::load_samples(double scale, std::uint64_t seed) {
  auto generator = samples::SampleGenerator::create(
      served_->held().model,
      {.seed = seed, .end = std::chrono::floor<std::chrono::hours>(now()), .scale = scale});
  ASSERT_TRUE(generator.ok()) << generator.error().message();
  SeededRandom random(seed);
  ManualClock past;
  ASSERT_TRUE(sync_wait(models().attach(served_->held(), past, random)).ok());
  UnfinishedLives lives;
  auto& context = database_->context();
  while (const auto write = generator->next()) {
    if (write->by_server || !write->entity->notes.is_live || lives.is_over(*write)) continue;
    past.jump_wall(WallTime(write->instant) - past.wall_now());
    const auto table = context.catalog.find(write->entity->table->name);
    const rules::TableRules& rules = enforcement::model_rules_of(*table)->rules();
    const model::Entity& entity = *rules.model().find_entity(write->entity->name);
    const bool is_new = write->kind == samples::Write::Kind::Create;
    EncodedItem item(is_new ? write->attributes : write->key);
    auto completed = rules.complete_keys(item.view(), write->instant, random, &entity);
    ASSERT_TRUE(completed.ok()) << completed.error().message();
    if (*completed) item = std::move(**completed);
    if (is_new) {
      put(table->name, item.view().to_item());
      continue;
    }
    const auto request = update_request(*entity.table, item.view(), write->attributes);
    const auto plan = operations::plan_write(context, request);
    ASSERT_TRUE(plan.ok()) << plan.error().message();
    const auto updated = sync_wait(operations::execute(context, *plan, {}));
    ASSERT_TRUE(updated.ok()) << updated.error().message() << ", seed " << seed;
  }
  ASSERT_TRUE(sync_wait(models().attach(served_->held())).ok());
}

void ReadDatabase::put(std::string_view table, const Item& item) {
  api::PutItemRequest request;
  request.table_name = table;
  request.item = EncodedItem(item);
  const auto answer = sync_wait(operations::put_item(database_->context(), request));
  EXPECT_TRUE(answer.ok()) << answer.error().message();
}

void ReadDatabase::put_entity(std::string_view name, const Item& item) {
  const model::Entity& entity = *model().find_entity(name);
  Item whole = item;
  const EncodedItem given(item);
  for (const model::DerivedKey& key : entity.row.keys) {
    if (whole.find(key.name) != nullptr) continue;
    std::string text;
    const auto made =
        key.key.render(text, [&](std::string_view one) { return given.view().find(one); });
    EXPECT_TRUE(made.ok() && *made) << name << "." << key.name;
    whole.set(key.name, text);
  }
  put(entity.table->name, whole);
}

void ReadDatabase::erase(std::string_view table, const Item& key) {
  api::DeleteItemRequest request;
  request.table_name = table;
  request.key = EncodedItem(key);
  const auto answer = sync_wait(operations::delete_item(database_->context(), request));
  EXPECT_TRUE(answer.ok()) << answer.error().message();
}

Result<ReadAnswer> ReadDatabase::run(std::string_view pattern,
                                     const PatternReadRequest& request) const {
  const planning::PatternPlan* plan = served_->find(pattern);
  if (plan == nullptr) return Error::internal(fmt::format("there is no pattern {}", pattern));
  const PatternContext patterns = pattern_context();
  return sync_wait(serving::read(patterns, *served_, *plan, request));
}

Result<ReadAnswer> ReadDatabase::read(std::string_view pattern, const GivenArguments& arguments,
                                      std::optional<int> limit, std::string page) const {
  return run(pattern, read_request_of(arguments, limit, std::move(page)));
}

std::string ReadDatabase::failure(std::string_view pattern, const GivenArguments& arguments,
                                  std::optional<int> limit, std::string page) const {
  const auto answer = read(pattern, arguments, limit, std::move(page));
  if (answer.ok()) return {};
  const Failure* why = failure_of(answer.error());
  if (why == nullptr) return answer.error().to_string();
  const std::string code = why->code.empty() ? "" : " " + why->code;
  return fmt::format("{}{}: {}", kFailureNames[static_cast<std::size_t>(why->kind)], code,
                     answer.error().message());
}

std::vector<EncodedItem> ReadDatabase::items(const model::Table& table) const {
  std::vector<EncodedItem> items;
  api::ScanRequest request;
  request.table_name = table.name;
  do {
    const auto page = sync_wait(operations::scan(database_->context(), request)).value();
    for (std::size_t i = 0; i < page.items->size(); ++i) items.emplace_back(page.items->at(i));
    request.exclusive_start_key.reset();
    if (page.last_evaluated_key) request.exclusive_start_key = *page.last_evaluated_key;
  } while (request.exclusive_start_key);
  return items;
}

std::vector<EncodedItem> items_of(const ReadAnswer& answer) {
  std::vector<EncodedItem> items;
  for (const ReadRow& row : answer.rows) items.push_back(row.item);
  return items;
}

std::string column(const ReadAnswer& answer, std::string_view attribute) {
  std::string text;
  for (const ReadRow& row : answer.rows) {
    const auto value = row.item.view().find(attribute);
    if (!text.empty()) text += ' ';
    if (!value) {
      text += '-';
    } else {
      text += value->type() == ValueType::N ? value->number().to_string() : value->string();
    }
  }
  return text;
}

std::vector<ReadAnswer> read_forward(const ReadDatabase& database, std::string_view pattern,
                                     const GivenArguments& arguments, int limit) {
  std::vector<ReadAnswer> pages;
  std::string token;
  do {
    auto page = database.read(pattern, arguments, limit, token);
    if (!page.ok()) {
      ADD_FAILURE() << pattern << ": " << page.error().message();
      break;
    }
    token = page->next;
    pages.push_back(std::move(*page));
  } while (!token.empty() && pages.size() < 10'000);
  return pages;
}

std::vector<ReadAnswer> read_backward(const ReadDatabase& database, std::string_view pattern,
                                      const GivenArguments& arguments, int limit,
                                      const ReadAnswer& from) {
  std::vector<ReadAnswer> pages;
  std::string token = from.previous;
  while (!token.empty() && pages.size() < 10'000) {
    auto page = database.read(pattern, arguments, limit, token);
    if (!page.ok()) {
      ADD_FAILURE() << pattern << ": " << page.error().message();
      break;
    }
    token = page->previous;
    pages.push_back(std::move(*page));
  }
  return pages;
}

}  // namespace partita::serving
