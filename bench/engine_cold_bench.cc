// What do reads from memory notice of many reads from the disk? One event loop answers both: 64
// clients read single keys of a data set ten times as large as the cache, and one reads a key that
// is in memory. Its time is measured while the loop is quiet, beside the others, and beside the
// others without the pool of readers, each wait for the disk on the loop itself.
#include <fcntl.h>
#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "engine/rocksdb/engine_parts.h"
#include "engine/rocksdb/local_files.h"
#include "partita/base/clock.h"
#include "partita/base/executor.h"
#include "partita/base/file.h"
#include "partita/base/random.h"

namespace partita::engine {
namespace {

using Micros = std::chrono::duration<double, std::micro>;

constexpr std::uint64_t kCacheBytes = std::uint64_t{10} << 20;
constexpr std::size_t kValueBytes = 1'000;
constexpr std::uint64_t kColdItems = 10 * kCacheBytes / kValueBytes;
constexpr int kColdClients = 64;
constexpr int kHotReads = 3'000;

Bytes cold_key(std::uint64_t number) { return fmt::format("item {:09}", number); }

void check(bool holds) {
  if (holds) return;
  fmt::print(stderr, "engine_cold_bench: an operation failed\n");
  std::exit(1);
}

// The files of a store, of which the system's page cache is told to keep nothing.
class ForgetfulSystem {
 public:
  explicit ForgetfulSystem(const std::filesystem::path& directory) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
      if (entry.path().extension() != ".sst") continue;
      files_.push_back(std::move(open_file(entry.path(), O_RDONLY | O_CLOEXEC).value()));
    }
    thread_ = std::thread([this] {
      do {
        for (const auto& file : files_) {
          static_cast<void>(::posix_fadvise(file.number(), 0, 0, POSIX_FADV_DONTNEED));
        }
      } while (!stop_.try_acquire_for(std::chrono::milliseconds(1)));
    });
  }
  ~ForgetfulSystem() {
    stop_.release();
    thread_.join();
  }
  ForgetfulSystem(const ForgetfulSystem&) = delete;
  ForgetfulSystem& operator=(const ForgetfulSystem&) = delete;

 private:
  std::vector<FileDescriptor> files_;
  std::binary_semaphore stop_{0};
  std::thread thread_;
};

// An event loop and the clients that it serves.
class Loop {
 public:
  explicit Loop(Engine& engine) : engine_(engine), thread_([this] { loop_.run(); }) {}
  ~Loop() {
    is_stopped_ = true;
    for (int i = 0; i < cold_clients_; ++i) cold_ended_.acquire();
    loop_.stop();
    thread_.join();
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  void add_cold_clients(int count) {
    for (int i = 0; i < count; ++i) read_cold(static_cast<std::uint64_t>(i));
    cold_clients_ += count;
  }
  // The times of reads of the hot key, one after the other, from the call to the answer.
  std::vector<Micros> read_hot() {
    std::vector<Micros> times;
    for (int i = 0; i < kHotReads; ++i) {
      const auto begun = Clock::system().monotonic_now();
      read_hot_once();
      hot_answered_.acquire();
      times.emplace_back(Clock::system().monotonic_now() - begun);
    }
    std::sort(times.begin(), times.end());
    return times;
  }
  std::uint64_t cold_reads() const { return cold_reads_; }

 private:
  struct GoTo {
    RunLoop& loop;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiter) const { loop.post(waiter); }
    void await_resume() const noexcept {}
  };

  Task<Status> read(const Bytes& key) {
    const ByteView wanted = key;
    bool is_there = false;
    const auto look = [&](std::size_t, std::optional<ByteView> value) { is_there = !!value; };
    Status status = co_await engine_.get({&wanted, 1}, look);
    check(status.ok() && is_there);
    co_return status;
  }
  Detached read_hot_once() {
    co_await GoTo{loop_};
    static const Bytes hot = "hot";
    static_cast<void>(co_await read(hot));
    hot_answered_.release();
  }
  Detached read_cold(std::uint64_t client) {
    SeededRandom random(client);
    while (!is_stopped_) {
      // As a request that comes over a socket.
      co_await GoTo{loop_};
      const Bytes key = cold_key(random.below(kColdItems));
      static_cast<void>(co_await read(key));
      ++cold_reads_;
    }
    cold_ended_.release();
  }

