#include "model/rules/table_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/rules/check.h"
#include "model/rules/claims.h"
#include "model/rules/companions.h"
#include "model/rules/counters.h"
#include "model/rules/fill.h"
#include "model/rules/judgement.h"
#include "model/rules/key_hint.h"
#include "model/rules/key_rules.h"
#include "model/rules/lifecycle.h"
#include "model/rules/multi_keys.h"
#include "partita/value/item_writer.h"

namespace partita::rules {
namespace {

using model::Enforcement;

std::string key_text(const model::Table& table, const ItemView& item) {
  const auto part = [&item](const std::string& name) {
    const auto value = item.find(name);
    const bool is_text = value && value->type() == ValueType::S;
    return fmt::format(
        "{}={}", name,
        is_text ? fmt::format("\"{}\"", value->string()) : (value ? shown(*value) : "(absent)"));
  };
  std::string text = part(table.partition_key);
  if (table.has_sort_key()) text += ", " + part(table.sort_key);
  return text;
}

// The attributes of both items; those of `over` count.
Result<EncodedItem> merged(const ItemView& under, const ItemView& over) {
  ItemWriter writer;
  for (const MemberView& member : over.attributes()) {
    writer.name(member.name);
    writer.value(member.value);
  }
  for (const MemberView& member : under.attributes()) {
    if (over.find(member.name)) continue;
    writer.name(member.name);
    writer.value(member.value);
  }
  return EncodedItem(TRY(writer.finish()));
}

bool merges(const RowProgram& program, const JudgedWrite& change) {
  return program.entity->put_mode == model::PutMode::Merge && change.kind == WriteKind::Put &&
         program.level == Enforcement::Enforce;
}

// Finds the attributes of an item. Holds the item, so that it may be made in a call.
auto lookup_in(const ItemView& item) {
  return [item](std::string_view name) { return item.find(name); };
}

bool has_filter(const model::KeyTemplate& key) {
  return std::ranges::any_of(key.parts(), [](const model::TemplatePart& part) {
    return part.variable && part.variable->filter != model::TextFilter::None;
  });
}

EncodedItem key_of(const RowProgram& program, const ItemView& item) {
  Item key;
  for (const SlotIndex slot : program.keys) {
    const auto value = item.find(program[slot].name);
    if (value) key.set(program[slot].name, value->to_value());
  }
  return EncodedItem(key);
}

// Refuses, or notes the violation if the rule is only observed.
Status note(Enforcement level, std::optional<Refusal> refusal, RuleOutcome& outcome) {
  if (!refusal || level == Enforcement::Off) return {};
  if (level == Enforcement::Enforce) return to_error(*std::move(refusal));
  outcome.violations.push_back(*std::move(refusal));
  return {};
}

Status run_steps(Judgement& judgement, Random& random) {
  fill(judgement, random);
  check(judgement);
  if (check_state(judgement)) check_kept(judgement);
  TRY(judgement.verdict());
  if (judgement.outcome.late) {
    judgement.outcome.filled = EncodedItem(*judgement.draft.before());
    return {};
  }
  collect_claims(judgement);
  collect_references(judgement);
  judgement.outcome.filled = TRY(judgement.draft.filled());
  collect_companions(judgement);
  return {};
}

}  // namespace

Result<TableRules> TableRules::compile(std::shared_ptr<const model::Model> model,
                                       const model::Table& table,
                                       std::vector<model::Migration> migrations) {
  auto finder = TRY(EntityFinder::create(*model, table));
  return TableRules(std::move(model), table, std::move(finder),
                    Twins(table, std::move(migrations)));
}

std::optional<EncodedItem> TableRules::shown(const ItemView& stored) const {
  const model::Entity* entity = twins_.shows_items() ? entity_of(stored) : nullptr;
  return entity == nullptr ? std::nullopt : twins_.shown(*entity, stored);
}

std::optional<EncodedItem> TableRules::narrowed(const ItemView& item) const {
  const model::Entity* entity = twins_.shows_items() ? entity_of(item) : nullptr;
  return entity == nullptr ? std::nullopt : twins_.narrowed(*entity, item);
}

std::optional<EncodedItem> TableRules::caught_up(const ItemView& earlier) const {
  const model::Entity* entity = twins_.is_empty() ? nullptr : entity_of(earlier);
  return entity == nullptr ? std::nullopt : twins_.caught_up(*entity, earlier);
}

Result<TableRules::TwinnedItem> TableRules::twin(const JudgedWrite& change) const {
  TwinnedItem twinned;
  if (twins_.is_empty() || !change.after) return twinned;
  const model::Entity* entity = entity_of(*change.after);
  if (entity == nullptr) return twinned;
  std::vector<TwinFault> faults;
  twinned.item = twins_.resolved(
      *entity, {.kind = change.kind, .before = change.before, .after = *change.after}, faults);
  for (TwinFault& fault : faults) {
    Refusal refusal;
    refusal.code = fault.code;
    refusal.kind = kind_of(fault.code);
    refusal.model = model_->name;
    refusal.entity = entity->name;
    refusal.id = key_text(*table_, *change.after);
    refusal.attribute = std::move(fault.attribute);
    refusal.rule = "migration";
    refusal.text = fmt::format("model {}, {} {}: {} [{}]", refusal.model, refusal.entity,
                               refusal.id, fault.detail, refusal.code);
    if (level() == Enforcement::Enforce) return to_error(std::move(refusal));
    twinned.violations.push_back(std::move(refusal));
  }
  return twinned;
}

Result<RuleOutcome> TableRules::judge(const JudgedWrite& change, Random& random) const {
  if (level() == Enforcement::Off) return RuleOutcome{.model = model_.get()};
  return change.after ? judge_item(change, *change.after, random) : judge_removal(change);
}

Result<RuleOutcome> TableRules::judge_item(const JudgedWrite& change, const ItemView& after,
                                           Random& random) const {
  const RowProgram* program = finder_.find(lookup_in(after));
  const RowProgram* old_program =
      change.before ? finder_.find_again(program, lookup_in(*change.before)) : nullptr;
  // An item does not become another by losing what it is known by, and an update does not take it
  // out of its entity's reach.
  const bool is_lost = program == nullptr && change.kind == WriteKind::Update;
  if (old_program != nullptr && old_program != program &&
      (is_lost || EntityFinder::stays(*old_program, program, lookup_in(after)))) {
    program = old_program;
  }
  if (auto refusal = foreign_write(change, after, program)) return answer(*std::move(refusal));
  // What the server writes beside an entity, such as its versions, is no entity of its own.
  const bool is_own_row = program == nullptr && change.is_server &&
                          finder_.find_server_row(lookup_in(after)) != nullptr;
  if (is_own_row) return RuleOutcome{.model = model_.get()};
  RuleOutcome outcome =
      TRY(program == nullptr ? refuse_unknown(after)
                             : judge_as(*program, change, old_program == program, random));
  if (old_program != nullptr && old_program != program) {
    TRY(note(level(), foreign_write(change, *change.before, old_program), outcome));
    TRY(judge_departure(*old_program, change, outcome));
  }
  return outcome;
}

Result<RuleOutcome> TableRules::judge_as(const RowProgram& program, const JudgedWrite& change,
                                         bool is_same_entity, Random& random) {
  const auto before = is_same_entity ? change.before : std::nullopt;
  std::optional<EncodedItem> whole;
  if (before && merges(program, change)) whole = TRY(merged(*before, *change.after));
  Judgement judgement(program, change, before, whole ? whole->view() : *change.after);
  if (program.level == Enforcement::Off) return std::move(judgement.outcome);
  TRY(run_steps(judgement, random));
  if (whole && !judgement.outcome.filled) judgement.outcome.filled = std::move(whole);
  return std::move(judgement.outcome);
}

Result<RuleOutcome> TableRules::judge_removal(const JudgedWrite& change) const {
  RuleOutcome outcome{.model = model_.get()};
  if (!change.before) return outcome;
  const ItemView& item = *change.before;
  const RowProgram* program = finder_.find(lookup_in(item));
  const bool is_judged = change.kind != WriteKind::Expire;
  auto refusal = is_judged ? foreign_write(change, item, program) : std::nullopt;
  if (refusal) return answer(*std::move(refusal));
  if (program == nullptr) return outcome;
  outcome.entity = program->entity;
  TRY(note(program->level, refuse_unexpected(*program, change), outcome));
  TRY(judge_departure(*program, change, outcome));
  return outcome;
}

Status TableRules::judge_departure(const RowProgram& program, const JudgedWrite& change,
                                   RuleOutcome& outcome) {
  const ItemView& item = *change.before;
  const bool asks_for_step = change.kind == WriteKind::Put || change.kind == WriteKind::Update ||
                             change.kind == WriteKind::Delete;
  if (asks_for_step) TRY(note(program.lifecycle_level, refuse_deletion(program, item), outcome));
  if (!program.referrers.empty()) {
    outcome.departure = Departure{.key = key_of(program, item),
                                  .id = id_of(program, lookup_in(item)),
                                  .referrers = program.referrers};
  }
  release_all(program, item, outcome);
  erase_companions(program, item, outcome);
  return {};
}

std::optional<Refusal> TableRules::foreign_write(const JudgedWrite& change, const ItemView& item,
                                                 const RowProgram* program) const {
  if (change.is_server) return std::nullopt;
  const ServerRow* row = finder_.find_server_row(lookup_in(item));
  const bool is_owned = program != nullptr && program->entity->materialized_from != nullptr;
  if (row == nullptr && !is_owned) return std::nullopt;
  Refusal refusal;
  refusal.code = kServerOwned;
  refusal.kind = kind_of(kServerOwned);
  refusal.model = model_->name;
  refusal.entity = row != nullptr ? row->owner : program->entity->name;
  refusal.id = key_text(*table_, item);
  refusal.rule = "owner";
  refusal.text = fmt::format("model {}, {} {}: only the server writes this row [{}]", refusal.model,
                             refusal.entity, refusal.id, refusal.code);
  return refusal;
}

Result<RuleOutcome> TableRules::refuse_unknown(const ItemView& item) const {
  if (!table_->rejects_unknown_entities) return RuleOutcome{.model = model_.get()};
  Refusal refusal;
  refusal.code = kInvalid;
  refusal.kind = kind_of(kInvalid);
  refusal.model = model_->name;
  refusal.id = key_text(*table_, item);
  refusal.rule = "unknown_entities";
  refusal.text =
      fmt::format("model {}: no entity has an item with the key {}{} [{}]", refusal.model,
                  refusal.id, key_hint(*model_, *table_, item), refusal.code);
  return answer(std::move(refusal));
}

Result<RuleOutcome> TableRules::answer(Refusal refusal) const {
  RuleOutcome outcome{.model = model_.get()};
  TRY(note(level(), std::move(refusal), outcome));
  return outcome;
}

Result<std::optional<EncodedItem>> TableRules::complete_keys(const ItemView& item,
                                                             model::Instant now, Random& random,
                                                             const model::Entity* entity) const {
  const bool has_keys =
      item.find(table_->partition_key) && (!table_->has_sort_key() || item.find(table_->sort_key));
  if (has_keys) return std::optional<EncodedItem>();
  const RowProgram* program =
      entity != nullptr ? finder_.program_of(*entity) : finder_.find(lookup_in(item));
  if (program == nullptr || program->level != Enforcement::Enforce) {
    return std::optional<EncodedItem>();
  }
  JudgedWrite change;
  change.after = item;
  change.now = now;
  Judgement judgement(*program, change, std::nullopt, item);
  fill_keys(judgement, random);
  TRY(judgement.verdict());
  return judgement.draft.filled();
}

const model::Entity* TableRules::entity_of(const ItemView& item) const {
  if (const ServerRow* row = finder_.find_server_row(lookup_in(item))) return row->entity;
  const RowProgram* program = finder_.find(lookup_in(item));
  return program == nullptr ? nullptr : program->entity;
}

std::vector<StaleKey> TableRules::stale_keys(const ItemView& item, model::Instant now) const {
  if (finder_.find_server_row(lookup_in(item)) != nullptr) return {};
  const RowProgram* program = finder_.find(lookup_in(item));
  if (program == nullptr || program->level == Enforcement::Off) return {};
  return find_stale_keys(*program, item, now);
}

bool TableRules::is_servers_row(const ItemView& item) const {
  const RowProgram* program = finder_.find(lookup_in(item));
  const bool is_owned = program != nullptr && program->entity->materialized_from != nullptr;
  return is_owned || finder_.find_server_row(lookup_in(item)) != nullptr;
}

bool TableRules::is_multi_key(std::string_view attribute) const {
  return level() == Enforcement::Enforce && finder_.is_multi_key(attribute);
}

std::string TableRules::multi_key_definition(std::string_view attribute) const {
  std::string definition;
  for (const model::Entity& entity : model_->entities) {
    const model::IndexKey* key = entity.row.find_index_key(attribute);
    if (entity.table != table_ || key == nullptr || key->each.empty()) continue;
    definition +=
        fmt::format("{}.{}: each {} as {}", entity.name, attribute, key->each, key->key.text());
    // Entries that were derived otherwise cannot be found again to be erased.
    if (has_filter(key->key)) definition += fmt::format(" by derivation {}", kDerivation);
    definition += '\n';
  }
  return definition;
}

std::vector<std::string> TableRules::further_values(const ItemView& item,
                                                    std::string_view attribute) const {
  const auto stored = item.find(attribute);
  const RowProgram* program = finder_.find(lookup_in(item));
  if (!stored || stored->type() != ValueType::S || program == nullptr) return {};
  const model::IndexKey* key = program->row->find_index_key(attribute);
  if (key == nullptr || key->each.empty()) return {};
  auto values = multi_key_values(*key, lookup_in(item));
  // Items that are older than the model may have a list that it does not allow.
  if (!values.ok() || values->size() > kMultiKeyValuesMax) return {};
  std::erase(*values, stored->string());
  return *std::move(values);
}

const model::Entity* TableRules::owner_of(const ItemView& item) const {
  const RowProgram* program = finder_.find(lookup_in(item));
  if (program == nullptr || program->row != &program->entity->row) return nullptr;
  return finder_.find_server_row(lookup_in(item)) == nullptr ? program->entity : nullptr;
}

bool TableRules::has_versions() const { return finder_.has_versions(); }

std::optional<VersionRows> TableRules::version_rows(const ItemView& item) const {
  const model::Entity* entity = owner_of(item);
  if (entity == nullptr || !entity->versioned || entity->versioned->row.keys.size() != 2) {
    return std::nullopt;
  }
  const model::Versioning& versioned = *entity->versioned;
  const EncodedItem known(parse_key(item));
  const auto find = [&](std::string_view name) {
    const bool is_open = name == versioned.number || name == versioned.time;
    return is_open ? std::nullopt : known.view().find(name);
  };
  auto partition = render_key(versioned.row.keys[0].key, find);
  auto prefix = versioned.row.keys[1].key.render_prefix(find);
  if (!partition.ok() || !*partition || !prefix.ok()) return std::nullopt;
  Item key;
  key.set(versioned.row.keys[0].name, **std::move(partition));
  key.set(versioned.row.keys[1].name, Value(*std::move(prefix)));
  return VersionRows{.key_prefix = EncodedItem(key), .entity = entity};
}

std::vector<UniqueClaim> TableRules::constraints() const {
  std::vector<UniqueClaim> all;
  for (const model::Entity& entity : model_->entities) {
    const RowProgram* program = finder_.program_of(entity);
    if (program != nullptr) add_constraints(*program, all);
  }
  return all;
}

std::vector<UniqueClaim> TableRules::claims_of(const ItemView& item) const {
  RuleOutcome outcome;
  const model::Entity* entity = owner_of(item);
  if (entity != nullptr) release_all(*finder_.program_of(*entity), item, outcome);
  return std::move(outcome.releases);
}

std::optional<DueStep> TableRules::due_step(const ItemView& item, model::Instant now) const {
  const model::Entity* entity = owner_of(item);
  return entity == nullptr ? std::nullopt : find_due_step(*entity, item, now);
}

bool TableRules::has_due_steps() const {
  return std::ranges::any_of(model_->entities, [&](const model::Entity& entity) {
    return finder_.program_of(entity) != nullptr && can_have_due_steps(entity);
  });
}

Item TableRules::parse_key(const ItemView& key) const {
  Item item = key.to_item();
  const RowProgram* program = finder_.find(lookup_in(key));
  if (program == nullptr) return item;
  JudgedWrite change;
  Judgement judgement(*program, change, std::nullopt, key);
  read_keys(judgement);
  for (const Slot& slot : program->slots) {
    const auto value = judgement.draft.find(slot.name);
    if (value) item.set(slot.name, value->to_value());
  }
  return item;
}

}  // namespace partita::rules
