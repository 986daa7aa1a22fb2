#pragma once

#include <cstdint>
#include <string>

#include "dynamodb/operations/context.h"
#include "modelled/registry/apply_progress.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"

namespace partita::registry {

struct RenewedKeys {
  std::uint64_t items = 0;
  std::uint64_t refused = 0;  // Items that break rules, so that nothing of them can be written.
  std::string first_refusal;
};

// Writes the items of a table anew whose index keys are not what its rules derive, beside any
// number of writers. Items whose own key is not what the rules derive are passed over.
// REQUIRES: the table has rules, which are enforced.
// ERRORS: Corrupt if an item cannot be read; that of tell; those of the engine.
Task<Result<RenewedKeys>> renew_index_keys(operations::Context& context,
                                           catalog::TablePointer table, const Report& report);

}  // namespace partita::registry
