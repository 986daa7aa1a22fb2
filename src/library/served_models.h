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

// A cache of the plans of all patterns, which are made once and kept until a model changes.
// THREADS: safe for concurrent calls; a call holds a lock for a short time, or while plans are
// made.
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
