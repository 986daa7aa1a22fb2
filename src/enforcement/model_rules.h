#pragma once

#include <memory>

#include "catalog/catalog.h"
#include "enforcement/violations.h"
#include "items/write_rules.h"
#include "model/model.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "rules/table_rules.h"

namespace partita::enforcement {

// What rules need of the database they live in. Must outlive them.
struct Surroundings {
  const catalog::Catalog& catalog;
  const Clock& clock;
  Random& random;  // Safe for concurrent calls.
};

// The rules of a model for one table, at work in every write of its items: what `rules` judges,
// this carries out in the write's own transaction. Unique values are claimed and released,
// companion rows written, references read.
// THREADS: safe for concurrent calls.
class ModelRules final : public items::WriteRules {
 public:
  // REQUIRES: `table` is one of the model's.
  // ERRORS: those of rules::TableRules::compile.
  static Result<std::shared_ptr<const ModelRules>> create(std::shared_ptr<const model::Model> model,
                                                          const model::Table& table,
                                                          Surroundings around);

  Result<std::optional<EncodedItem>> complete_keys(const ItemView& item) const override;
  Task<Result<items::RuledChange>> apply(engine::Transaction& transaction,
                                         const items::ItemChange& change,
                                         const items::WriteOrigin& origin) const override;

  const rules::TableRules& rules() const { return rules_; }
  const model::Model& model() const { return rules_.model(); }
  // What observed rules have found since the rules were attached.
  Violations& violations() const { return violations_; }

 private:
  ModelRules(rules::TableRules rules, Surroundings around)
      : rules_(std::move(rules)), around_(around) {}

  // One write while it is carried out.
  struct Write;

  Result<rules::Outcome> judge(const items::ItemChange& change,
                               const items::WriteOrigin& origin) const;
  Status check_filled(const items::ItemChange& change, const rules::Outcome& outcome) const;
  Task<Status> settle_unique(Write& write) const;
  Task<Status> claim(Write& write, const rules::UniqueClaim& claim) const;
  Task<Status> release(Write& write, const rules::UniqueClaim& claim) const;
  Task<Status> write_companion(Write& write, const rules::CompanionRow& row) const;
  model::Instant now() const;

  const rules::TableRules rules_;
  const Surroundings around_;
  mutable Violations violations_;
};

}  // namespace partita::enforcement
