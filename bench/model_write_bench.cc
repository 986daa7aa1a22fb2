// What does a model cost a client? Complete messages of rez_agent are put by 32 clients at once
// into its table, with rules, rollups and all, and into a plain table with the same key and
// indexes, on real files and synced. Both take turns in one run; the answer is the ratio of their
// totals, because the machine is noisy and the ratio is not.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "database/database.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/put_item.h"
#include "modelled/registry/model_store.h"
#include "modelled/registry/table_requests.h"
#include "partita/base/clock.h"

namespace partita {
namespace {

constexpr int kClients = 32;
constexpr int kRounds = 8;
constexpr int kPuts = 40;  // Of each client in a round.
constexpr std::string_view kPlain = "plain";

template <typename T>
T need(Result<T> result) {
  if (result.ok()) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().to_string());
  std::exit(1);
}

registry::ModelSource rez_agent() {
  const char* path = PARTITA_SOURCE_TREE "/models/rez_agent.yaml";
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return {.file_name = path, .text = text.str(), .params = {}};
}

Item message(std::uint64_t number) {
  return Item{{"message_id", fmt::format("550e8400-e29b-41d4-a716-{:012}", number)},
              {"created_by", "user:ada@example.com"},
              {"created_date", "2026-11-01T14:30:00.000Z"},
              {"stage", "dev"},
              {"status", "created"},
              {"message_type", "manual_notification"},
              {"correlation_id", "660e9500-f39c-52e5-b827-557766551111"},
              {"payload", Map{{"text", "User-defined message"},
                              {"priority", "high"},
                              {"tags", List{"manual", "urgent"}}}}};
}

class Comparison {
 public:
  explicit Comparison(database::Database& database) : database_(database) {
    const auto applied = need(sync_wait(database.models().apply(rez_agent())));
    const model::Table& table = applied.held->model->tables.front();
    modelled_ = table.name;
    auto plain = registry::create_request({*applied.held->model, table});
    plain.table_name = kPlain;
    need(sync_wait(operations::create_table(database.context(), plain)));
  }

  void run() {
    std::chrono::nanoseconds with_model{0};
    std::chrono::nanoseconds without{0};
    for (int round = 0; round < kRounds; ++round) {
      without += put_all(std::string(kPlain));
      with_model += put_all(modelled_);
    }
    const auto rate = [](std::chrono::nanoseconds time) {
      return kRounds * kClients * kPuts / std::chrono::duration<double>(time).count();
    };
    fmt::print(
        "PutItem of a rez_agent message, {} clients: plain {:.0f}/s, modelled {:.0f}/s, "
        "ratio {:.2f}\n",
        kClients, rate(without), rate(with_model), rate(with_model) / rate(without));
  }

 private:
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
  std::string modelled_;
  std::atomic<std::uint64_t> last_{0};
};

}  // namespace
}  // namespace partita

int main() {
  const auto directory =
      std::filesystem::current_path() / fmt::format("model_write_bench.{}", getpid());
  partita::database::RocksdbStore store;
  store.directory = directory;
  {
    const auto database = partita::need(partita::database::Database::open(store));
    partita::Comparison(*database).run();
  }
  std::filesystem::remove_all(directory);
}
