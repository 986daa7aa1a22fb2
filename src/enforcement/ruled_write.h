#pragma once

#include <optional>

#include "enforcement/model_rules.h"

namespace partita::enforcement {

// One write while it is carried out.
struct ModelRules::Write {
  engine::Transaction& transaction;
  const items::ItemChange& change;
  std::optional<ItemView> shown_on_failure;
  rules::Outcome outcome;
  items::RuledChange ruled = {};
};

}  // namespace partita::enforcement
