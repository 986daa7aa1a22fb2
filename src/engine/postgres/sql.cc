#include "engine/postgres/sql.h"

#include <fmt/format.h>

#include "partita/base/big_endian.h"

namespace partita::engine {
namespace {

constexpr std::int32_t kByteaOid = 17;

// Rows of a range until so many rows, or the row in which so many bytes are full. The lengths are
// known to the server without reading long values. The inner limits keep it from looking further.
std::string page_text(bool is_forward) {
  const std::string_view direction = is_forward ? "" : " DESC";
  return fmt::format(
      "SELECT k, v, o FROM (SELECT k, v, o, sum(octet_length(v)) OVER (ORDER BY k{0}, o "
      "ROWS UNBOUNDED PRECEDING) - octet_length(v) AS bytes_before FROM ("
      "(SELECT k, v, 0 AS o FROM kv WHERE k >= $1 AND k < $2 ORDER BY k{0} LIMIT $3) UNION ALL "
      "(SELECT k, v, 1 AS o FROM kv_delta WHERE k >= $1 AND k < $2 ORDER BY k{0} LIMIT $3) "
      "ORDER BY k{0}, o LIMIT $3) AS range) AS page WHERE bytes_before < $4 ORDER BY k{0}, o",
      direction);
}

// All entries of transactions before the oldest that is under way are there and can be seen.
std::string log_text(bool is_forward) {
  const std::string_view direction = is_forward ? "" : " DESC";
  return fmt::format(
      "SELECT k, v, (SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + $5) << {1}) "
      "FROM (SELECT k, v, sum(octet_length(v)) OVER (ORDER BY k{0} ROWS UNBOUNDED PRECEDING) - "
      "octet_length(v) AS bytes_before FROM (SELECT k, v FROM kv WHERE k >= $1 AND k < $2 "
      "ORDER BY k{0} LIMIT $3) AS range) AS page WHERE bytes_before < $4 ORDER BY k{0}",
      direction, kStampNumberBits);
}

// Takes the keys back, so that the next step need not wade through what is gone.
std::string erase_chunk_text(std::string_view table) {
  return fmt::format(
      "DELETE FROM {0} WHERE k = ANY(ARRAY(SELECT DISTINCT k FROM (SELECT k FROM {0} WHERE "
      "k >= $1 AND k < $2 ORDER BY k LIMIT $3) AS range)) RETURNING k",
      table);
}

std::string append_text() {
  return fmt::format(
      "INSERT INTO kv (k, v) VALUES ($1::bytea || "
      "int8send(((pg_current_xact_id()::text::bigint + $3) << {}) + $4), $2)",
      kStampNumberBits);
}

void append_count(Bytes& bytes, std::size_t count) {
  append_integer(bytes, static_cast<std::int32_t>(count));
}

}  // namespace

std::array<SqlText, kSqlCount> sql_texts(std::string_view isolation) {
  const std::string begin = fmt::format("BEGIN ISOLATION LEVEL {}", isolation);
  return {{
      {"begin_blind", "BEGIN ISOLATION LEVEL READ COMMITTED", 0},
      {"begin_checked", begin, 0},
      {"begin_reading", "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", 0},
      {"allow_pauses", "SET LOCAL idle_in_transaction_session_timeout = '1h'", 0},
      {"commit", "COMMIT", 0},
      {"rollback", "ROLLBACK", 0},
      {"get_one", "SELECT v FROM kv WHERE k = $1", 1},
      {"get_many", "SELECT k, v FROM kv WHERE k = ANY($1::bytea[])", 1},
      {"get_merged",
       "SELECT k, v, 0 FROM kv WHERE k = ANY($1::bytea[]) UNION ALL "
       "SELECT k, v, 1 FROM kv_delta WHERE k = ANY($1::bytea[])",
       1},
      {"page_forward", page_text(true), 4},
      {"page_backward", page_text(false), 4},
      {"log_forward", log_text(true), 5},
      {"log_backward", log_text(false), 5},
      {"insert", "INSERT INTO kv (k, v) VALUES ($1, $2)", 2},
      {"update", "UPDATE kv SET v = $2 WHERE k = $1", 2},
      {"upsert",
       "INSERT INTO kv (k, v) VALUES ($1, $2) ON CONFLICT (k) DO UPDATE SET v = excluded.v", 2},
      {"erase", "DELETE FROM kv WHERE k = $1", 1},
      {"erase_or_mark",
       "WITH erased AS (DELETE FROM kv WHERE k = $1 RETURNING 1) INSERT INTO kv (k, v) "
       "SELECT $1, ''::bytea WHERE NOT EXISTS (SELECT 1 FROM erased)",
       1},
      {"share", "SELECT 1 FROM kv WHERE k = $1 FOR SHARE", 1},
      {"append", append_text(), 4},
      {"merge", "INSERT INTO kv_delta (k, id, v) VALUES ($1, $2, $3)", 3},
      {"lock_folded", "SELECT k, v FROM kv WHERE k = ANY($1::bytea[]) ORDER BY k FOR UPDATE", 1},
      {"take_operands", "DELETE FROM kv_delta WHERE k = ANY($1::bytea[]) RETURNING k, v", 1},
      {"operand_keys", "SELECT k FROM kv_delta WHERE k > $1 ORDER BY k LIMIT $2", 2},
      {"erase_chunk", erase_chunk_text("kv"), 3},
      {"erase_operand_chunk", erase_chunk_text("kv_delta"), 3},
      {"note_stamps",
       "UPDATE partita_store SET stamp_seen = greatest(stamp_seen, "
       "pg_snapshot_xmax(pg_current_snapshot())::text::bigint + $1)",
       1},
      {"ping", "SELECT 1", 0},
  }};
}

// array := dimensions:i32 has_nulls:i32 type:i32 size:i32 first_index:i32 (length:i32 byte*)*
Bytes encode_keys(const ByteView* keys, std::size_t count) {
  Bytes bytes;
  append_integer(bytes, std::int32_t{count == 0 ? 0 : 1});
  append_integer(bytes, std::int32_t{0});
  append_integer(bytes, kByteaOid);
  if (count == 0) return bytes;
  append_count(bytes, count);
  append_integer(bytes, std::int32_t{1});
  for (std::size_t i = 0; i < count; ++i) {
    append_count(bytes, keys[i].size());
    bytes.append(keys[i]);
  }
  return bytes;
}

}  // namespace partita::engine
