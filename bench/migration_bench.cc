// What does an open migration cost reads and writes, how fast are older items migrated, and what do
// programs notice of it? A million jobs get another name for their file, beside a program that
// reads and one that writes; the answers are ratios to the same work before the migration.
//
//   PARTITA_MIGRATION_ITEMS=100000 make bench ONLY=migration      fewer items
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "database/database.h"
#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/put_item.h"
#include "modelled/registry/model_store.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"

namespace partita {
namespace {

using registry::MigrationMove;

constexpr std::string_view kTable = "jobs";
constexpr std::string_view kModel = R"(
format: 1
model: jobs
version: {version}
tables: {{jobs: {{name: jobs, key: {{partition: id}}, billing: {{mode: on_demand}}}}}}
entities:
  Job:
    match: all
    key: {{id: '{{id}}'}}
    attributes:
      id: {{type: string}}
      provider: {{type: string}}
      prompt: {{type: string}}
      {name}: {{type: string}}
{migrations})";
constexpr std::string_view kMigration =
    "migrations:\n"
    "  - {id: m, entity: Job, rename: {from: originalFileName, to: fileName}, rate: 100000}\n";
constexpr int kOperations = 20'000;

std::uint64_t items() {
  const char* text = std::getenv("PARTITA_MIGRATION_ITEMS");
  return text == nullptr ? 1'000'000 : std::strtoull(text, nullptr, 10);
}

template <typename T>
T need(Result<T> result) {
  if (result.ok()) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().to_string());
  std::exit(1);
}

Item job(std::uint64_t number) {
  return {{"id", fmt::format("job-{}", number)},
          {"provider", "gemini"},
          {"prompt", std::string(200, 'p')},
          {"originalFileName", fmt::format("{}.jpg", number)}};
}

using Seconds = std::chrono::duration<double>;

class Migrated {
 public:
  explicit Migrated(database::Database& database) : database_(database) {
    apply(1, "originalFileName", "");
    fill();
  }

  void run() {
    const Times before = measure();
    tell("before", before, before);
    apply(2, "fileName", kMigration);
    tell("expand, items as they were", measure(), before);
    advance();
    const auto began = clock_.monotonic_now();
    const Times beside = measure();
    await_walk();
    const Seconds backfill = clock_.monotonic_now() - began;
    tell("beside the backfill", beside, before);
    fmt::print("backfill: {} items in {:.1f} s, {:.0f} a second\n", items(), backfill.count(),
               static_cast<double>(items()) / backfill.count());
    tell("backfilled", measure(), before);
    advance();
    const auto verified_from = clock_.monotonic_now();
    await_walk();
    const Seconds verify = clock_.monotonic_now() - verified_from;
    fmt::print("verify: {:.1f} s, {:.0f} a second\n", verify.count(),
               static_cast<double>(items()) / verify.count());
  }

 private:
  struct Times {
    Seconds read;
    Seconds write;
    Seconds read_p99;
    Seconds write_p99;
  };

  void apply(int version, std::string_view name, std::string_view migrations) {
    registry::ModelSource source;
    source.file_name = "jobs.yaml";
    source.text = fmt::format(fmt::runtime(kModel), fmt::arg("version", version),
                              fmt::arg("name", name), fmt::arg("migrations", migrations));
    need(sync_wait(database_.models().apply(source, {.enforces = true})));
  }

  void fill() {
    constexpr std::uint64_t kBatch = 25;
    for (std::uint64_t begin = 0; begin < items(); begin += kBatch) {
      api::BatchWriteItemRequest request;
      auto& writes = request.request_items.emplace_back(kTable, std::vector<api::WriteRequest>());
      for (std::uint64_t i = begin; i < std::min(begin + kBatch, items()); ++i) {
        writes.second.emplace_back().put_request.emplace().item = EncodedItem(job(i));
      }
      need(sync_wait(operations::batch_write_item(database_.context(), request)));
    }
  }

  void advance() {
    need(sync_wait(database_.models().move_migration("jobs", "m", MigrationMove::Advance)));
  }

  void await_walk() {
    while (!need(sync_wait(database_.models().migrations("jobs"))).front().walk.is_done) {
      std::this_thread::yield();
    }
  }

  template <typename Work>
  std::pair<Seconds, Seconds> timed(Work work) {
    std::vector<Seconds> each;
    each.reserve(kOperations);
    const auto began = clock_.monotonic_now();
    for (int i = 0; i < kOperations; ++i) {
      const auto from = clock_.monotonic_now();
      work(random_.below(items()));
      each.emplace_back(clock_.monotonic_now() - from);
    }
    const Seconds all = clock_.monotonic_now() - began;
    std::ranges::sort(each);
    return {all, each[each.size() * 99 / 100]};
  }

  Times measure() {
    const auto read = timed([&](std::uint64_t number) {
      api::GetItemRequest request;
      request.table_name = kTable;
      request.key = EncodedItem(Item{{"id", fmt::format("job-{}", number)}});
      need(sync_wait(operations::get_item(database_.context(), request)));
    });
    // What is written has both forms from then on, so the writes are of a thousand items.
    const auto write = timed([&](std::uint64_t number) {
      api::PutItemRequest request;
      request.table_name = kTable;
      request.item = EncodedItem(job(number % 1000));
      need(sync_wait(operations::put_item(database_.context(), request)));
    });
    return {.read = read.first,
            .write = write.first,
            .read_p99 = read.second,
            .write_p99 = write.second};
  }

  static void tell(std::string_view when, const Times& now, const Times& before) {
    constexpr double kMicroseconds = 1e6;
    fmt::print(
        "{}: GetItem {:.1f} us ({:.2f} of before, p99 {:.2f}), PutItem {:.1f} us ({:.2f}, p99 "
        "{:.2f})\n",
        when, now.read.count() / kOperations * kMicroseconds, now.read / before.read,
        now.read_p99 / before.read_p99, now.write.count() / kOperations * kMicroseconds,
        now.write / before.write, now.write_p99 / before.write_p99);
  }

  database::Database& database_;
  const Clock& clock_ = Clock::system();
  SeededRandom random_{1};
};

}  // namespace
}  // namespace partita

int main() {
  const auto directory =
      std::filesystem::current_path() / fmt::format("migration_bench.{}", getpid());
  partita::database::RocksdbStore store;
  store.directory = directory;
  store.durability = partita::database::Durability::Relaxed;
  {
    const auto database = partita::need(partita::database::Database::open(store));
    partita::Migrated(*database).run();
  }
  std::filesystem::remove_all(directory);
}
