#pragma once

#include "cli/command_line.h"
#include "cli/exit_code.h"

// The commands for access keys, which clients sign their requests with.
namespace partita::cli {

ExitCode create_access_key(const KeysCreateCommand& command);
ExitCode list_access_keys(const KeysListCommand& command);
ExitCode delete_access_key(const KeysDeleteCommand& command);

}  // namespace partita::cli