  Engine& engine_;
  RunLoop loop_;
  std::atomic<bool> is_stopped_ = false;
  std::atomic<std::uint64_t> cold_reads_ = 0;
  int cold_clients_ = 0;
  std::counting_semaphore<> hot_answered_{0};
  std::counting_semaphore<> cold_ended_{0};
  std::thread thread_;
};

class Store {
 public:
  Store() : directory_(make_directory()) {
    const auto engine = open(local_file_system());
    SeededRandom random(1);
    for (std::uint64_t first = 0; first < kColdItems; first += 1'000) {
      const auto transaction = engine->begin();
      for (std::uint64_t i = first; i < std::min(first + 1'000, kColdItems); ++i) {
        Bytes value(kValueBytes, '\0');
        random.fill(std::as_writable_bytes(std::span(value)));
        transaction->put(cold_key(i), value);
      }
      transaction->put("hot", Bytes(kValueBytes, 'h'));
      check(sync_wait(transaction->commit()).ok());
    }
  }
  ~Store() { std::filesystem::remove_all(directory_); }
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  std::unique_ptr<RocksdbEngine> open(std::shared_ptr<rocksdb::FileSystem> files) const {
    const RocksdbOptions options{.directory = directory_ / "data", .cache_bytes = kCacheBytes};
    return std::move(open_rocksdb_engine_on(std::move(files), {}, options).value());
  }
  const std::filesystem::path& directory() const { return directory_; }

 private:
  static std::filesystem::path make_directory() {
    auto name = (std::filesystem::temp_directory_path() / "partita-bench-XXXXXX").string();
    check(::mkdtemp(name.data()) != nullptr);
    return name;
  }

  const std::filesystem::path directory_;
};

struct Measured {
  Micros p50{};
  Micros p99{};
  double cold_rate = 0;
};

Measured measure(const Store& store, std::shared_ptr<rocksdb::FileSystem> files, int clients) {
  const auto engine = store.open(std::move(files));
  const ForgetfulSystem system(store.directory());
  Loop loop(*engine);
  static_cast<void>(loop.read_hot());
  loop.add_cold_clients(clients);
  const auto before = loop.cold_reads();
  const auto begun = Clock::system().monotonic_now();
  const auto times = loop.read_hot();
  const std::chrono::duration<double> spent = Clock::system().monotonic_now() - begun;
  const auto at = [&](std::size_t percent) { return times[times.size() * percent / 100]; };
  return {at(50), at(99), static_cast<double>(loop.cold_reads() - before) / spent.count()};
}

void print(std::string_view name, const Measured& measured, const Measured& quiet) {
  fmt::print("{:<34} p50 {:>8.0f} us, p99 {:>8.0f} us ({:.1f} of quiet), {:>7.0f} cold/s\n", name,
             measured.p50.count(), measured.p99.count(), measured.p99 / quiet.p99,
             measured.cold_rate);
}

int run() {
  const Store store;
  for (int round = 0; round < 3; ++round) {
    const auto quiet = measure(store, local_file_system(), 0);
    const auto pooled = measure(store, local_file_system(), kColdClients);
    // Its files wait wherever they are read.
    const auto alone = measure(store, rocksdb::FileSystem::Default(), kColdClients);
    print("quiet", quiet, quiet);
    print("beside 64 cold clients", pooled, quiet);
    print("the same, reads wait on the loop", alone, quiet);
  }
  return 0;
}

}  // namespace
}  // namespace partita::engine

int main() { return partita::engine::run(); }
