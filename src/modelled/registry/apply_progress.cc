#include "modelled/registry/apply_progress.h"

#include <fmt/format.h>

namespace partita::registry {

Status tell(const Report& report, const ApplyProgress& progress) {
  if (!report || report(progress)) return {};
  return Error::unavailable(
      fmt::format("stopped while {} of table {}; applying the model again finishes what was begun",
                  progress.activity, progress.table));
}

}  // namespace partita::registry
