// What does Partita cost over bare libpq on the same PostgreSQL? GetItem stands beside a SELECT by
// key; a conditional PutItem beside the same two round trips: BEGIN with a SELECT, then an UPDATE
// with COMMIT. PostgreSQL is private to this program and syncs each commit. Both sides take turns
// in one run with as many clients; the answer is the median of the ratios of their rounds. Then the
// same reads of few items are compared with those of many (PARTITA_POSTGRES_ITEMS).
#include <fmt/format.h>
#include <libpq-fe.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "database/database.h"
#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/put_item.h"
#include "engine/postgres/libpq_handles.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "support/postgres/postgres_cluster.h"

namespace partita {
namespace {

constexpr std::size_t kClients = 16;
constexpr std::size_t kFewItems = 10'000;
constexpr std::size_t kRounds = 9;
constexpr std::chrono::milliseconds kSlice{1000};
constexpr std::size_t kTextBytes = 300;

[[noreturn]] void give_up(std::string_view reason) {
  fmt::print(stderr, "postgres_bench: {}\n", reason);
  std::exit(1);
}

template <typename T>
T need(Result<T> result) {
  if (!result.ok()) give_up(result.error().to_string());
  return std::move(*result);
}

std::string id_of(std::size_t number) { return fmt::format("message-{:012}", number); }
// Another one each time: an item that does not change is not written.
std::string next_text() {
  static std::atomic<std::uint64_t> last = 0;
  return fmt::format("{:>{}}", last.fetch_add(1), kTextBytes);
}

// One connection, used as a careful program would: prepared statements, and as many of them in a
// round trip as can be.
class BareClient {
 public:
  explicit BareClient(const std::string& address) : connection_(PQconnectdb(address.c_str())) {
    if (PQstatus(connection_.get()) != CONNECTION_OK) give_up(PQerrorMessage(connection_.get()));
    prepare("begin", "BEGIN ISOLATION LEVEL REPEATABLE READ");
    prepare("read", "SELECT v FROM bare WHERE k = $1");
    prepare("write", "UPDATE bare SET v = $2 WHERE k = $1");
    prepare("commit", "COMMIT");
    if (PQenterPipelineMode(connection_.get()) != 1) give_up("no pipeline mode");
  }

  void get(std::size_t number) {
    send("read", {id_of(number)});
    finish_trip(1);
  }
  void put(std::size_t number) {
    send("begin", {});
    send("read", {id_of(number)});
    finish_trip(2);
    send("write", {id_of(number), next_text()});
    send("commit", {});
    finish_trip(2);
  }

 private:
  void prepare(const char* name, const char* text) {
    const engine::ResultHandle result(PQprepare(connection_.get(), name, text, 0, nullptr));
    if (PQresultStatus(result.get()) != PGRES_COMMAND_OK)
      give_up(PQerrorMessage(connection_.get()));
  }
  void send(const char* name, const std::vector<std::string>& arguments) {
    std::vector<const char*> values;
    for (const std::string& argument : arguments) values.push_back(argument.c_str());
    const int sent = PQsendQueryPrepared(connection_.get(), name, static_cast<int>(values.size()),
                                         values.data(), nullptr, nullptr, 1);
    if (sent != 1) give_up(PQerrorMessage(connection_.get()));
  }
  // Waits for the answers of so many statements.
  void finish_trip(int statements) {
    if (PQpipelineSync(connection_.get()) != 1) give_up(PQerrorMessage(connection_.get()));
    for (int i = 0; i < statements; ++i) {
      const engine::ResultHandle result(PQgetResult(connection_.get()));
      if (PQresultStatus(result.get()) == PGRES_FATAL_ERROR) {
        give_up(PQerrorMessage(connection_.get()));
      }
      const engine::ResultHandle end(PQgetResult(connection_.get()));
    }
    const engine::ResultHandle sync(PQgetResult(connection_.get()));
  }

  engine::ConnectionHandle connection_;
};

// The same through Partita's operations.
class Messages {
 public:
  explicit Messages(std::string address)
      : database_(need(database::Database::open(database::PostgresStore{.address = address}))) {
    api::CreateTableRequest request;
    request.table_name = "messages";
    request.billing_mode = api::BillingMode::PayPerRequest;
    request.attribute_definitions.emplace().push_back({"id", api::ScalarAttributeType::S});
    request.key_schema.emplace().push_back({"id", api::KeyType::Hash});
    need(sync_wait(operations::create_table(database_->context(), request)));
  }

