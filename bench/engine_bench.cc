// What does the engine cost over plain RocksDB calls of the same shape? Both sides run in turn, in
// small slices of one run on the same disk, with the same settings of RocksDB; the answer is the
// ratio of their totals, because the machine is noisy and the ratio is not.
#include <fmt/format.h>
#include <rocksdb/db.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "engine/rocksdb/rocksdb_engine.h"
#include "engine/rocksdb/store_options.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"

namespace partita::engine {
namespace {

constexpr std::size_t kItems = 200'000;
constexpr std::size_t kValueBytes = 300;
constexpr std::size_t kRowsOfScan = 100;
constexpr int kRounds = 9;

Bytes key_of(std::size_t number) { return fmt::format("table/0001/item/{:012}", number * 7919); }
Bytes value_of(std::size_t number) {
  SeededRandom random(number);
  Bytes value(kValueBytes, '\0');
  random.fill(std::as_writable_bytes(std::span(value)));
  return value;
}

// Two stores side by side with the same content.
class Stores {
 public:
  explicit Stores(Durability durability) : durability_(durability), directory_(make_directory()) {
    write_options.sync = durability == Durability::Synced;
    open();
  }
  ~Stores() {
    engine.reset();
    plain.reset();
    std::filesystem::remove_all(directory_);
  }
  Stores(const Stores&) = delete;
  Stores& operator=(const Stores&) = delete;

  static void check(bool holds) {
    if (holds) return;
    fmt::print(stderr, "engine_bench: an operation failed\n");
    std::exit(1);
  }

  void engine_put(std::size_t number) {
    const auto transaction = engine->begin();
    transaction->put(key_of(number), value_of(number));
    check(sync_wait(transaction->commit()).ok());
  }
  void plain_put(std::size_t number) {
    check(plain->Put(write_options, key_of(number), value_of(number)).ok());
  }
  void open();
  void load();

  std::unique_ptr<RocksdbEngine> engine;
  std::unique_ptr<rocksdb::DB> plain;
  rocksdb::WriteOptions write_options;

 private:
  static std::filesystem::path make_directory() {
    auto name = (std::filesystem::temp_directory_path() / "partita-bench-XXXXXX").string();
    check(::mkdtemp(name.data()) != nullptr);
    return name;
  }

