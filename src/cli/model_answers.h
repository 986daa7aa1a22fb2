#pragma once

#include <string_view>

#include "models/model_store.h"
#include "models/plan.h"
#include "partita/base/result.h"

// What a server answers about model files, read back: so that it is printed as if it had been done
// here.
namespace partita::cli {

// ERRORS: InvalidArgument if it is not what models::to_json writes.
Result<models::Plan> read_plan(std::string_view json);
Result<models::Applied> read_applied(std::string_view json);

}  // namespace partita::cli