  void load(std::size_t from, std::size_t to) {
    constexpr std::size_t kBatch = 25;
    for (std::size_t begin = from; begin < to; begin += kBatch) {
      std::vector<api::WriteRequest> writes;
      for (std::size_t number = begin; number < std::min(to, begin + kBatch); ++number) {
        api::WriteRequest write;
        write.put_request.emplace().item = item(number);
        writes.push_back(std::move(write));
      }
      api::BatchWriteItemRequest request;
      request.request_items.emplace_back("messages", std::move(writes));
      need(sync_wait(operations::batch_write_item(database_->context(), request)));
    }
  }
  void get(std::size_t number) {
    api::GetItemRequest request;
    request.table_name = "messages";
    request.key = EncodedItem(Item{{"id", id_of(number)}});
    if (!need(sync_wait(operations::get_item(database_->context(), request))).item) {
      give_up("an item is not there");
    }
  }
  void put(std::size_t number) {
    api::PutItemRequest request;
    request.table_name = "messages";
    request.item = item(number);
    request.condition_expression = "attribute_exists(id)";
    need(sync_wait(operations::put_item(database_->context(), request)));
  }

 private:
  static EncodedItem item(std::size_t number) {
    return EncodedItem(Item{{"id", id_of(number)}, {"text", next_text()}});
  }

  std::unique_ptr<database::Database> database_;
};

// Calls `work(client, number)` from all clients for a slice of time; how often that was in a
// second. Each client has numbers of its own, so that no two write one item.
template <typename Work>
double rate_of(std::size_t clients, std::size_t items, const Work& work) {
  std::atomic<std::uint64_t> done = 0;
  const auto begin = Clock::system().monotonic_now();
  {
    std::vector<std::jthread> threads;
    for (std::size_t client = 0; client < clients; ++client) {
      threads.emplace_back([&, client] {
        SeededRandom random(client);
        while (Clock::system().monotonic_now() - begin < kSlice) {
          work(client, random.below(items / clients) * clients + client);
          done.fetch_add(1, std::memory_order_relaxed);
        }
      });
    }
  }
  const auto time = Clock::system().monotonic_now() - begin;
  return static_cast<double>(done.load()) / std::chrono::duration<double>(time).count();
}

// Runs both in turns and prints the median of their ratios, with the range.
double compare(std::string_view question, const std::function<double()>& first,
               const std::function<double()>& second) {
  std::vector<double> ratios;
  double last_first = 0;
  double last_second = 0;
  for (std::size_t round = 0; round < kRounds; ++round) {
    last_first = first();
    last_second = second();
    ratios.push_back(last_first / last_second);
  }
  std::sort(ratios.begin(), ratios.end());
  const double median = ratios[kRounds / 2];
  fmt::print("{:<46} {:>8.0f}/s {:>8.0f}/s {:>6.2f} ({:.2f}-{:.2f})\n", question, last_first,
             last_second, median, ratios.front(), ratios.back());
  return median;
}

std::size_t many_items() {
  const char* text = std::getenv("PARTITA_POSTGRES_ITEMS");
  return text == nullptr ? 200'000 : std::strtoull(text, nullptr, 10);
}

// False if a bar is missed.
bool run() {
  testing::PostgresCluster cluster({.syncs = true, .more_settings = ""});
  cluster.run(fmt::format(
      "CREATE TABLE bare (k text PRIMARY KEY, v text NOT NULL); INSERT INTO bare SELECT "
      "'message-' || lpad(n::text, 12, '0'), lpad(n::text, {}) FROM generate_series(0, {}) AS n",
      kTextBytes, kFewItems - 1));
  std::vector<std::unique_ptr<BareClient>> bare;
  for (std::size_t i = 0; i < kClients; ++i) {
    bare.push_back(std::make_unique<BareClient>(cluster.address("public")));
  }
  Messages messages(cluster.new_store());
  messages.load(0, kFewItems);

  fmt::print("{:<46} {:>10} {:>10} ratio (range)\n", "", "Partita", "libpq");
  bool is_met = true;
  for (const std::size_t clients : {std::size_t{1}, kClients}) {
    const auto rate = [&](const auto& work) {
      return [&, work] { return rate_of(clients, kFewItems, work); };
    };
    const double get =
        compare(fmt::format("GetItem, {} clients", clients),
                rate([&](std::size_t, std::size_t number) { messages.get(number); }),
                rate([&](std::size_t client, std::size_t number) { bare[client]->get(number); }));
    const double put =
        compare(fmt::format("PutItem with a condition, {} clients", clients),
                rate([&](std::size_t, std::size_t number) { messages.put(number); }),
                rate([&](std::size_t client, std::size_t number) { bare[client]->put(number); }));
    if (clients == kClients) is_met = get >= 0.6 && put >= 0.7;
  }
  const std::size_t many = many_items();
  messages.load(kFewItems, many);
  const auto reads_of = [&](std::size_t items) {
    return [&, items] {
      return rate_of(kClients, items,
                     [&](std::size_t, std::size_t number) { messages.get(number); });
    };
  };
  const double growth = compare(fmt::format("GetItem of {} items, of {}", many, kFewItems),
                                reads_of(many), reads_of(kFewItems));
  return is_met && growth >= 1 / 1.5;
}

}  // namespace
}  // namespace partita

int main() { return partita::run() ? 0 : 1; }
