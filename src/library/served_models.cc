#include "library/served_models.h"

namespace partita::library {

ServedPointer ServedModels::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  // Asked before the models: if one changes in between, the next call makes them again.
  const std::uint64_t generation = store_.generation();
  if (generation != generation_) models_.clear();
  generation_ = generation;
  const auto known = models_.find(name);
  if (known != models_.end()) return known->second;
  const registry::HeldPointer held = store_.find(name);
  if (held == nullptr) return nullptr;
  return models_.emplace(name, std::make_shared<serving::ServedModel>(held)).first->second;
}

}  // namespace partita::library
