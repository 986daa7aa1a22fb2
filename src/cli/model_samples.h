#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/model_database.h"
#include "modelled/registry/held_model.h"
#include "partita/base/result.h"

namespace partita::cli {

struct SampleOptions {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> count =
      {};  // Of items that belong to no other; else as in the file.
};

struct SampleLoad {
  std::string model;
  std::uint64_t items = 0;
  std::uint64_t writes = 0;
  std::uint64_t refused = 0;  // By the model's own rules.
  std::string first_refusal;  // What the first of them was told.
  bool was_filled = false;    // The tables held items before: nothing was written.
  bool has_no_plans = false;  // The file has neither `fake` nor `samples`.
};

// Fills the tables of a model with the items of its sections `samples` and `fake`, if they are
// empty: through the operations and the rules, as clients would, but at the time that each write
// says. The same model, seed and minute give the same items. Nobody else may write meanwhile.
// ERRORS: InvalidArgument if the plans of the file cannot be followed; those of the engine.
Result<SampleLoad> load_samples(ModelDatabase& opened, const registry::HeldModel& held,
                                const SampleOptions& options);

// "model shop: 5000 items by 21000 writes"
std::string to_text(const SampleLoad& load);

}  // namespace partita::cli
