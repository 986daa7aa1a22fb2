#pragma once

#include <string>

#include "store/items/table_extension.h"

namespace partita::items {

// Stands for rules that this program cannot read: it refuses every write of the table, so that none
// goes past them. What is stored can be read.
// THREADS: safe for concurrent calls.
class SealedRules final : public TableExtension {
 public:
  // `reason` is told to clients.
  explicit SealedRules(std::string reason) : reason_(std::move(reason)) {}

  bool is_sealed() const override { return true; }
  // ERRORS of both: ServiceUnavailable.
  Result<std::optional<EncodedItem>> complete_keys(const ItemView& item) const override;
  Task<Result<RuledChange>> apply(engine::Transaction& transaction, const ItemChange& change,
                                  const WriteOrigin& origin) const override;

  bool has_elements(const catalog::Index&) const override { return false; }
  bool is_servers_row(const ItemView&) const override { return false; }
  void show_elements(const catalog::Index&, const ItemView&,
                     FunctionRef<void(const ItemView&)>) const override {}
  Result<std::shared_ptr<const expression::ConditionTree>> key_condition(
      const catalog::Index&, const expression::ConditionTree&,
      expression::PlaceholderUse&) const override {
    return std::shared_ptr<const expression::ConditionTree>();
  }
  std::string why_nothing_matches(const catalog::Index*,
                                  std::span<const MemberView>) const override {
    return "";
  }

 private:
  Error refusal() const;

  const std::string reason_;
};

// Whether the rules of the table cannot be read.
inline bool is_sealed(const catalog::Table& table) {
  return table.extension != nullptr && table.extension->is_sealed();
}

}  // namespace partita::items
