#pragma once

#include <string>

#include "items/write_rules.h"

namespace partita::items {

// Stands for rules that this program cannot read: it refuses every write of the table, so that none
// goes past them. What is stored can be read.
// THREADS: safe for concurrent calls.
class SealedRules final : public WriteRules {
 public:
  // `reason` is told to clients.
  explicit SealedRules(std::string reason) : reason_(std::move(reason)) {}

  // ERRORS of both: ServiceUnavailable.
  Result<std::optional<EncodedItem>> complete_keys(const ItemView& item) const override;
  Task<Result<RuledChange>> apply(engine::Transaction& transaction, const ItemChange& change,
                                  const WriteOrigin& origin) const override;

  bool has_elements(const catalog::Index&) const override { return false; }
  void show_elements(const catalog::Index&, const ItemView&,
                     FunctionRef<void(const ItemView&)>) const override {}
  TupleNames tuple_names(const catalog::Index&) const override { return {}; }
  std::string why_hopeless(const catalog::Index*, std::span<const MemberView>) const override {
    return "";
  }

 private:
  Error refusal() const;

  const std::string reason_;
};

// Whether the rules of the table cannot be read.
inline bool is_sealed(const catalog::Table& table) {
  return dynamic_cast<const SealedRules*>(rules_of(table)) != nullptr;
}

}  // namespace partita::items
