// What does point-in-time recovery cost a client, and how fast is a table had back? Messages are
// put again with another state by 32 clients at once, into a table that keeps its history and into
// one that does not, on real files and synced. Both take turns in one run; the answer is the ratio
// of their totals. Then the table is restored to a moment before half of the changes.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "database/database.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/restore_table_to_point_in_time.h"
#include "dynamodb/operations/update_continuous_backups.h"
#include "partita/base/clock.h"

namespace partita {
namespace {

constexpr int kClients = 32;
constexpr int kRounds = 12;
constexpr int kPuts = 200;  // Of each client in a round.
constexpr std::uint64_t kMessages = 20'000;

template <typename T>
T need(Result<T> result) {
  if (result.ok()) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().to_string());
  std::exit(1);
}

void need(const Status& status) {
  if (status.ok()) return;
  fmt::print(stderr, "{}\n", status.error().to_string());
  std::exit(1);
}

Item message(std::uint64_t number) {
  return Item{{"message_id", fmt::format("550e8400-e29b-41d4-a716-{:012}", number % kMessages)},
              {"created_by", "user:ada@example.com"},
              {"created_date", "2026-11-01T14:30:00.000Z"},
              {"updated", static_cast<std::int64_t>(number)},
              {"stage", "dev"},
              {"status", number % 2 == 0 ? "queued" : "processing"},
              {"message_type", "manual_notification"},
              {"correlation_id", "660e9500-f39c-52e5-b827-557766551111"},
              {"payload", Map{{"text", "User-defined message"},
                              {"priority", "high"},
                              {"tags", List{"manual", "urgent"}}}}};
}

class Comparison {
 public:
  explicit Comparison(database::Database& database) : database_(database) {
    for (const char* name : {"without", "with"}) {
      api::CreateTableRequest request;
      request.table_name = name;
      request.billing_mode = api::BillingMode::PayPerRequest;
      request.attribute_definitions.emplace().push_back(
          {"message_id", api::ScalarAttributeType::S});
      request.key_schema.emplace().push_back({"message_id", api::KeyType::Hash});
      need(sync_wait(operations::create_table(database.context(), request)));
    }
    api::UpdateContinuousBackupsRequest request;
    request.table_name = "with";
    request.point_in_time_recovery_specification.point_in_time_recovery_enabled = true;
    need(sync_wait(operations::update_continuous_backups(database.context(), request)));
  }

  void run() {
    std::chrono::nanoseconds with{0};
    std::chrono::nanoseconds without{0};
    for (int round = 0; round < kRounds; ++round) {
      without += put_all("without");
      with += put_all("with");
    }
    const auto rate = [](std::chrono::nanoseconds time) {
      return kRounds * kClients * kPuts / std::chrono::duration<double>(time).count();
    };
    fmt::print(
        "PutItem that changes a message, {} clients: {:.0f}/s, with recovery {:.0f}/s, "
        "{:.2f} times as long\n",
        kClients, rate(without), rate(with), rate(without) / rate(with));
  }

  void restore() {
    auto& context = database_.context();
    const auto middle = Clock::system().wall_now();
    for (int round = 0; round < kRounds; ++round) put_all("with");
    api::RestoreTableToPointInTimeRequest request;
    request.source_table_name = "with";
    request.target_table_name = "then";
    request.restore_date_time =
        api::Timestamp{std::chrono::duration<double>(middle.time_since_epoch()).count()};
    const auto begin = Clock::system().monotonic_now();
    need(sync_wait(
        operations::restore_table(context, request, operations::RestoreReach::LastMillisecond)));
    need(sync_wait(wait()));
    const auto time = Clock::system().monotonic_now() - begin;
    const auto table = context.catalog.find("then");
    const auto counts = context.catalog.statistics().counts_of(table->id, keys::IndexId::Base);
    fmt::print(
        "restore: {} items, {:.1f} MB in {:.0f} ms, {:.0f} MB/s\n", counts.items,
        static_cast<double>(counts.bytes) / 1e6,
        std::chrono::duration<double, std::milli>(time).count(),
        static_cast<double>(counts.bytes) / 1e6 / std::chrono::duration<double>(time).count());
  }

 private:
  Task<Status> wait() {
    auto& jobs = database_.jobs();
    while (true) {
      const auto seen = jobs.turns();
      if (database_.context().catalog.find("then")->state == catalog::TableState::Active) {
        co_return Status{};
      }
      co_await jobs.turn_after(seen);
    }
  }
  std::chrono::nanoseconds put_all(const std::string& table) {
    const auto begin = Clock::system().monotonic_now();
    {
      std::vector<std::jthread> clients;
      for (int client = 0; client < kClients; ++client) {
        clients.emplace_back([&] {
          for (int i = 0; i < kPuts; ++i) put(table);
        });
      }
    }
    return Clock::system().monotonic_now() - begin;
  }
  void put(const std::string& table) {
    api::PutItemRequest request;
    request.table_name = table;
    request.item = EncodedItem(message(++last_));
    need(sync_wait(operations::put_item(database_.context(), request)));
  }

  database::Database& database_;
  std::atomic<std::uint64_t> last_{0};
};

}  // namespace
}  // namespace partita

int main() {
  const auto directory =
      std::filesystem::current_path() / fmt::format("history_bench.{}", getpid());
  partita::database::RocksdbStore store;
  store.directory = directory;
  {
    const auto database = partita::need(partita::database::Database::open(store));
    partita::Comparison comparison(*database);
    comparison.run();
    comparison.restore();
  }
  std::filesystem::remove_all(directory);
}
