#include "engine/postgres/store_care.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "engine/postgres/store_address.h"
#include "engine/postgres/store_schema.h"

namespace partita::engine {
namespace {

// What dead rows may be of all before somebody should look.
constexpr std::int64_t kDeadPercentMax = 30;
constexpr std::int64_t kDeadRowsMin = 10'000;
constexpr std::int64_t kOldTransactionSeconds = 300;

std::string text_of(const PGresult& rows, int row, int column) {
  return PQgetisnull(&rows, row, column) == 1 ? std::string() : PQgetvalue(&rows, row, column);
}

std::int64_t number_of(const PGresult& rows, int row, int column) {
  return std::atoll(text_of(rows, row, column).c_str());
}

Result<std::string> ask(PGconn& connection, const char* text) {
  const auto rows = TRY(run_sql(connection, text));
  return PQntuples(rows.get()) == 0 ? std::string() : text_of(*rows, 0, 0);
}

std::int64_t connections_wanted(const PoolSizes& sizes) {
  return static_cast<std::int64_t>(sizes.gets + sizes.pages + sizes.transactions + sizes.snapshots);
}

// REQUIRES: the server is to have synchronous standbys.
Status judge_standbys(PGconn& connection, std::string_view synchronous_commit, StoreCare& care) {
  if (synchronous_commit == "local") {
    care.advice.push_back(
        "synchronous_commit is local: commits do not wait for the standbys. Set it to on");
  }
  // Every role may count them.
  if (TRY(ask(connection, "SELECT count(*) FROM pg_stat_replication")) == "0") {
    care.advice.push_back("no standby is connected: writes wait until there is one");
  }
  return {};
}

Status judge_safety(PGconn& connection, StoreCare& care) {
  if (TRY(ask(connection, "SHOW fsync")) == "off") {
    care.advice.push_back("fsync is off: a power cut destroys the store. Set fsync = on");
  }
  const auto commit = TRY(ask(connection, "SHOW synchronous_commit"));
  if (commit == "off") {
    care.advice.push_back(
        "synchronous_commit is off: a crash takes writes that were acknowledged. Set it to on");
  }
  const auto standbys = TRY(ask(connection, "SHOW synchronous_standby_names"));
  care.facts.push_back(standbys.empty()
                           ? "no synchronous standby: what is acknowledged is on one machine"
                           : fmt::format("synchronous standbys: {}", standbys));
  if (!standbys.empty()) TRY(judge_standbys(connection, commit, care));
  const auto whole_pages = TRY(ask(connection, "SHOW full_page_writes"));
  if (whole_pages == "off") {
    care.advice.push_back("full_page_writes is off: a power cut can leave torn pages");
  }
  return {};
}

Status judge_connections(PGconn& connection, const PoolSizes& sizes, StoreCare& care) {
  const auto allowed = std::atoll(TRY(ask(connection, "SHOW max_connections")).c_str());
  const auto wanted = connections_wanted(sizes);
  care.facts.push_back(fmt::format("{} connections allowed; each server of partita takes up to {}",
                                   allowed, wanted));
  if (allowed < wanted + 5) {
    care.advice.push_back(fmt::format("max_connections is {}: too few for one server", allowed));
  }
  return {};
}

}  // namespace

Result<StoreCare> judge_server(const PostgresOptions& options) {
  const auto address = TRY(StoreAddress::parse(options));
  const auto connection = TRY(address.connect());
  StoreCare care;
  care.facts.push_back(PQsslInUse(connection.get()) == 1 ? "the connection is encrypted (TLS)"
                                                         : "the connection is not encrypted");
  TRY(judge_safety(*connection, care));
  TRY(judge_connections(*connection, options.sizes, care));
  return care;
}

Result<StoreCare> judge_vacuum(const PostgresOptions& options) {
  const auto address = TRY(StoreAddress::parse(options));
  const auto connection = TRY(address.connect());
  if (TRY(read_store_record(*connection)).format == 0) {
    return Error::not_found(fmt::format("there is no store at {}", address.description()));
  }
  StoreCare care;
  const auto tables =
      TRY(run_sql(*connection,
                  "SELECT s.relname, s.n_live_tup, s.n_dead_tup, "
                  "pg_size_pretty(pg_total_relation_size(s.relid)), "
                  "coalesce(to_char(greatest(s.last_vacuum, s.last_autovacuum), 'YYYY-MM-DD "
                  "HH24:MI'), 'never') "
                  "FROM pg_stat_user_tables s WHERE s.relid IN "
                  "(to_regclass('kv'), to_regclass('kv_delta')) ORDER BY s.relname"));
  for (int row = 0; row < PQntuples(tables.get()); ++row) {
    const auto live = number_of(*tables, row, 1);
    const auto dead = number_of(*tables, row, 2);
    const auto name = text_of(*tables, row, 0);
    care.facts.push_back(fmt::format("{}: about {} rows, {} dead, {}; vacuumed {}", name, live,
                                     dead, text_of(*tables, row, 3), text_of(*tables, row, 4)));
    if (dead > kDeadRowsMin && dead * 100 > live * kDeadPercentMax) {
      care.advice.push_back(fmt::format("{} has many dead rows: VACUUM {}", name, name));
    }
  }
  if (TRY(ask(*connection, "SHOW autovacuum")) == "off") {
    care.advice.push_back("autovacuum is off: the store grows with every write. Set it to on");
  }
  const auto oldest =
      TRY(run_sql(*connection,
                  "SELECT pid, application_name, extract(epoch FROM now() - xact_start)::bigint "
                  "FROM pg_stat_activity WHERE xact_start IS NOT NULL AND pid <> pg_backend_pid() "
                  "ORDER BY xact_start LIMIT 1"));
  if (PQntuples(oldest.get()) == 1 && number_of(*oldest, 0, 2) > kOldTransactionSeconds) {
    care.advice.push_back(fmt::format(
        "a transaction of {} ({}) has been open for {} s: nothing that died since is taken away, "
        "and streams may show nothing newer",
        text_of(*oldest, 0, 0), text_of(*oldest, 0, 1), number_of(*oldest, 0, 2)));
  }
  return care;
}

}  // namespace partita::engine
