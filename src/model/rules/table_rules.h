#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"
#include "model/rules/due_step.h"
#include "model/rules/entity_finder.h"
#include "model/rules/judged_write.h"
#include "model/rules/rule_outcome.h"
#include "model/rules/stale_keys.h"
#include "model/rules/twins.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

namespace partita::rules {

// The place of the rows with an item's versions. Views the model.
struct VersionRows {
  EncodedItem key_prefix;  // Their partition key, and how their sort keys begin.
  const model::Entity* entity = nullptr;
};

// The rules of a model for one table, compiled once to check every write of an item.
//
// Pure functions: the result depends only on the change, its time and the random source. The code
// that commits the write also registers unique values, reads referenced items, writes companion
// rows, and checks the size of the filled item (modelled/enforcement).
// THREADS: safe for concurrent calls.
class TableRules {
 public:
  // REQUIRES: `table` is one of the model's.
  // `migrations` are the model's with their present steps.
  // ERRORS: InvalidArgument if `track` of a sync is not a key template.
  static Result<TableRules> compile(std::shared_ptr<const model::Model> model,
                                    const model::Table& table,
                                    std::vector<model::Migration> migrations = {});

  const model::Model& model() const { return *model_; }
  const model::Table& table() const { return *table_; }
  model::Enforcement level() const { return table_->enforcement; }

  // Checks a write, and returns the item to store and all other effects. Rules that are only
  // observed neither change nor refuse anything: their violations are in the outcome.
  // ERRORS: InvalidArgument with a Refusal (refusal_of), whose text lacks DynamoDB's introduction;
  // InvalidArgument with DynamoDB's message if the filled item is nested too deeply.
  Result<RuleOutcome> judge(const JudgedWrite& change, Random& random) const;

  // The forms that open migrations keep side by side.
  const Twins& twins() const { return twins_; }
  // The item as requests see it; nullopt: as it is stored.
  std::optional<EncodedItem> shown(const ItemView& stored) const;
  // The item without the form that need not be stored yet (twins.h); nullopt: it has none.
  std::optional<EncodedItem> narrowed(const ItemView& item) const;
  // An item from an earlier step of a migration, in the form that is stored now (twins.h);
  // nullopt: unchanged.
  std::optional<EncodedItem> caught_up(const ItemView& earlier) const;
  // Completes the item of a write with both forms of migrated attributes; nullopt: unchanged.
  // Called before the check. Both images are in the form that reads return.
  struct TwinnedItem {
    std::optional<EncodedItem> item;
    std::vector<Refusal> violations;  // Violations of rules that are only observed.
  };
  // ERRORS: as judge, M120 to M122.
  Result<TwinnedItem> twin(const JudgedWrite& change) const;

  // Fills in missing key attributes of a put, as far as templates, defaults and generated ids give
  // them; nullopt if nothing was added. Callers that know the entity pass it, because most entities
  // are recognized by their keys.
  // ERRORS: as judge, M106 only.
  Result<std::optional<EncodedItem>> complete_keys(const ItemView& item, model::Instant now,
                                                   Random& random,
                                                   const model::Entity* entity = nullptr) const;

  // The entity of an item, or of a key; null if it belongs to none.
  const model::Entity* entity_of(const ItemView& item) const;
  // The same if the item is the entity's main row; null also for rows that are written with it: the
  // other side of an edge and the rows of versions.
  const model::Entity* owner_of(const ItemView& item) const;
  // Whether only the server may write the item: the other side of an edge, a version, a rollup.
  bool is_servers_row(const ItemView& item) const;
  // Whether items may have several values of that index key, one for each element of a list.
  bool is_multi_key(std::string_view attribute) const;
  // A text that describes how its values are made, and changes with that.
  std::string multi_key_definition(std::string_view attribute) const;
  // The values that the item has in addition to the stored one. None while it is only observed.
  std::vector<std::string> further_values(const ItemView& item, std::string_view attribute) const;
  // Whether an entity of the table is versioned.
  bool has_versions() const;
  // Where the rows of the item's versions are, even if the item does not exist; nullopt if its
  // entity is not versioned. Only the key of the item is needed.
  std::optional<VersionRows> version_rows(const ItemView& item) const;
  // The key attributes of a stored item that differ from what the rules derive; none for rows that
  // are not the main row of an entity.
  std::vector<StaleKey> stale_keys(const ItemView& item, model::Instant now) const;
  // Every constraint that is kept, with no value.
  std::vector<UniqueClaim> constraints() const;
  // The unique values of the item by these constraints; none if it is not the main row of an
  // entity.
  std::vector<UniqueClaim> claims_of(const ItemView& item) const;
  // The transition of its lifecycle that the server has to make by now, or nullopt.
  std::optional<DueStep> due_step(const ItemView& item, model::Instant now) const;
  // Whether there can be any such transition.
  bool has_due_steps() const;
  // The attributes that a key is made of, including itself.
  Item parse_key(const ItemView& key) const;

 private:
  TableRules(std::shared_ptr<const model::Model> model, const model::Table& table,
             EntityFinder finder, Twins twins)
      : model_(std::move(model)),
        table_(&table),
        finder_(std::move(finder)),
        twins_(std::move(twins)) {}

  Result<RuleOutcome> judge_item(const JudgedWrite& change, const ItemView& after,
                                 Random& random) const;
  static Result<RuleOutcome> judge_as(const RowProgram& program, const JudgedWrite& change,
                                      bool is_same_entity, Random& random);
  Result<RuleOutcome> judge_removal(const JudgedWrite& change) const;
  // Checks whether the stored item may leave its entity, by a deletion or by becoming an item of
  // another entity (which counts as a deletion in the one and a creation in the other).
  static Status judge_departure(const RowProgram& program, const JudgedWrite& change,
                                RuleOutcome& outcome);
  Result<RuleOutcome> refuse_unknown(const ItemView& item) const;
  // Refuses the write or notes a violation, depending on the level of the table.
  Result<RuleOutcome> answer(Refusal refusal) const;
  // Called if a client writes a row that only the server may write.
  std::optional<Refusal> foreign_write(const JudgedWrite& change, const ItemView& item,
                                       const RowProgram* program) const;

  std::shared_ptr<const model::Model> model_;
  const model::Table* table_;
  EntityFinder finder_;
  Twins twins_;
};

}  // namespace partita::rules
