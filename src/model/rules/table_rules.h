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

// The rows of an item's versions. Views the model.
struct VersionRows {
  EncodedItem key_prefix;  // Their partition key, and how their sort keys begin.
  const model::Entity* entity = nullptr;
};

// A model as one table sees it, compiled once to judge every write of an item.
//
// Pure: the answer depends on nothing but the change, its time and the random source. The
// code that commits the write also claims what must be unique, reads what is referenced, writes
// companions, and checks the size of the filled item (modelled/enforcement).
// THREADS: safe for concurrent calls.
class TableRules {
 public:
  // REQUIRES: `table` is one of the model's.
  // ERRORS: InvalidArgument if what a sync keeps track of is no key template.
  // `migrations` are the model's, as far as they are.
  static Result<TableRules> compile(std::shared_ptr<const model::Model> model,
                                    const model::Table& table,
                                    std::vector<model::Migration> migrations = {});

  const model::Model& model() const { return *model_; }
  const model::Table& table() const { return *table_; }
  model::Enforcement level() const { return table_->enforcement; }

  // Whether the write is allowed, and what comes of it. Rules that are only observed change
  // nothing and refuse nothing: what they find is in the outcome.
  // ERRORS: InvalidArgument that carries a Refusal (refusal_of), its text without DynamoDB's first
  // words; InvalidArgument in DynamoDB's words if the filled item is nested too deep.
  Result<RuleOutcome> judge(const JudgedWrite& change, Random& random) const;

  // What migrations that have begun keep beside each other.
  const Twins& twins() const { return twins_; }
  // The item as requests see it; nullopt: as it is stored.
  std::optional<EncodedItem> shown(const ItemView& stored) const;
  // The item without the form that need not be stored yet; nullopt: it has none.   twins.h
  std::optional<EncodedItem> narrowed(const ItemView& item) const;
  // An item of an earlier time as it is to be stored now; nullopt: as it is. twins.h
  std::optional<EncodedItem> caught_up(const ItemView& earlier) const;
  // The item that the write gives with both forms of what is migrated; nullopt: as it is. To be
  // judged after this. Both images as they are shown.
  struct TwinnedItem {
    std::optional<EncodedItem> item;
    std::vector<Refusal> violations;  // Of rules that are only observed.
  };
  // ERRORS: as judge, M120 to M122.
  Result<TwinnedItem> twin(const JudgedWrite& change) const;

  // The item of a put with those key attributes that it lacks and that templates, defaults and
  // generated ids can give; nullopt if nothing was added. `entity` is for callers that know it:
  // most entities are recognised by their keys.
  // ERRORS: as judge, M106 only.
  Result<std::optional<EncodedItem>> complete_keys(const ItemView& item, model::Instant now,
                                                   Random& random,
                                                   const model::Entity* entity = nullptr) const;

  // The entity of an item, or of a key; null if it is unmodelled.
  const model::Entity* entity_of(const ItemView& item) const;
  // The same if the item is the entity's own row: null also for what is only written with one, the
  // other side of an edge and the rows of versions.
  const model::Entity* owner_of(const ItemView& item) const;
  // Whether only the server writes the item: the other side of an edge, a version, a sum.
  bool is_servers_row(const ItemView& item) const;
  // Whether items may have several values of that index key, one for each element of a list.
  bool is_multi_key(std::string_view attribute) const;
  // What its values are made of, in words that change when that does.
  std::string multi_key_definition(std::string_view attribute) const;
  // Those values of it that the item has beyond the stored one. None while it is only observed.
  std::vector<std::string> further_values(const ItemView& item, std::string_view attribute) const;
  // Whether an entity of the table keeps its versions.
  bool has_versions() const;
  // Where the rows of the item's versions are, be the item there or not; nullopt if its entity
  // keeps none. The key is enough of the item.
  std::optional<VersionRows> version_rows(const ItemView& item) const;
  // The keys of a stored item that the rules would derive otherwise; none of an item that is no
  // entity's own row.
  std::vector<StaleKey> stale_keys(const ItemView& item, model::Instant now) const;
  // Every constraint that is kept, with no value.
  std::vector<UniqueClaim> constraints() const;
  // All that the item has to itself by these constraints; nothing if it is no entity's own row.
  std::vector<UniqueClaim> claims_of(const ItemView& item) const;
  // The step of its lifecycle that the server is to make by now, or nullopt.
  std::optional<DueStep> due_step(const ItemView& item, model::Instant now) const;
  // Whether there can be any.
  bool has_due_steps() const;
  // The attributes that a key stands for, itself included.
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
  // What the entity of the stored item says to its going, be it that the item is deleted or that it
  // becomes one of another entity: that is to leave the one and to be created in the other.
  static Status judge_departure(const RowProgram& program, const JudgedWrite& change,
                                RuleOutcome& outcome);
  Result<RuleOutcome> refuse_unknown(const ItemView& item) const;
  // Refuses, or notes a violation, by the level of the table.
  Result<RuleOutcome> answer(Refusal refusal) const;
  // If only the server may write the row and somebody else does.
  std::optional<Refusal> foreign_write(const JudgedWrite& change, const ItemView& item,
                                       const RowProgram* program) const;

  std::shared_ptr<const model::Model> model_;
  const model::Table* table_;
  EntityFinder finder_;
  Twins twins_;
};

}  // namespace partita::rules
