#include "cli/model_answers.h"

#include "cli/model_client.h"
#include "modelled/registry/plan_json.h"

namespace partita::cli {

Result<registry::ApplyPlan> read_plan(std::string_view json) {
  return registry::plan_in(TRY(parse_answer(json)));
}

Result<registry::Applied> read_applied(std::string_view json) {
  return registry::applied_in(TRY(parse_answer(json)));
}

}  // namespace partita::cli
