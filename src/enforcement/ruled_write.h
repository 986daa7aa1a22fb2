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

// What is stored under the key, as the transaction sees it.
Task<Result<std::optional<Bytes>>> read(engine::Transaction& transaction, ByteView key);

// The item that is stored so, if any. Views the bytes.   ERRORS: Corrupt.
Result<std::optional<ItemView>> parse(const std::optional<Bytes>& stored);

}  // namespace partita::enforcement
