#pragma once

#include <memory>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "enforcement/model_rules.h"
#include "models/held_model.h"
#include "models/progress.h"
#include "operations/context.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// Models hang on the tables of the catalog by their rules. Rows of rollups and constraints that the
// rules of a table do not have go whenever its rules change, before and after: so what is found
// there has been kept without a gap.
//
// REQUIRES of all but the last: no upkeep is at work (Upkeep::pause).
namespace partita::models {

using Extension = std::shared_ptr<const catalog::TableExtension>;

// Of all tables, before the first write and when all models are attached.
Task<Status> erase_all_leftovers(operations::Context& context);

// Before the first write. Returns what is not as it should be, a sentence each: a table that is not
// there, rules that cannot be kept.
// ERRORS: Corrupt; those of the engine.
Task<Result<std::vector<std::string>>> attach_at_start(operations::Context& context,
                                                       const HeldModel& held,
                                                       const enforcement::Surroundings& around);

// Beside writers. A table that is on its way is waited for.
// ERRORS: InvalidArgument if rules cannot be kept; those of the engine.
Task<Status> attach_rules(operations::Context& context, const HeldModel& held,
                          const enforcement::Surroundings& around);

// Takes the rules off the tables that only the former model has.
Task<Status> detach_former_tables(operations::Context& context, const model::Model& former,
                                  const model::Model& wanted);

// Whether the model's rules can be kept at all.   ERRORS: InvalidArgument, naming what cannot.
Status check_rules(const operations::Context& context, const HeldModel& held);

// Brings the model's unique constraints up to date with the items of its tables, and small tables
// their rollups: the rest is the upkeep's.
// ERRORS: Corrupt; those of the engine.
Task<Status> build_first(operations::Context& context, const model::Model& model,
                         const Report& report);

// Whether every table of the model has rules, as far as the model wants it.
bool is_attached(const catalog::Catalog& catalog, const model::Model& model);

// The rules for a table that is just being made, of whichever model has it; null: none has.
Extension rules_of_new_table(const std::vector<HeldPointer>& models, const catalog::Table& table,
                             const enforcement::Surroundings& around);

}  // namespace partita::models
