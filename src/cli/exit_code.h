#pragma once

namespace partita::cli {

// What the shell sees. A script may rely on these numbers: DO NOT CHANGE.
enum class ExitCode : int {
  Ok = 0,
  Failed = 1,
  // The command line was not understood.
  Usage = 2,
  // What a model command was asked for is not there.
  NotFound = 3,
  // Understood, but refused because it would not be safe (EX_CONFIG of sysexits.h).
  Refused = 78,
};

}  // namespace partita::cli
