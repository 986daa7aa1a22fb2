#include "conformance/runner/in_process_endpoint.h"

#include <optional>
#include <utility>

#include "conformance/runner/buckets.h"
#include "database/database.h"
#include "partita/base/task.h"
#include "support/engines/suspending_engine.h"
#include "support/postgres/postgres_cluster.h"
#include "support/temporary_directory.h"
#include "wire/endpoints/dispatcher.h"

namespace partita::conformance {
namespace {

using database::Database;
using database::Store;

class InProcessEndpoint : public Endpoint {
 public:
  Status open(const Store& store) {
    dispatcher_.reset();
    database_.reset();
    serve(TRY(Database::open(store, options())));
    return {};
  }

  database::DatabaseOptions options() const { return buckets_.options(); }

  void serve(std::unique_ptr<Database> database) {
    database_ = std::move(database);
    dispatcher_.emplace(*database_);
  }

  Result<Answer> send(std::string_view target, std::string_view body) override {
    protocol::HttpResponse response;
    const auto status =
        sync_wait(dispatcher_->dispatch({.target = target, .body = body}, response));
    return Answer{.status = static_cast<int>(status), .body = response.take_body()};
  }

 private:
  Buckets buckets_;
  std::unique_ptr<Database> database_;
  std::optional<endpoints::Dispatcher> dispatcher_;
};

class RocksdbEndpoint final : public InProcessEndpoint {
 public:
  explicit RocksdbEndpoint(const OnRocksdb& options)
      : directory_(testing::memory_directory()), options_(options) {}

  Status open() {
    // Small, because there are many of them.
    return InProcessEndpoint::open(database::RocksdbStore{.directory = directory_ / "store",
                                                          .cache_bytes = std::uint64_t{1} << 20,
                                                          .write_buffer_bytes = 1U << 20});
  }

  Result<Answer> send(std::string_view target, std::string_view body) override {
    auto answer = TRY(InProcessEndpoint::send(target, body));
    if (options_.is_reopened) TRY(open());
    return answer;
  }
  Result<Answer> send_again(std::string_view target, std::string_view body) override {
    return InProcessEndpoint::send(target, body);
  }

 private:
  testing::TemporaryDirectory directory_;
  OnRocksdb options_;
};

}  // namespace

Result<std::unique_ptr<Endpoint>> open_in_memory() {
  auto endpoint = std::make_unique<InProcessEndpoint>();
  TRY(endpoint->open(database::MemoryStore{}));
  return std::unique_ptr<Endpoint>(std::move(endpoint));
}

Result<std::unique_ptr<Endpoint>> open_on_suspending_engine() {
  const Store below = database::MemoryStore{};
  auto engine = std::make_unique<testing::SuspendingEngine>(TRY(database::open_engine(below)));
  auto endpoint = std::make_unique<InProcessEndpoint>();
  endpoint->serve(
      TRY(Database::open_on(std::move(engine), database::traits_of(below), endpoint->options())));
  return std::unique_ptr<Endpoint>(std::move(endpoint));
}

// One server for all scripts; each has tables of its own in it.
Result<std::unique_ptr<Endpoint>> open_on_postgres() {
  static testing::PostgresCluster cluster;
  auto endpoint = std::make_unique<InProcessEndpoint>();
  TRY(endpoint->open(database::PostgresStore{.address = cluster.new_store()}));
  return std::unique_ptr<Endpoint>(std::move(endpoint));
}

Result<std::unique_ptr<Endpoint>> open_on_rocksdb(const OnRocksdb& options) {
  auto endpoint = std::make_unique<RocksdbEndpoint>(options);
  TRY(endpoint->open());
  return std::unique_ptr<Endpoint>(std::move(endpoint));
}

}  // namespace partita::conformance
