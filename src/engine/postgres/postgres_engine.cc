#include "engine/postgres/postgres_engine.h"

#include <fmt/format.h>

#include <utility>

#include "engine/postgres/connection_pool.h"
#include "engine/postgres/key_lookup.h"
#include "engine/postgres/operand_folder.h"
#include "engine/postgres/postgres_transaction.h"
#include "engine/postgres/row_pages.h"
#include "engine/postgres/store_schema.h"

namespace partita::engine {
namespace {

constexpr Session::Kind kPage{PoolLane::Pages, Sql::BeginReading};
constexpr Session::Kind kSnapshot{PoolLane::Snapshots, Sql::BeginReading, true};
constexpr std::int64_t kErasedAtOnce = 2'000;

// A transaction that only reads, from its first read on.
class PostgresSnapshot final : public View {
 public:
  explicit PostgresSnapshot(const PostgresParts& parts)
      : parts_(parts), session_(parts.pool, kSnapshot, MonotonicTime::max()) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    if (keys.empty()) co_return Status{};
    KeyLookup lookup(keys, parts_.kinds);
    SqlBatch batch = session_.new_batch();
    lookup.add_to(batch);
    auto results = co_await session_.send(batch);
    CO_TRY(results);
    lookup.take(std::move(results).value());
    co_return co_await visit_values(lookup, keys.size(), visit);
  }
  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    return read_pages(reading(), range, visit);
  }
  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return read_log_pages(reading(), range, visit);
  }

 private:
  RowReading reading() const { return {session_, parts_.kinds, parts_.stamp_base}; }

  const PostgresParts parts_;
  mutable Session session_;
};

class OpenPostgresEngine final : public PostgresEngine {
 public:
  OpenPostgresEngine(StoreAddress address, const StoreRecord& record,
                     const PostgresOptions& options, KeyKinds kinds)
      : pool_(std::move(address), {record.identity, record.stamp_base, record.timeline}, options),
        folder_(pool_, kinds, record.stamp_base, options.fold_interval),
        parts_{pool_, folder_, kinds, record.stamp_base} {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    if (keys.empty()) co_return Status{};
    KeyLookup lookup(keys, parts_.kinds);
    SqlBatch batch;
    lookup.add_to(batch);
    auto results = co_await send_shared(pool_, batch);
    CO_TRY(results);
    lookup.take(std::move(results).value());
    folder_.note_crowded(lookup.crowded());
    co_return co_await visit_values(lookup, keys.size(), visit);
  }

  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    Session session(pool_, kPage, MonotonicTime::max());
    co_return co_await read_pages({session, parts_.kinds, parts_.stamp_base}, range, visit);
  }

  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    Session session(pool_, kPage, MonotonicTime::max());
    co_return co_await read_log_pages({session, parts_.kinds, parts_.stamp_base}, range, visit);
  }

  const Limits& limits() const override { return kPostgresLimits; }

  std::unique_ptr<View> snapshot() const override {
    return std::make_unique<PostgresSnapshot>(parts_);
  }

  std::unique_ptr<Transaction> begin(MonotonicTime deadline) override {
    return std::make_unique<PostgresTransaction>(parts_, deadline);
  }

  // Operands first: whoever folds them meanwhile makes rows, which are erased then.
  Task<Status> erase_range(ByteView begin, ByteView end) override {
    if (end <= begin) co_return Status{};
    Status erased = co_await erase_all(Sql::EraseOperandChunk, begin, end);
    CO_TRY(erased);
    co_return co_await erase_all(Sql::EraseChunk, begin, end);
  }

  WriteAvailability write_availability() const override {
    if (pool_.counts().open > 0) return {};
    const std::string trouble = pool_.trouble();
    if (trouble.empty()) return {};
    return {.accepts_writes = false, .reason = trouble};
  }
  std::string read_trouble() const override {
    return pool_.counts().open > 0 ? std::string() : pool_.trouble();
  }

  EngineFigures figures() const override;
  std::optional<std::uint64_t> stored_bytes(ByteView, ByteView) const override {
    return std::nullopt;
  }

  Status fold_operands() override { return folder_.fold_all(); }

 private:
  // From the begin again, until there is nothing.
  Task<Status> erase_all(Sql statement, ByteView begin, ByteView end) {
    for (;;) {
      const auto erased = co_await erase_once(statement, begin, end);
      CO_TRY(erased);
      if (*erased == 0) co_return Status{};
    }
  }

  // In chunks, each behind the last, so that none wades through what is gone. How many are gone.
  Task<Result<std::size_t>> erase_once(Sql statement, ByteView begin, ByteView end) {
    Bytes from(begin);
    for (std::size_t erased = 0;;) {
      SqlBatch batch;
      batch.add(statement, {from, end, batch.number(kErasedAtOnce)});
      const auto results = co_await send_shared(pool_, batch);
      CO_TRY(results);
      const PGresult& gone = *results->front();
      if (PQntuples(&gone) == 0) co_return erased;
      erased += static_cast<std::size_t>(PQntuples(&gone));
      for (int row = 0; row < PQntuples(&gone); ++row) {
        if (field(gone, row, 0) >= from) from = Bytes(field(gone, row, 0)) + '\0';
      }
    }
  }

  mutable ConnectionPool pool_;
  mutable OperandFolder folder_;
  const PostgresParts parts_;
};

