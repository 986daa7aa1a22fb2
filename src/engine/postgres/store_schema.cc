#include "engine/postgres/store_schema.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <utility>

#include "engine/postgres/sql.h"
#include "partita/base/clock.h"

namespace partita::engine {
namespace {

// Far more transactions than a server makes between two notes of what it has given.
constexpr std::string_view kStampSlack = "4294967296";

// Long values are not compressed by the server: they are read whole, and mostly small.
constexpr const char* kTables = R"(
CREATE TABLE IF NOT EXISTS kv (k bytea PRIMARY KEY, v bytea NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.1);
CREATE TABLE IF NOT EXISTS kv_delta (k bytea, id bigint, v bytea NOT NULL, PRIMARY KEY (k, id))
  WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
        autovacuum_vacuum_insert_scale_factor = 0.5);
CREATE TABLE IF NOT EXISTS partita_store (
  is_only boolean PRIMARY KEY CHECK (is_only), format integer NOT NULL, stamp_base bigint NOT NULL,
  stamp_seen bigint NOT NULL, identity text NOT NULL, made_at timestamptz NOT NULL DEFAULT now());
INSERT INTO partita_store (is_only, format, stamp_base, stamp_seen, identity)
  SELECT true, 1, 0, pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
         system_identifier::text FROM pg_control_system()
  ON CONFLICT (is_only) DO NOTHING;
)";

// Two programs that begin at once would make the same table, which is an error of theirs: one
// waits.
constexpr const char* kMakeTables = "SELECT pg_advisory_xact_lock(7310579644711)";

// The number of the timeline is the beginning of the name of the file that is being written.
constexpr const char* kWhoIsThere =
    "SELECT to_regclass('partita_store')::text, "
    "(SELECT system_identifier::text FROM pg_control_system()), "
    "CASE WHEN pg_is_in_recovery() THEN 0 ELSE "
    "('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint END";

// Plans are made once for each statement, and must not depend on how full the tables were then.
constexpr const char* kSession = R"(
SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off;
SET enable_bitmapscan = off; SET enable_hashagg = off;
SET statement_timeout = '10s'; SET lock_timeout = '2s';
SET idle_in_transaction_session_timeout = '10s'; SET client_min_messages = warning;
SET max_parallel_workers_per_gather = 0;
)";

std::string said_by(const PGconn& connection) {
  std::string text = PQerrorMessage(&connection);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Error answers(const PGconn& connection) {
  return Error::unavailable(fmt::format("the store answers: {}", said_by(connection)));
}

// As PQgetResult, but only until the deadline.
Result<ResultHandle> next_result(PGconn& connection, MonotonicTime deadline) {
  using std::chrono::ceil;
  using std::chrono::milliseconds;
  while (PQisBusy(&connection) == 1) {
    const auto left = ceil<milliseconds>(deadline - Clock::system().monotonic_now()).count();
    pollfd socket{.fd = PQsocket(&connection), .events = POLLIN, .revents = 0};
    const int ready = ::poll(&socket, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return Error::unavailable("the store does not answer");
    if (PQconsumeInput(&connection) == 0) return answers(connection);
  }
  return ResultHandle(PQgetResult(&connection));
}

std::string text_at(const PGresult& result, int column) { return PQgetvalue(&result, 0, column); }

template <typename Number>
Number number_at(const PGresult& result, int column) {
  const std::string text = text_at(result, column);
  Number number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

Result<ResultHandle> run_sql(PGconn& connection, const char* text,
                             std::chrono::milliseconds patience) {
  if (PQsendQuery(&connection, text) == 0) return answers(connection);
  const auto deadline = Clock::system().monotonic_now() + patience;
  ResultHandle last;
  while (auto result = TRY(next_result(connection, deadline))) last = std::move(result);
  const auto status = PQresultStatus(last.get());
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return last;
  return answers(connection);
}

Result<StoreRecord> read_store_record(PGconn& connection, std::chrono::milliseconds patience) {
  const auto known = TRY(run_sql(connection, kWhoIsThere, patience));
  StoreRecord record;
  record.identity = text_at(*known, 1);
  record.timeline = number_at<std::int64_t>(*known, 2);
  if (PQgetisnull(known.get(), 0, 0) == 1) return record;
  const auto stored =
      TRY(run_sql(connection, "SELECT format, stamp_base, identity FROM partita_store", patience));
  if (PQntuples(stored.get()) == 0) return record;
  record.format = number_at<int>(*stored, 0);
  record.stamp_base = number_at<std::int64_t>(*stored, 1);
  record.identity_noted = text_at(*stored, 2);
  return record;
}

Status make_store_tables(PGconn& connection) {
  TRY(run_sql(connection, "BEGIN"));
  TRY(run_sql(connection, kMakeTables));
  TRY(run_sql(connection, kTables));
  TRY(run_sql(connection, "COMMIT"));
  return {};
}

Result<StoreRecord> settle_stamps(PGconn& connection) {
  const auto text = fmt::format(
      "UPDATE partita_store SET identity = (SELECT system_identifier::text FROM "
      "pg_control_system()), stamp_base = stamp_seen + {} WHERE identity <> "
      "(SELECT system_identifier::text FROM pg_control_system())",
      kStampSlack);
  TRY(run_sql(connection, text.c_str()));
  return read_store_record(connection);
}

// All statements in one way to the server and back.
Status prepare_session(PGconn& connection, std::string_view isolation,
                       std::chrono::milliseconds patience) {
  TRY(run_sql(connection, kSession, patience));
  const auto refused = [&] {
    return Error::unavailable(
        fmt::format("the store refuses a statement: {}", said_by(connection)));
  };
  if (PQenterPipelineMode(&connection) != 1) return refused();
  for (const auto& [name, text, parameters] : sql_texts(isolation)) {
    if (PQsendPrepare(&connection, name.c_str(), text.c_str(), parameters, nullptr) != 1) {
      return refused();
    }
  }
  if (PQpipelineSync(&connection) != 1) return refused();
  const auto deadline = Clock::system().monotonic_now() + patience;
  for (std::size_t answers = 0; answers <= kSqlCount;) {
    const auto result = TRY(next_result(connection, deadline));
    // A null stands between the answers.
    if (!result && PQstatus(&connection) != CONNECTION_OK) return refused();
    if (!result) continue;
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_SYNC) return refused();
    ++answers;
  }
  return {};
}

}  // namespace partita::engine
