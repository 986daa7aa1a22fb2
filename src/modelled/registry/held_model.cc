#include "modelled/registry/held_model.h"

#include <algorithm>

#include "modelled/registry/environments.h"
#include "partita/base/check.h"

namespace partita::registry {

using model::Enforcement;

FreshModel::FreshModel(std::shared_ptr<model::Model> model) : model_(std::move(model)) {
  for (const model::Table& table : model_->tables) declared_.push_back(table.enforcement);
}

Result<FreshModel> FreshModel::read(const ModelSource& source) {
  auto model = TRY(model::load_model(source.text, source.file_name, source.params));
  // It was made for this call, so nobody else sees it change.
  return FreshModel(std::const_pointer_cast<model::Model>(std::move(model)));
}

void FreshModel::observe(const std::set<std::string, std::less<>>& table_ids) {
  PARTITA_CHECK(model_.use_count() == 1);
  for (std::size_t i = 0; i < declared_.size(); ++i) {
    model::Table& table = model_->tables[i];
    table.enforcement =
        table_ids.contains(table.id) ? std::min(declared_[i], Enforcement::Observe) : declared_[i];
  }
}

void FreshModel::observe_all() {
  PARTITA_CHECK(model_.use_count() == 1);
  for (model::Table& table : model_->tables) {
    table.enforcement = std::min(table.enforcement, Enforcement::Observe);
  }
}

void FreshModel::enforce_all() {
  PARTITA_CHECK(model_.use_count() == 1);
  for (model::Table& table : model_->tables) table.enforcement = Enforcement::Enforce;
}

ModelPointer FreshModel::put_in_force(const ModelRecord& record) && {
  observe(record.observed);
  if (!record.is_main && !model_->environment.empty()) {
    model_->http_root = environment_root(model_->http_root, model_->environment);
  }
  return std::move(*this).share();
}

Result<ModelPointer> read_source(const ModelSource& source) {
  auto model = TRY(FreshModel::read(source));
  return std::move(model).share();
}

Result<ModelPointer> read_record(const ModelRecord& record) {
  auto model = TRY(FreshModel::read(record.source));
  return std::move(model).put_in_force(record);
}

Result<ModelPointer> read_as_enforcer(const ModelSource& source) {
  auto model = TRY(FreshModel::read(source));
  model.enforce_all();
  return std::move(model).share();
}

}  // namespace partita::registry
