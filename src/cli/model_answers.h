#pragma once

#include <string_view>

#include "modelled/registry/apply_plan.h"
#include "modelled/registry/model_store.h"
#include "partita/base/result.h"

// What a server answers about model files, read back: so that it is printed as if it had been done
// here.
namespace partita::cli {

// ERRORS: InvalidArgument if it is not what registry::to_json writes.
Result<registry::ApplyPlan> read_plan(std::string_view json);
Result<registry::Applied> read_applied(std::string_view json);

}  // namespace partita::cli
