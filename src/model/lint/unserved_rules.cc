#include <fmt/format.h>

#include "model/definition/unserved.h"
#include "model/lint/rule_groups.h"

namespace partita::lint {

void check_unserved(LintContext& context) {
  for (const model::Unserved& declared : model::unserved(context.model())) {
    context.report("L290", {declared.place, declared.subject,
                            fmt::format("`{}` is declared, but this version does not serve it: {}",
                                        declared.section, declared.effect)});
  }
}

}  // namespace partita::lint