  const Durability durability_;
  const std::filesystem::path directory_;
};

void Stores::open() {
  const RocksdbOptions options{.directory = directory_ / "engine", .durability = durability_};
  engine = std::move(open_rocksdb_engine(options).value());
  const auto settings = store_options(options);
  rocksdb::DB* opened = nullptr;
  check(rocksdb::DB::Open(settings, (directory_ / "plain").string(), &opened).ok());
  plain.reset(opened);
}

void Stores::load() {
  constexpr std::size_t kItemsOfTransaction = 1'000;
  for (std::size_t first = 0; first < kItems; first += kItemsOfTransaction) {
    const auto transaction = engine->begin();
    for (std::size_t number = first; number < first + kItemsOfTransaction; ++number) {
      transaction->put(key_of(number), value_of(number));
      plain_put(number);
    }
    check(sync_wait(transaction->commit()).ok());
  }
  // Both are opened again, so that both read from files.
  plain.reset();
  engine.reset();
  open();
}

using Operation = std::function<void(std::size_t)>;

// Operations a second of `threads` threads that do `count` operations each.
double rate(const Operation& operation, std::size_t first, std::size_t count, int threads) {
  const auto start = Clock::system().monotonic_now();
  {
    std::vector<std::jthread> workers;
    for (int worker = 0; worker < threads; ++worker) {
      workers.emplace_back([&, worker] {
        const std::size_t own = first + static_cast<std::size_t>(worker) * count;
        for (std::size_t number = own; number < own + count; ++number) operation(number);
      });
    }
  }
  const std::chrono::duration<double> spent = Clock::system().monotonic_now() - start;
  return static_cast<double>(count) * threads / spent.count();
}

struct Question {
  std::string name;
  Operation engine;
  Operation plain;
  std::size_t count;
  int threads;
  double bar;  // 0: no bar.
};

// The median of the ratios of the rounds; the two sides take turns in being first.
bool answer(const Question& question) {
  std::vector<double> ratios;
  double engine_rate = 0;
  double plain_rate = 0;
  std::size_t first = kItems;
  const std::size_t step = question.count * static_cast<std::size_t>(question.threads);
  for (int round = 0; round < kRounds; ++round, first += step) {
    const bool engine_first = round % 2 == 0;
    if (engine_first) engine_rate = rate(question.engine, first, question.count, question.threads);
    plain_rate = rate(question.plain, first, question.count, question.threads);
    if (!engine_first) engine_rate = rate(question.engine, first, question.count, question.threads);
    ratios.push_back(engine_rate / plain_rate);
  }
  std::sort(ratios.begin(), ratios.end());
  const double median = ratios[ratios.size() / 2];
  const bool holds = median >= question.bar;
  fmt::print("{:<30} {:>11.0f}/s {:>11.0f}/s   x{:.2f} ({:.2f}-{:.2f})  {}\n", question.name,
             engine_rate, plain_rate, median, ratios.front(), ratios.back(),
             question.bar == 0
                 ? std::string("-")
                 : fmt::format("bar {:.2f} {}", question.bar, holds ? "ok" : "MISSED"));
  return holds;
}

std::size_t any_item(std::size_t number) { return (number * 2654435761U) % kItems; }

void engine_get(Stores& stores, std::size_t number) {
  const Bytes key = key_of(any_item(number));
  const ByteView view = key;
  std::size_t bytes = 0;
  const auto status = sync_wait(stores.engine->get(
      {&view, 1}, [&](std::size_t, auto value) { bytes = value ? value->size() : 0; }));
  Stores::check(status.ok() && bytes == kValueBytes);
}

void plain_get(Stores& stores, std::size_t number) {
  rocksdb::PinnableSlice value;
  const auto status =
      stores.plain->Get({}, stores.plain->DefaultColumnFamily(), key_of(any_item(number)), &value);
  Stores::check(status.ok() && value.size() == kValueBytes);
}

void engine_scan(Stores& stores, std::size_t number) {
  const Bytes begin = key_of(any_item(number) / 2);
  std::size_t rows = 0;
  const auto status =
      sync_wait(stores.engine->scan({.begin = begin}, [&](ByteView, ByteView value) {
        rows += value.size() == kValueBytes ? 1 : 0;
        return rows < kRowsOfScan ? Visit::Continue : Visit::Stop;
      }));
  Stores::check(status.ok() && rows == kRowsOfScan);
}

void plain_scan(Stores& stores, std::size_t number) {
  const std::unique_ptr<rocksdb::Iterator> row(stores.plain->NewIterator({}));
  std::size_t rows = 0;
  for (row->Seek(key_of(any_item(number) / 2)); row->Valid() && rows < kRowsOfScan; row->Next()) {
    rows += row->value().size() == kValueBytes ? 1 : 0;
  }
  Stores::check(rows == kRowsOfScan);
}

Question puts(Stores& stores, std::string name, std::size_t count, int threads, double bar) {
  return {std::move(name),
          [&](std::size_t number) { stores.engine_put(number); },
          [&](std::size_t number) { stores.plain_put(number); },
          count,
          threads,
          bar};
}

bool run() {
  fmt::print("{:<30} {:>13} {:>13}   ratio (range)\n", "", "engine", "plain RocksDB");
  bool holds = true;
  {
    Stores relaxed(Durability::Relaxed);
    relaxed.load();
    const auto get_engine = [&](std::size_t number) { engine_get(relaxed, number); };
    const auto get_plain = [&](std::size_t number) { plain_get(relaxed, number); };
    const auto scan_engine = [&](std::size_t number) { engine_scan(relaxed, number); };
    const auto scan_plain = [&](std::size_t number) { plain_scan(relaxed, number); };
    holds &= answer({"get, 1 thread", get_engine, get_plain, 50'000, 1, 0.85});
    holds &= answer({"get, 2 threads", get_engine, get_plain, 50'000, 2, 0.85});
    holds &= answer({"scan of 100, 1 thread", scan_engine, scan_plain, 3'000, 1, 0.85});
    holds &= answer(puts(relaxed, "put relaxed, 1 writer", 10'000, 1, 0));
    holds &= answer(puts(relaxed, "put relaxed, 16 writers", 2'000, 16, 0));
  }
  Stores synced(Durability::Synced);
  holds &= answer(puts(synced, "put synced, 1 writer", 500, 1, 0));
  holds &= answer(puts(synced, "put synced, 16 writers", 300, 16, 0.9));
  return holds;
}

}  // namespace
}  // namespace partita::engine

int main() { return partita::engine::run() ? 0 : 1; }
