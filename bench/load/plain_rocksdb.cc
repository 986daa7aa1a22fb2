// What does plain RocksDB reach with synced writers that do the bytes of our PutItem? An item of
// the data set and its two index entries in one write batch, with the settings of our own store.
#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/rocksdb/store_options.h"
#include "histogram.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"

namespace partita::load {
namespace {

// A message is 320 bytes as DynamoDB counts and about this much in our stored form.
constexpr std::size_t kItemBytes = 360;

struct Arguments {
  std::string directory;
  std::uint64_t items = 100'000;
  unsigned writers = 32;
  double seconds = 5;
};

void check(const rocksdb::Status& status) {
  if (status.ok()) return;
  fmt::print(stderr, "plain_rocksdb: {}\n", status.ToString());
  std::exit(1);
}

class Store {
 public:
  explicit Store(const std::string& directory) {
    rocksdb::DB* opened = nullptr;
    check(rocksdb::DB::Open(engine::store_options({.directory = directory}), directory, &opened));
    db_.reset(opened);
  }

  void put(std::uint64_t number, std::string_view item, bool is_synced) {
    rocksdb::WriteBatch batch;
    batch.Put(fmt::format("item/{:016x}{:020x}", number * 0x9e3779b97f4a7c15, number),
              rocksdb::Slice(item.data(), item.size()));
    for (const std::string_view index : {"stage", "status"}) {
      batch.Put(fmt::format("{}/{}/2025-10-01T{:010}/{:036x}", index, number % 3, number, number),
                rocksdb::Slice(item.data(), item.size()));
    }
    rocksdb::WriteOptions options;
    options.sync = is_synced;
    check(db_->Write(options, &batch));
  }

 private:
  std::unique_ptr<rocksdb::DB> db_;
};

// Random bytes, as hard to compress as ids and dates are.
std::string random_item(Random& random) {
  std::string item(kItemBytes, '\0');
  random.fill(std::as_writable_bytes(std::span(item)));
  return item;
}

Histogram write_until(Store& store, const Arguments& arguments, std::uint64_t seed,
                      MonotonicTime end) {
  Histogram latency;
  SeededRandom random(seed);
  for (auto now = Clock::system().monotonic_now(); now < end;) {
    store.put(random.below(arguments.items), random_item(random), true);
    const auto then = std::exchange(now, Clock::system().monotonic_now());
    latency.add(now - then);
  }
  return latency;
}

Histogram measure(Store& store, const Arguments& arguments) {
  const auto end =
      Clock::system().monotonic_now() + std::chrono::duration_cast<MonotonicTime::duration>(
                                            std::chrono::duration<double>(arguments.seconds));
  std::vector<Histogram> latencies(arguments.writers);
  {
    std::vector<std::jthread> threads;
    for (unsigned writer = 0; writer < arguments.writers; ++writer) {
      threads.emplace_back(
          [&, writer] { latencies[writer] = write_until(store, arguments, writer + 1, end); });
    }
  }
  Histogram sum;
  for (const auto& latency : latencies) sum.add(latency);
  return sum;
}

template <typename Number>
bool parse(Number& target, std::string_view text) {
  const char* const end = text.data() + text.size();
  return std::from_chars(text.data(), end, target).ptr == end;
}

}  // namespace
}  // namespace partita::load

int main(int count, char** values) {
  using namespace partita::load;
  Arguments arguments;
  if (count != 5 || !parse(arguments.items, values[2]) || !parse(arguments.writers, values[3]) ||
      !parse(arguments.seconds, values[4])) {
    fmt::print(stderr, "Usage: plain_rocksdb DIRECTORY ITEMS WRITERS SECONDS\n");
    return 2;
  }
  arguments.directory = values[1];
  Store store(arguments.directory);
  partita::SeededRandom random(1);
  for (std::uint64_t number = 0; number < arguments.items; ++number) {
    store.put(number, random_item(random), false);
  }
  const auto latency = measure(store, arguments);
  const auto us = [](auto duration) {
    return std::chrono::duration<double, std::micro>(duration).count();
  };
  fmt::print(R"({{"workload":"put","connections":{},"operations":{},)"
             R"("operations_per_second":{:.1f},"p50_us":{:.1f},"p99_us":{:.1f}}})"
             "\n",
             arguments.writers, latency.count(),
             static_cast<double>(latency.count()) / arguments.seconds, us(latency.quantile(0.5)),
             us(latency.quantile(0.99)));
  return 0;
}
