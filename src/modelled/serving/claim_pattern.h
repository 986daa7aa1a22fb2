#pragma once

#include "modelled/serving/write_pattern.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::serving {

// How long a worker may wait for an item.
inline constexpr std::chrono::seconds kClaimWaitMax{30};

// Takes the next item for a worker: it is led to the state of the claim under a new token, which
// the answer has. Without a row: there is none, also not after `wait`, an argument such as 20s.
// The body may give the worker's name.
// REQUIRES: the pattern is a claim; as write.
// ERRORS: as write; what the rules say if they let nobody take what there is.
Task<Result<WriteAnswer>> claim(const PatternContext& context, const ServedModel& model,
                                const planning::PatternPlan& plan,
                                const PatternWriteRequest& request);

}  // namespace partita::serving
