#pragma once

#include <string>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

namespace partita::cli {

// A new table of what another one was.
struct RestoreCommand {
  ModelTarget target;
  std::string table;
  std::string to;
  std::string at;  // RFC 3339; empty: now.
  bool prints_json = false;
};

// What has happened to one item.
struct HistoryCommand {
  ModelTarget target;
  std::string table;
  std::string key;  // As JSON.
  int limit = 100;
  bool prints_json = false;
};

// Changes taken back.
struct UndoCommand {
  ModelTarget target;
  std::string table;
  std::string item;        // A key as JSON; empty: of any.
  std::string request;     // An id, or how it begins; empty: any.
  std::string access_key;  // Empty: any.
  std::string from;        // RFC 3339; empty: from the beginning.
  std::string to;          // The same; empty: until now.
  int limit = 10'000;
  bool is_agreed = false;  // Nobody is asked.
  bool prints_json = false;
};

ExitCode restore_table(const RestoreCommand& command);
ExitCode show_history(const HistoryCommand& command);
ExitCode undo_changes(const UndoCommand& command);

// A date and a time as people write them, in UTC unless they say otherwise, as RFC 3339 has it:
// "2026-11-16", "2026-11-16 10:00", "2026-11-16 10:00:03.120", "2026-11-16T10:00:00+02:00".
// ERRORS: InvalidArgument.
Result<std::string> moment_in(std::string_view text);

// The answer of GET /api/tables:history as lines, one for each change and attribute.
std::string history_text(const Item& answer);
// The answer of GET or POST /api/tables:undo as lines: what stays and why, then what goes back.
std::string undo_text(const Item& answer);

}  // namespace partita::cli
