#pragma once

#include <memory>
#include <vector>

#include "options.h"
#include "script.h"
#include "write_scripts.h"

namespace partita::load {

// A script for each connection. `progress` must outlive them.
// ERRORS: InvalidArgument if there is no workload of that name.
Result<std::vector<std::unique_ptr<Script>>> make_scripts(const Options& options,
                                                          LoadProgress& progress);

}  // namespace partita::load
