#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "model/definition/model.h"
#include "model/rules/table_rules.h"
#include "modelled/enforcement/violations.h"
#include "modelled/rollups/rollup_program.h"
#include "modelled/search/search_program.h"
#include "modelled/syncs/sync_program.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "store/catalog/catalog.h"
#include "store/items/table_extension.h"

namespace partita::archives {
class ArchiveProgram;
}  // namespace partita::archives

namespace partita::enforcement {

// What rules need of the database they live in. Must outlive them.
struct RuleContext {
  const catalog::Catalog& catalog;
  const Clock& clock;
  Random& random;  // Safe for concurrent calls.
};

// The rules of a model for one table, at work in every write of its items: what `rules` judges,
// this carries out in the write's own transaction. Unique values are claimed and released,
// companion rows written, references read, rollups and searches kept, archives filled, and what is
// to be told elsewhere is appended to the logs of syncs.
// THREADS: safe for concurrent calls.
class ModelRules final : public items::TableExtension {
 public:
  // REQUIRES: `table` is one of the model's, and `id` that of the table in the catalog.
  // `migrations` are the model's, as far as they are.
  // ERRORS: those of rules::TableRules::compile, rollups::RollupProgram::compile,
  // search::SearchProgram::compile and syncs::SyncProgram::compile.
  static Result<std::shared_ptr<const ModelRules>> create(
      std::shared_ptr<const model::Model> model, const model::Table& table, keys::TableId id,
      RuleContext context, std::vector<model::Migration> migrations = {});

  // Reads how far rollups and searches are built and which archives are stored, so that writes need
  // not ask.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> load(const engine::View& view) const;

  bool shows_items() const override { return rules_.twins().shows_items(); }
  std::optional<EncodedItem> shown(const ItemView& stored) const override {
    return rules_.shown(stored);
  }
  std::optional<EncodedItem> brought(const ItemView& item) const override;
  Result<std::optional<EncodedItem>> complete_keys(const ItemView& item) const override;
  Task<Result<items::RuledChange>> apply(engine::Transaction& transaction,
                                         const items::ItemChange& change,
                                         const items::WriteOrigin& origin) const override;
  bool has_elements(const catalog::Index& index) const override;
  bool is_servers_row(const ItemView& item) const override { return rules_.is_servers_row(item); }
  void show_elements(const catalog::Index& index, const ItemView& item,
                     FunctionRef<void(const ItemView&)> visit) const override;
  Result<std::shared_ptr<const expression::ConditionTree>> key_condition(
      const catalog::Index& index, const expression::ConditionTree& written,
      expression::PlaceholderUse& use) const override;
  std::string why_nothing_matches(const catalog::Index* index,
                                  std::span<const MemberView> wanted) const override;
  // What makes the entries of an index with several for an item; empty if it has one at most.
  std::string element_definition(const catalog::Index& index) const;

  const rules::TableRules& rules() const { return rules_; }
  const model::Model& model() const { return rules_.model(); }
  keys::TableId table_id() const { return id_; }
  // How many unique values have been set free since the rules were attached.
  std::uint64_t releases() const { return releases_.load(std::memory_order_relaxed); }
  // Keeps the rollups of the table; null if there are none.
  const rollups::RollupProgram* rollups() const { return rollups_.get(); }
  // Keeps the searches of the table; null if there are none.
  const search::SearchProgram* searches() const { return searches_.get(); }
  // Keeps the logs of the syncs of the table; null if there are none.
  const syncs::SyncProgram* syncs() const { return syncs_.get(); }
  // The date by which parts of rollups are too old to be kept. While the date is in doubt it is the
  // very first one: none is too old then.
  model::Instant rollup_date() const;
  // Moves what goes into archives; null if the table has none.
  const archives::ArchiveProgram* archives() const { return archives_.get(); }
  // What observed rules have found since the rules were attached.
  Violations& violations() const { return violations_; }
  // Writes that came too late and have changed nothing (`late: ignore`), since then.
  Violations& late_writes() const { return late_writes_; }

 private:
  ModelRules(rules::TableRules rules, keys::TableId id, RuleContext context)
      : rules_(std::move(rules)), id_(id), context_(context) {}

  struct Write;
  class LastSteps;

  Result<rules::RuleOutcome> judge(const items::ItemChange& change,
                                   const items::WriteOrigin& origin,
                                   const Number* last_version) const;
  // The images as they are shown: of what migrations change, both forms are judged and stored.
  Result<rules::RuleOutcome> judge_twinned(const items::ItemChange& change,
                                           rules::JudgedWrite write) const;
  // Null unless the change creates an item of which there are versions.
  Task<Result<std::unique_ptr<const Number>>> last_version(engine::Transaction& transaction,
                                                           const items::ItemChange& change) const;
  Status check_filled(const items::ItemChange& change, const rules::RuleOutcome& outcome) const;
  // rows_ahead.cc
  std::vector<Bytes> rows_of_steps(const Write& write) const;
  Task<Status> read_ahead(const Write& write) const;
  Task<Status> release_all(Write& write) const;
  Task<Status> write_companions(Write& write) const;
  Task<Status> write_companion(Write& write, const Bytes& key,
                               const std::optional<ItemView>& after) const;
  Task<Status> erase_by_prefix(Write& write, const Bytes& prefix) const;
  Task<Status> keep_rollups(Write& write, const items::WriteOrigin& origin) const;
  Task<Status> keep_rollups(engine::Transaction& transaction, rollups::CountedChange change) const;
  Task<Status> keep_searches(Write& write) const;
  Task<Status> keep_searches(engine::Transaction& transaction, search::IndexedChange change) const;
  void keep_syncs(engine::Transaction& transaction, syncs::ToldChange change) const;
  Task<Status> tell_others(Write& write, WriteKind kind) const;
  model::Instant now() const;

  const rules::TableRules rules_;
  const keys::TableId id_;
  const RuleContext context_;
  std::unique_ptr<const rollups::RollupProgram> rollups_;
  std::unique_ptr<const search::SearchProgram> searches_;
  std::unique_ptr<const syncs::SyncProgram> syncs_;
  std::shared_ptr<const archives::ArchiveProgram> archives_;
  mutable std::atomic<std::uint64_t> releases_{0};
  mutable Violations violations_;
  mutable Violations late_writes_;
};

// The rules of a model that the table has, or null: it has none, or they cannot be read
// (SealedRules). Good as long as the table is held.
inline const ModelRules* model_rules_of(const catalog::Table& table) {
  return dynamic_cast<const ModelRules*>(table.extension.get());
}

}  // namespace partita::enforcement
