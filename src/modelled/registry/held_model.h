#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/definition/model.h"
#include "modelled/registry/model_record.h"
#include "partita/base/result.h"

namespace partita::registry {

using ModelPointer = std::shared_ptr<const model::Model>;

// A model that the database holds. Never changed once it is shared.
struct HeldModel {
  ModelRecord record;
  ModelPointer model;
};
using HeldPointer = std::shared_ptr<const HeldModel>;

// A model that was just read and that nobody else has yet: how its rules are enforced can still be
// changed, so a file is read once whatever is done with it until it is in force.
// THREADS: one thread at a time.
class FreshModel {
 public:
  // ERRORS: as model::load_model.
  static Result<FreshModel> read(const ModelSource& source);

  const model::Model& model() const { return *model_; }
  // For those who keep the model while they use it. REQUIRES: they are done before the next change.
  ModelPointer pointer() const { return model_; }

  // All rules as the file says, but those of the tables with these ids are only observed.
  void observe(const std::set<std::string, std::less<>>& table_ids);
  // All rules are only observed, to find out what they would say.
  void observe_all();
  // All rules are in force, for writes that rely on what the server fills in.
  void enforce_all();

  // As the model of the record: its tables observed, served where its environment is
  // (environments.h). From now on it does not change.
  ModelPointer put_in_force(const ModelRecord& record) &&;
  // As it is. From now on it does not change.
  ModelPointer share() && { return std::move(model_); }

 private:
  explicit FreshModel(std::shared_ptr<model::Model> model);

  std::shared_ptr<model::Model> model_;
  std::vector<model::Enforcement> declared_;  // By table: as the file says.
};

// ERRORS of all: as model::load_model.
Result<ModelPointer> read_source(const ModelSource& source);
Result<ModelPointer> read_record(const ModelRecord& record);
Result<ModelPointer> read_as_enforcer(const ModelSource& source);

}  // namespace partita::registry
