#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/postgres/libpq_handles.h"
#include "engine/postgres/postgres_engine.h"
#include "partita/base/result.h"

// The tables of a store, and what a program must know of one before it works with it.
// All of it waits for the server, and is done when a connection or a store is opened.
namespace partita::engine {

inline constexpr int kPostgresFormat = 1;

struct StoreRecord {
  int format = 0;  // 0: there is no store.
  // Added to the server's numbers of transactions in stamps.
  std::int64_t stamp_base = 0;
  // Of the cluster when the stamp base was set, and as it is.
  std::string identity_noted;
  std::string identity;
  // Goes up each time a standby takes over; 0: a server that only reads has none of its own.
  std::int64_t timeline = 0;
};

// No server is waited for longer than this for one answer: one that stands still would hold up
// whoever asks for ever.
inline constexpr std::chrono::milliseconds kAnswerPatience{15'000};

// ERRORS: Unavailable.
Result<StoreRecord> read_store_record(PGconn& connection,
                                      std::chrono::milliseconds patience = kAnswerPatience);

// Makes the tables if they are not there. Safe when others do so at the same time.
Status make_store_tables(PGconn& connection);

// In a cluster of another identity numbers of transactions begin anew: lifts the stamp base over
// all stamps that were given. Returns the record as it is then.
Result<StoreRecord> settle_stamps(PGconn& connection);

// Settings of a session, and the statements of sql.h. The connection is in pipeline mode then.
Status prepare_session(PGconn& connection, std::string_view isolation,
                       std::chrono::milliseconds patience);

// A statement outside of any pipeline, for the few places that wait.
Result<ResultHandle> run_sql(PGconn& connection, const char* text,
                             std::chrono::milliseconds patience = kAnswerPatience);

}  // namespace partita::engine
