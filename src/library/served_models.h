#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "modelled/registry/model_store.h"
#include "modelled/serving/served_model.h"

namespace partita::library {

using ServedPointer = std::shared_ptr<const serving::ServedModel>;

// The plans of the models' patterns, made once for each version of a model and kept until any model
// changes.
// THREADS: safe for concurrent calls; a call holds a lock for a moment, and while plans are made.
class ServedModels {
 public:
  // REQUIRES: the store outlives this.
  explicit ServedModels(const registry::ModelStore& store) : store_(store) {}

  // The model of that name, as ModelStore::find; or null.
  ServedPointer find(std::string_view name) const;

 private:
  const registry::ModelStore& store_;
  mutable std::mutex mutex_;
  mutable std::uint64_t generation_ = 0;                              // Guarded by mutex_.
  mutable std::map<std::string, ServedPointer, std::less<>> models_;  // The same.
};

}  // namespace partita::library
