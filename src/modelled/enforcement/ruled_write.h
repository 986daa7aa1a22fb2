#pragma once

#include <optional>

#include "modelled/enforcement/model_rules.h"

namespace partita::enforcement {

// One write while it is carried out.
struct ModelRules::Write {
  engine::Transaction& transaction;
  const items::ItemChange& change;
  rules::RuleOutcome outcome;
  items::RuledChange ruled = {};
};

// The rows that say who refers to an item that goes: that somebody does, and how far that is known.
struct ReferrerKeys {
  Bytes target;
  Bytes state;
};
ReferrerKeys referrer_keys(keys::TableId table, const rules::Referrer& referrer,
                           const rules::Departure& departure);

// What a write leaves until everything of its transaction is buffered, so that it does not matter
// in which order the items of a transaction come: values are claimed when all that are given up are
// free, an item may refer to one that comes with it, and one may go with those that refer to it.
class ModelRules::LastSteps final : public items::PendingRules {
 public:
  struct Subject {
    Bytes key;
    std::optional<EncodedItem> shown_on_failure;
    WallTime time;
    WriteKind kind;
    history::Author author;
  };

  LastSteps(const ModelRules& rules, Subject subject, rules::RuleOutcome outcome)
      : rules_(rules), subject_(std::move(subject)), outcome_(std::move(outcome)) {}

  // Whether the outcome leaves anything.
  static bool are_needed(const rules::RuleOutcome& outcome) {
    return !outcome.claims.empty() || !outcome.references.empty() || outcome.departure;
  }

  Task<Status> settle(engine::Transaction& transaction,
                      items::FurtherEffects& effects) const override;

 private:
  Error refused(const rules::Refusal& refusal) const;
  bool is_expiry() const { return subject_.kind == WriteKind::Expire; }

  // unique_claims.cc
  Task<Status> claim(engine::Transaction& transaction, const rules::UniqueClaim& claim) const;
  Task<Status> claim_taken_value(engine::Transaction& transaction,
                                 const rules::UniqueClaim& claim) const;
  // references.cc
  Task<Status> check_reference(engine::Transaction& transaction,
                               const rules::ReferenceCheck& reference) const;
  // departures.cc
  Task<Status> depart_from(engine::Transaction& transaction, const rules::Referrer& referrer,
                           items::FurtherEffects& effects) const;
  Task<Result<std::vector<Bytes>>> find_referrers(engine::Transaction& transaction,
                                                  const catalog::Table& table,
                                                  const rules::Referrer& referrer) const;
  Task<Status> delete_referrer(engine::Transaction& transaction, const catalog::TablePointer& table,
                               const Bytes& key, items::FurtherEffects& effects) const;

  const ModelRules& rules_;
  const Subject subject_;
  const rules::RuleOutcome outcome_;
};

}  // namespace partita::enforcement
