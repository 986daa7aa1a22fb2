// Partita inside a program: no server, no socket, the same operations and the same rules.
//   partita_tour models/photoeditor.yaml [DIRECTORY]      keeps its data in memory or in DIRECTORY
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "builder/query.h"
#include "database/database.h"
#include "models/model_store.h"
#include "operations/put_item.h"
#include "operations/update_item.h"
#include "patterns/read_pattern.h"

namespace {

using namespace partita;  // NOLINT: a program of its own

constexpr const char* kTable = "photoeditor-dev-jobs";

database::Store store_of(std::span<char*> arguments) {
  if (arguments.size() < 3) return database::MemoryStore{};
  database::RocksdbStore store;
  store.directory = arguments[2];
  return store;
}

Result<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) return Error::not_found(fmt::format("cannot read {}", path.string()));
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Status put_job(operations::Context& context, const char* user, const char* provider) {
  api::PutItemRequest request;
  request.table_name = kTable;
  request.item = EncodedItem(Item{
      {"userId", user}, {"fileSize", 2483112}, {"fileType", "image/jpeg"}, {"provider", provider}});
  TRY(sync_wait(operations::put_item(context, request)));
  return {};
}

Status set_status(operations::Context& context, const Value& id, const char* status) {
  api::UpdateItemRequest request;
  request.table_name = kTable;
  request.key = EncodedItem(Item{{"jobId", id}});
  request.update_expression = "SET #status = :status";
  request.expression_attribute_names.emplace().emplace_back("#status", "status");
  request.expression_attribute_values = EncodedItem(Item{{":status", status}});
  TRY(sync_wait(operations::update_item(context, request)));
  return {};
}

// Asks an access pattern of the model by its name: which index serves it is the model's business.
Result<patterns::ReadAnswer> jobs_of(database::Database& database,
                                     const patterns::ServedModel& model, const char* user) {
  patterns::ReadRequest request;
  request.arguments.set("userId", user);
  const auto* plan = model.find("list_user_jobs");
  if (plan == nullptr) return Error::not_found("the model has no pattern list_user_jobs");
  return sync_wait(patterns::read(database.patterns(), model, *plan, request));
}

void say_refusal(std::string_view step, const Status& status) {
  fmt::print("{}\n  {}\n", step, status.ok() ? "this was not refused" : status.error().message());
}

Status tour(std::span<char*> arguments) {
  const auto database = TRY(database::Database::open(store_of(arguments)));
  const models::ModelSource source{"photoeditor.yaml", TRY(read_file(arguments[1])), {}};
  const auto applied = TRY(sync_wait(database->models().apply(source)));
  const patterns::ServedModel model(applied.held);
  fmt::print("The model {} is in force, in {}.\n", model.model().name, database->engine_name());

  say_refusal("A provider that the model does not know:",
              put_job(database->context(), "ada", "dalle"));
  TRY(put_job(database->context(), "ada", "gemini"));
  const auto queued = TRY(jobs_of(*database, model, "ada"));
  const Item job = queued.rows.front().item.view().to_item();
  fmt::print("A job that it takes; what was left out is there:\n  {} {}, retryCount {}\n",
             job.find("jobId")->string(), job.find("status")->string(),
             job.find("retryCount")->number().to_string());

  const Value& id = *job.find("jobId");
  say_refusal("It is not completed before it was begun:",
              set_status(database->context(), id, "COMPLETED"));
  for (const char* status : {"PROCESSING", "EDITING", "COMPLETED"}) {
    TRY(set_status(database->context(), id, status));
  }
  const auto completed = TRY(jobs_of(*database, model, "ada"));
  fmt::print("The pattern list_user_jobs read {} job for {} read units: {}.\n",
             completed.rows.size(), completed.cost.read_units,
             completed.rows.front().item.view().find("status")->string());

  // The same index, by hand.
  const auto query = builder::Query(kTable)
                         .with_index("userId-createdAt-index")
                         .with_partition_key("userId", "ada")
                         .with_filter("status", builder::Operator::Equal, "COMPLETED")
                         .descending()
                         .with_limit(10);
  const auto page = TRY(sync_wait(query.run(database->context())));
  fmt::print("A query by hand found {} completed job of ada{}.\n", page.items.size(),
             page.has_more() ? ", and there is more" : "");
  return {};
}

}  // namespace

int main(int count, char** values) {
  const std::span<char*> arguments(values, static_cast<std::size_t>(count));
  if (arguments.size() < 2) {
    fmt::print(stderr, "usage: partita_tour models/photoeditor.yaml [DIRECTORY]\n");
    return 2;
  }
  const Status status = tour(arguments);
  if (status.ok()) return 0;
  fmt::print(stderr, "partita_tour: {}\n", status.error().message());
  return 1;
}
