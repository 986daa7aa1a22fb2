#pragma once

#include <vector>

#include "model/definition/model.h"
#include "model/samples/write.h"

namespace partita::samples {

// The writes that make the items of a model's section `samples`, in the order of time. An item
// whose state is not that of a new one is created and led there, along the states of the declared
// workload, at the times that its own attributes tell.
//
// Times are those of the file. But if some of the items expire, so that they would be gone, all are
// moved by the same time, and the last write is at `end`.
// Rows that only the server writes, such as those of rollups, are left out.
std::vector<Write> sample_writes(const model::Model& model, model::Instant end);

}  // namespace partita::samples