Figure counted(std::string_view name, std::string_view help, std::uint64_t value) {
  return {name, Figure::Kind::Counter, help, static_cast<double>(value)};
}

Figure gauged(std::string_view name, std::string_view help, std::uint64_t value) {
  return {name, Figure::Kind::Gauge, help, static_cast<double>(value)};
}

EngineFigures OpenPostgresEngine::figures() const {
  const PoolCounts& counts = pool_.counts();
  return {.numbers = {counted("store_round_trips_total", "Batches that were sent to the store.",
                              counts.round_trips),
                      counted("store_refused_total",
                              "Batches for which no connection to the store was free in time.",
                              counts.refused),
                      counted("store_connections_opened_total",
                              "Connections to the store that were opened.", counts.opened),
                      counted("store_connections_ended_total",
                              "Connections to the store that were lost or replaced.", counts.lost),
                      gauged("store_connections", "Connections to the store.", counts.open),
                      gauged("store_waiting", "Batches that wait for a connection to the store.",
                             counts.waiting)},
          .durations = {}};
}

Status check_format(const StoreRecord& record) {
  if (record.format == 0 || record.format == kPostgresFormat) return {};
  return Error::invalid_argument(
      fmt::format("the store is of format {}, and this version of Partita knows format {}",
                  record.format, kPostgresFormat));
}

}  // namespace

Result<std::string> describe_address(const PostgresOptions& options) {
  return TRY(StoreAddress::parse(options)).description();
}

Result<PostgresStoreFacts> look_at_postgres_store(const PostgresOptions& options) {
  const auto address = TRY(StoreAddress::parse(options));
  const auto connection = TRY(address.connect());
  const auto record = TRY(read_store_record(*connection));
  const auto only_reads = TRY(run_sql(*connection, "SHOW transaction_read_only"));
  const char* version = PQparameterStatus(connection.get(), "server_version");
  return PostgresStoreFacts{
      .server_version = version == nullptr ? "" : version,
      .format = record.format,
      .accepts_writes = field(*only_reads, 0, 0) != "on",
      .identity = record.identity,
  };
}

Status make_postgres_store(const PostgresOptions& options) {
  const auto address = TRY(StoreAddress::parse(options));
  const auto connection = TRY(address.connect());
  const auto record = TRY(read_store_record(*connection));
  TRY(check_format(record));
  if (record.format == kPostgresFormat) return {};
  return make_store_tables(*connection);
}

Result<std::unique_ptr<PostgresEngine>> open_postgres_engine(const PostgresOptions& options,
                                                             KeyKinds kinds) {
  const auto address = TRY(StoreAddress::parse(options));
  const auto connection = TRY(address.connect());
  auto record = TRY(read_store_record(*connection));
  TRY(check_format(record));
  if (record.format == 0) TRY(make_store_tables(*connection));
  record = TRY(settle_stamps(*connection));
  return std::unique_ptr<PostgresEngine>(
      std::make_unique<OpenPostgresEngine>(address, record, options, kinds));
}

}  // namespace partita::engine
