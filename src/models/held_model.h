#pragma once

#include <memory>
#include <set>
#include <string>

#include "model/model.h"
#include "models/model_record.h"
#include "partita/base/result.h"

namespace partita::models {

using ModelPointer = std::shared_ptr<const model::Model>;

// A model that the database holds. Never changed once it is shared.
struct HeldModel {
  ModelRecord record;
  ModelPointer model;
};
using HeldPointer = std::shared_ptr<const HeldModel>;

// Reads a model for use: the rules of the tables with these ids are only observed.
// ERRORS: as model::load_model.
Result<ModelPointer> read_source(const ModelSource& source,
                                 const std::set<std::string, std::less<>>& observed = {});

// The same for the model of a record: served where its environment is (environments.h).
Result<ModelPointer> read_record(const ModelRecord& record);

// The same with all rules only observed, to find out what they would say.
Result<ModelPointer> read_as_observer(const ModelSource& source);
// The same with all rules in force, for writes that rely on what the server fills in.
Result<ModelPointer> read_as_enforcer(const ModelSource& source);

}  // namespace partita::models
