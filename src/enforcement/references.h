#pragma once

#include <memory>
#include <optional>

#include "catalog/catalog.h"
#include "enforcement/violations.h"
#include "items/write_rules.h"
#include "rules/outcome.h"

namespace partita::enforcement {

// Whether the items that a write refers to exist and are as it wants them. Read in the write's own
// transaction, when all that it writes is buffered: an item may refer to one that comes with it.
class ReferenceChecks final : public items::PendingChecks {
 public:
  ReferenceChecks(const catalog::Catalog& catalog, Violations& violations, rules::Outcome outcome,
                  model::Instant now)
      : catalog_(catalog), violations_(violations), outcome_(std::move(outcome)), now_(now) {}

  Task<Status> check(engine::Transaction& transaction) const override;

 private:
  Task<Status> check_one(engine::Transaction& transaction,
                         const rules::ReferenceCheck& reference) const;

  const catalog::Catalog& catalog_;
  Violations& violations_;
  const rules::Outcome outcome_;
  const model::Instant now_;
};

}  // namespace partita::enforcement
