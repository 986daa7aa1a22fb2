// Partita inside a program: no server, no socket, the same operations and the same rules.
//   partita_tour models/photoeditor.yaml [DIRECTORY]      keeps its data in memory or in DIRECTORY
#include <partita/builder/batch_write.h>
#include <partita/builder/query.h>
#include <partita/builder/transaction.h>
#include <partita/builder/update.h>
#include <partita/database.h>

#include <iostream>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace partita;  // NOLINT: a program of its own

constexpr const char* kTable = "photoeditor-dev-jobs";

Item new_job(const char* user, const char* provider) {
  return {
      {"userId", user}, {"fileSize", 2483112}, {"fileType", "image/jpeg"}, {"provider", provider}};
}

Result<Database> open(std::span<char*> arguments) {
  DatabaseOptions options;
  options.models.push_back(TRY(ModelFile::read(arguments[1])));
  if (arguments.size() < 3) return Database::in_memory(options);
  return Database::open(arguments[2], options);
}

void print_refusal(const char* step, const Error& error) {
  std::cout << step << "\n  " << error.message() << '\n';
}

// A model's own writes and reads, by the names that it gives them: which table or index serves them
// is the model's business.
Result<std::string> create_and_list(Models models) {
  const auto refused = models.write_pattern(
      {.model = "photoeditor", .pattern = "create_job", .body = new_job("ada", "dalle")});
  if (!refused.ok()) {
    print_refusal("A provider that the model does not know:", refused.error());
    const auto* failure = refused.error().detail<api::ApiFailure>();
    std::cout << "  for programs: " << failure->model_error->code << " at "
              << failure->model_error->attribute << '\n';
  }
  TRY(models.write_pattern(
      {.model = "photoeditor", .pattern = "create_job", .body = new_job("ada", "gemini")}));
  const auto page = TRY(models.read_pattern(
      {.model = "photoeditor", .pattern = "list_user_jobs", .arguments = {{"userId", "ada"}}}));
  const ItemView job = page.items.front().item.view();
  std::cout << "A job that it accepts, with what was left out filled in:\n  "
            << job.find("jobId")->string() << ' ' << job.find("status")->string() << ", retryCount "
            << job.find("retryCount")->number().to_string() << '\n';
  return std::string(job.find("jobId")->string());
}

// The rules hold as well for whoever writes the table itself.
Status work_on(Database& database, const std::string& id) {
  const auto set_status = [&](const char* status) {
    return builder::Update(kTable, {{"jobId", id}}).set("status", status).run(database);
  };
  const auto early = set_status("COMPLETED");
  if (!early.ok()) print_refusal("It is not completed before it was begun:", early.error());
  for (const char* status : {"PROCESSING", "EDITING", "COMPLETED"}) TRY(set_status(status));
  return {};
}

Status write_many(Database& database) {
  std::vector<builder::TableWrite> writes;
  for (int i = 0; i < 40; ++i) writes.push_back(builder::put_into(kTable, new_job("ben", "stub")));
  writes.push_back(builder::put_into(kTable, new_job("ben", "dalle")));
  const auto outcome = builder::write_all(database, writes);
  std::cout << "A batch wrote " << outcome.written << " jobs of ben; refused was number "
            << outcome.failed.front().index << ".\n";

  builder::Transaction transaction;
  transaction.put("first", kTable, new_job("cyd", "stub"))
      .put("second", kTable, new_job("cyd", "dalle"));
  const Status done = transaction.commit(database);
  if (done.ok()) return Error::internal("the transaction was not refused");
  for (const auto& [name, reason] : transaction.reasons(done.error())) {
    std::cout << "A transaction wrote nothing, because of its " << name << " job: " << reason.code
              << ".\n";
  }
  return {};
}

// A query by hand, page by page.
Status count_by_hand(Database& database) {
  builder::Query query(kTable);
  query.with_index("userId-createdAt-index").with_partition_key("userId", "ben").with_limit(15);
  std::cout << "Jobs of ben, in pages:";
  while (true) {
    const auto page = TRY(query.run(database));
    std::cout << ' ' << page.items.size();
    if (!page.has_more()) break;
    query.with_start_key(*page.last_evaluated_key);
  }
  std::cout << '\n';
  return {};
}

// The same operations in a coroutine, which holds no thread while it waits.
Task<Result<int>> count_in_table(AsyncOperations operations) {
  int count = 0;
  api::ScanRequest request;
  request.table_name = kTable;
  while (true) {
    auto page = co_await operations.scan(request);
    CO_TRY(page);
    count += page->count.value_or(0);
    if (!page->last_evaluated_key) co_return count;
    request.exclusive_start_key = *page->last_evaluated_key;
  }
}

Status tour(std::span<char*> arguments) {
  Database database = TRY(open(arguments));
  const auto models = TRY(database.models().list());
  std::cout << "The model " << models.front().name << ", version " << models.front().version
            << ", is in force.\n";
  const std::string id = TRY(create_and_list(database.models()));
  TRY(work_on(database, id));
  TRY(write_many(database));
  TRY(count_by_hand(database));
  const int count = TRY(sync_wait(count_in_table(database.async())));
  std::cout << "The table has " << count << " jobs.\n";
  TRY(database.models().catch_up());
  const auto counts =
      TRY(database.models().read_rollup({.model = "photoeditor", .rollup = "status_counts"}));
  for (const Item& row : counts.rows) {
    std::cout << "  " << row.find("status")->string() << ' ' << row.find("n")->number().to_string()
              << '\n';
  }
  database.close();
  return {};
}

}  // namespace

int main(int count, char** values) {
  const std::span<char*> arguments(values, static_cast<std::size_t>(count));
  if (arguments.size() < 2) {
    std::cerr << "usage: partita_tour models/photoeditor.yaml [DIRECTORY]\n";
    return 2;
  }
  const Status status = tour(arguments);
  if (status.ok()) return 0;
  std::cerr << "partita_tour: " << status.error().message() << '\n';
  return 1;
}
