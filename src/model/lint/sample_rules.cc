#include <fmt/format.h>

#include "model/lint/rule_groups.h"
#include "model/lint/sample_check.h"

namespace partita::lint {

void check_samples(LintContext& context) {
  for (const auto& sample : context.model().samples) {
    if (sample.entity == nullptr) continue;
    for (auto& violation : check_item(*sample.entity, sample.item)) {
      context.report(
          "L222",
          {sample.notes.place, fmt::format("samples.{}.{}", sample.name, violation.attribute),
           fmt::format("sample {}: {}: {}", sample.name, violation.attribute, violation.message)});
    }
  }
}

}  // namespace partita::lint
