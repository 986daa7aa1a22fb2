#pragma once

#include "cli/exit_code.h"
#include "cli/model_commands.h"

namespace partita::cli {

// `partita model check`: which items of a table of any server break the rules of a model file, and
// how many there are of each entity. Reads the table once and changes nothing.
ExitCode check_table_by_model(const ModelCheckCommand& command);

}  // namespace partita::cli
