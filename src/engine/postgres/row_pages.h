#pragma once

#include "engine/postgres/session.h"

// Ranges of rows, read page by page: as many rows, or as many bytes, as the reader will want.
namespace partita::engine {

struct RowReading {
  Session& session;
  KeyKinds kinds;
  std::int64_t stamp_base;
};

// As View::scan, in the session's transaction.
Task<Status> read_pages(RowReading reading, const Range& range, RowVisitor visit);

// As View::read_log.
Task<Status> read_log_pages(RowReading reading, const LogRange& range, LogVisitor visit);

}  // namespace partita::engine
