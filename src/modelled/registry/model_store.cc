#include "modelled/registry/model_store.h"
#include "dynamodb/scaling/scaling_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include "model/rules/stale_keys.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/attachment.h"
#include "modelled/registry/element_indexes.h"
#include "modelled/registry/environments.h"
#include "modelled/registry/impact.h"
#include "modelled/registry/key_renewal.h"
#include "modelled/registry/planner.h"
#include "modelled/registry/record_store.h"
#include "modelled/registry/step_execution.h"

namespace partita::registry {
namespace {

using model::Enforcement;

bool is_before(const HeldPointer& left, std::string_view name) { return left->record.name < name; }

std::string name_of(const ApplyPlan& plan) { return held_name(plan.model, plan.environment); }

Error refused(const ApplyPlan& plan) {
  return Error::invalid_argument(fmt::format("model {} cannot be applied: {}", name_of(plan),
                                             fmt::join(plan.obstacles, "; ")));
}

// What somebody must ask for before the plan is carried out, or empty.
std::string missing_consent(const ApplyPlan& plan, const ApplyOptions& options) {
  if (!plan.needs_force.empty() && !options.forces_version) {
    return fmt::format("model {}: {}", name_of(plan), plan.needs_force);
  }
  if (plan.unruled.empty() || options.allows_removals || options.detaches_tables) return "";
  return fmt::format(
      "model {}: this version has no place for {}, whose rules would go; --allow-removals deletes "
      "such tables, --detach keeps them without rules",
      name_of(plan), fmt::join(plan.unruled, ", "));
}

// The tables whose rules are at least observed, or enforced.
std::vector<std::string> ruled_tables(const model::Model& model, Enforcement least) {
  std::vector<std::string> names;
  for (const model::Table& table : model.tables) {
    if (table.notes.is_live && table.enforcement >= least) names.push_back(table.name);
  }
  return names;
}

// The tables that hold items with index keys which are to be derived anew.
std::vector<std::string> tables_to_renew(const ApplyPlan& plan) {
  std::vector<std::string> names;
  for (const Impact& impact : plan.impacts) {
    const bool is_observed = std::ranges::find(plan.observed, impact.table) != plan.observed.end();
    const bool has_stale = !std::ranges::all_of(impact.stale, &StaleKeys::is_table_key);
    if (has_stale && !is_observed) names.push_back(impact.table);
  }
  return names;
}

std::string left_text(std::string_view table, const RenewedKeys& renewed) {
  return fmt::format(
      "table {}: {} items keep index keys that the rules derive differently now, because they "
      "break other rules; the first: {}",
      table, renewed.refused, renewed.first_refusal);
}

// Whether the rules of the same tables are only observed.
bool is_as_before(const ApplyPlan& plan, const HeldModel& held) {
  std::set<std::string, std::less<>> observed;
  for (const std::string& name : plan.observed) {
    observed.insert(held.model->find_table_named(name)->id);
  }
  return observed == held.record.observed;
}

}  // namespace

ModelStore::ModelStore(operations::Context& context, jobs::Jobs& jobs, Random& random,
                       UpkeepOptions upkeep)
    : context_(context), jobs_(jobs), random_(random), upkeep_(context, jobs, std::move(upkeep)) {}

ModelStore::~ModelStore() { context_.catalog.set_rules_source(nullptr); }

Task<Result<std::unique_ptr<ModelStore>>> ModelStore::open(operations::Context& context,
                                                           jobs::Jobs& jobs, Random& random,
                                                           UpkeepOptions upkeep) {
  std::unique_ptr<ModelStore> store(new ModelStore(context, jobs, random, std::move(upkeep)));
  Status loaded = co_await store->load();
  CO_TRY(loaded);
  context.catalog.set_rules_source(store.get());
  // What other servers have changed since the catalog was read.
  auto followed = co_await context.catalog.follow();
  CO_TRY(followed);
  store->upkeep_.add([store = store.get()] { return store->settle(); });
  store->add_restored_tables_job();
  co_return store;
}

enforcement::RuleContext ModelStore::rule_context() const {
  return {context_.catalog, context_.clock, random_};
}

Extension ModelStore::seal_of(const catalog::Table& table) const {
  const MutexLock lock(mutex_);
  for (const ModelRecord& record : unread_) {
    if (auto rules = sealed_by(record, table)) return rules;
  }
  return nullptr;
}

bool ModelStore::has_other_environments(std::string_view model, std::string_view name) const {
  const auto is_other = [&](const ModelRecord& record) {
    return record.name != name && record.name.starts_with(std::string(model) + "@");
  };
  const auto held = list();
  const MutexLock lock(mutex_);
  return std::any_of(unread_.begin(), unread_.end(), is_other) ||
         std::any_of(held.begin(), held.end(),
                     [&](const HeldPointer& each) { return is_other(each->record); });
}

Task<Status> ModelStore::load() {
  auto records = co_await load_records(context_.engine);
  CO_TRY(records);
  std::vector<ModelRecord> unread;
  for (ModelRecord& record : *records) {
    auto model = read_record(record);
    if (!model.ok()) {
      warnings_.push_back(fmt::format(
          "model {} cannot be read, so all writes to its tables are refused until it is applied "
          "again, removed (partita model remove), or served by a version that reads it: {}",
          record.name, model.error().message()));
      unread.push_back(std::move(record));
      continue;
    }
    // Databases of before there were environments have no names for them.
    if (auto name = held_name(**model); name != record.name) {
      Status renamed = co_await rename_record(context_.engine, record, std::move(name));
      if (!renamed.ok() && renamed.error().kind() != ErrorKind::Unavailable) co_return renamed;
    }
    auto held = std::make_shared<const HeldModel>(HeldModel{std::move(record), std::move(*model)});
    auto warnings = co_await attach_at_start(context_, *held, rule_context());
    CO_TRY(warnings);
    warnings_.insert(warnings_.end(), warnings->begin(), warnings->end());
    publish(std::move(held));
  }
  {
    const MutexLock lock(mutex_);
    unread_ = unread;
  }
  Status attached = co_await attach_others();
  CO_TRY(attached);
  for (const ModelRecord& record : unread) seal_tables(context_, record);
  // In a shared store it is done by the server that has the lease.
  if (context_.catalog.is_shared()) co_return Status{};
  Status settled = co_await settle();
  if (!settled.ok() && settled.error().kind() != ErrorKind::Unavailable) co_return settled;
  co_return Status{};
}

void ModelStore::withdraw(std::string_view name) {
  const MutexLock lock(mutex_);
  std::erase_if(unread_, [&](const ModelRecord& record) { return record.name == name; });
  models_.edit([&](Models& models) {
    std::erase_if(models, [&](const HeldPointer& held) { return held->record.name == name; });
  });
}

void ModelStore::publish(HeldPointer held) {
  const MutexLock lock(mutex_);
  std::erase_if(unread_, [&](const ModelRecord& each) { return each.name == held->record.name; });
  models_.edit([&](Models& models) {
    const auto at = std::lower_bound(models.begin(), models.end(), held->record.name, is_before);
    if (at != models.end() && (*at)->record.name == held->record.name) {
      *at = std::move(held);
    } else {
      models.insert(at, std::move(held));
    }
    assert(std::ranges::is_sorted(models, {}, [](const HeldPointer& each) -> const std::string& {
      return each->record.name;
    }));
  });
}

HeldPointer ModelStore::find(std::string_view name) const {
  const auto& own = models_.own();
  const auto held = find_named(**own, name);
  return held == nullptr ? nullptr : HeldPointer(own, held.get());
}

ModelPointer ModelStore::get(std::string_view name) const {
  const auto held = find(name);
  return held ? ModelPointer(held, held->model.get()) : nullptr;
}

std::vector<HeldPointer> ModelStore::list() const { return **models_.own(); }

Task<Result<std::vector<ModelRecord>>> ModelStore::history(std::string_view name) const {
  return load_history(context_.engine, name);
}

Task<Status> ModelStore::look_at_items(FreshModel& model, const PlanOptions& options,
                                       ApplyPlan& plan) const {
  model.observe_all();
  const auto held = find_held(list(), name_of(plan));
  const auto former = held ? held->model : nullptr;
  const auto migrations = migrations_at(model.model(), former_states(name_of(plan)));
  for (const model::Table& table : model.model().tables) {
    const bool is_judged = table.notes.is_live && table.enforcement != Enforcement::Off;
    if (!is_judged || !context_.catalog.find(table.name)) continue;
    const ImpactOptions impact_options{
        .items_max = options.items_max, .report = options.report, .migrations = migrations};
    auto impact = co_await measure_impact(context_, model.pointer(), table, impact_options);
    CO_TRY(impact);
    const auto* was = former ? former->find_table_named(table.name) : nullptr;
    const bool was_enforced = was != nullptr && was->enforcement == Enforcement::Enforce;
    const bool is_clean = impact->violating == 0 && impact->is_complete;
    if (!is_clean && !was_enforced) plan.observed.push_back(table.name);
    if (impact->items > 0) plan.impacts.push_back(std::move(*impact));
  }
  co_return Status{};
}

Task<Result<ApplyPlan>> ModelStore::difference_to(const ModelSource& source,
                                                  const model::Model& model) const {
  const auto held = list();
  const auto targets = co_await scaling::read_targets(context_.engine);
  CO_TRY(targets);
  const PlanInput input{.catalog = context_.catalog,
                        .source = source,
                        .wanted = model,
                        .held = held,
                        .targets = *targets,
                        .unread = find_unread(held_name(model))};
  co_return make_plan(input);
}

Task<Result<ApplyPlan>> ModelStore::plan(const ModelSource& given,
                                         const PlanOptions& options) const {
  const auto held = list();
  const ModelSource source = with_remembered_params(given, held);
  auto model = FreshModel::read(source);
  CO_TRY(model);
  auto difference = co_await difference_to(source, model->model());
  CO_TRY(difference);
  ApplyPlan plan = std::move(*difference);
  const auto former = find_held(held, name_of(plan));
  if (plan.is_applied && former->record.observed.empty()) co_return plan;
  Status looked = co_await look_at_items(*model, options, plan);
  CO_TRY(looked);
  co_return plan;
}

Task<Result<Applied>> ModelStore::apply(const ModelSource& source, const ApplyOptions& options) {
  Status begun = co_await begin_change();
  CO_TRY(begun);
  auto applied = co_await apply_alone(source, options);
  // The answer is about the model, whatever becomes of this.
  static_cast<void>(co_await end_change(applied.ok()));
  co_return applied;
}

Task<Result<Applied>> ModelStore::apply_alone(const ModelSource& given,
                                              const ApplyOptions& options) {
  const auto models = list();
  const ModelSource source = with_remembered_params(given, models);
  auto model = FreshModel::read(source);
  CO_TRY(model);
  Applied applied;
  ApplyPlan& plan = applied.plan;
  auto difference = co_await difference_to(source, model->model());
  CO_TRY(difference);
  plan = std::move(*difference);
  if (!plan.obstacles.empty()) co_return refused(plan);
  applied.held = find_held(models, name_of(plan));
  if (auto why = missing_consent(plan, options); !why.empty()) {
    if (!options.keeps_held) co_return Error::invalid_argument(std::move(why));
    applied.stayed = std::move(why);
    co_return applied;
  }
  // Items may have been mended, or loaded, since the rules were last only observed.
  const bool was_observed = applied.held && !applied.held->record.observed.empty();
  const bool looks_again = was_observed && !options.keeps_held;
  const bool is_looked_at = !plan.is_applied || looks_again || options.loads;
  if (options.loads) {
    plan.observed = ruled_tables(model->model(), Enforcement::Enforce);
  } else if (is_looked_at) {
    const PlanOptions plan_options{.report = options.report};
    Status looked = co_await look_at_items(*model, plan_options, plan);
    CO_TRY(looked);
    if (options.enforces) plan.observed.clear();
  }
  const bool is_new = !plan.is_applied || (is_looked_at && !is_as_before(plan, *applied.held));
  Status done = co_await carry_out_steps(applied, options);
  CO_TRY(done);
  if (is_new) {
    applied.ends_observation = was_observed && plan.observed.empty();
    Status in_force = co_await put_in_force(source, std::move(*model), options.report, applied);
    CO_TRY(in_force);
    co_return applied;
  }
  const Pause pause = co_await paused();
  if (!is_attached(context_.catalog, *applied.held)) {
    Status attached = co_await attach_rules(context_, jobs_, *applied.held, rule_context());
    CO_TRY(attached);
  }
  Status built = co_await build_first(context_, *applied.held->model, options.report);
  CO_TRY(built);
  Status renewed =
      co_await renew_element_indexes(context_, jobs_, *applied.held->model, options.report);
  CO_TRY(renewed);
  co_return applied;
}

Task<Status> ModelStore::carry_out_steps(Applied& applied, const ApplyOptions& options) {
  for (const Step& step : applied.plan.steps) {
    if (step.removes && !options.allows_removals) {
      applied.kept.push_back(step);
      continue;
    }
    Status done = co_await carry_out(context_, jobs_, step, options.report);
    CO_TRY(done);
  }
  co_return Status{};
}

// The record comes first: after a crash it is the one whose rules hold, and whatever its rollups
// and constraints have in the engine has been kept by whoever held them until then.
Task<Status> ModelStore::put_in_force(const ModelSource& source, FreshModel model,
                                      const Report& report, Applied& applied) {
  HeldModel held = held_by(source, std::move(model), applied.plan);
  const auto former = get(held.record.name);
  const auto unread = find_unread(held.record.name);
  auto rules = compile_rules(context_, held, rule_context());
  CO_TRY(rules);
  Status forgotten = co_await forget_former_walks(held);
  CO_TRY(forgotten);
  Status stored = co_await store_record(context_.engine, held.record);
  CO_TRY(stored);
  const Pause pause = co_await paused();
  Status attached = co_await attach_rules(context_, jobs_, held, rule_context(), std::move(*rules));
  CO_TRY(attached);
  if (former) {
    Status detached = co_await detach_former_tables(context_, *former, *held.model);
    CO_TRY(detached);
  }
  auto shared = std::make_shared<const HeldModel>(std::move(held));
  publish(shared);
  if (unread) {
    Status unsealed = co_await unseal_tables(*unread);
    CO_TRY(unsealed);
  }
  applied.held = shared;
  Status built = co_await build_first(context_, *shared->model, report);
  CO_TRY(built);
  if (shared->record.derivation != rules::kDerivation) {
    Status derived = co_await renew_keys(report, applied);
    CO_TRY(derived);
  }
  co_return co_await renew_element_indexes(context_, jobs_, *shared->model, report);
}

// How far the migrations are of the model that is to be replaced, whether it can be read or not.
MigrationStates ModelStore::former_states(std::string_view name) const {
  if (const auto held = find_held(list(), name)) return held->record.migrations;
  const auto unread = find_unread(name);
  return unread ? unread->migrations : MigrationStates();
}

// A migration that begins anew, after its model was removed or it had left the file, counts its
// steps from the first: what walks have left of its former life must not stand for their work.
Task<Status> ModelStore::forget_former_walks(const HeldModel& next) {
  const MigrationStates known = former_states(next.record.name);
  for (const model::Table& table : next.model->tables) {
    const auto stored = context_.catalog.find(table.name);
    if (!stored || !table.notes.is_live) continue;
    Status forgotten = co_await forget_walks(context_.engine, stored->id, known);
    CO_TRY(forgotten);
  }
  co_return Status{};
}

Task<Status> ModelStore::renew_keys(const Report& report, Applied& applied) {
  for (const std::string& name : tables_to_renew(applied.plan)) {
    const auto table = context_.catalog.find(name);
    const auto* rules = table ? enforcement::model_rules_of(*table) : nullptr;
    if (rules == nullptr || rules->rules().level() != Enforcement::Enforce) continue;
    auto renewed = co_await renew_index_keys(context_, table, report);
    CO_TRY(renewed);
    if (renewed->refused > 0) applied.left.push_back(left_text(name, *renewed));
  }
  HeldModel done = *applied.held;
  done.record.derivation = rules::kDerivation;
  Status noted = co_await replace_record(context_.engine, done.record);
  CO_TRY(noted);
  auto shared = std::make_shared<const HeldModel>(std::move(done));
  publish(shared);
  applied.held = std::move(shared);
  co_return Status{};
}

// A table may also be one of another model that cannot be read: then it stays sealed by that one.
Task<Status> ModelStore::unseal_tables(const ModelRecord& replaced) {
  std::vector<catalog::TablePointer> free;
  for (const auto& table : sealed_tables(context_, replaced)) {
    if (auto seal = seal_of(*table)) {
      context_.catalog.extend_at_start(table->name, std::move(seal));
    } else {
      free.push_back(table);
    }
  }
  co_return co_await detach_tables(context_, free);
}

HeldModel ModelStore::held_by(const ModelSource& source, FreshModel model,
                              const ApplyPlan& plan) const {
  HeldModel held;
  for (const std::string& name : plan.observed) {
    held.record.observed.insert(model.model().find_table_named(name)->id);
  }
  held.record.name = name_of(plan);
  // Where the main environment was removed, its place stays free as long as there are several.
  const auto main = find_main(list(), plan.model);
  held.record.is_main = main == nullptr ? !has_other_environments(plan.model, held.record.name)
                                        : main->record.name == held.record.name;
  held.record.tables = ruled_tables(model.model(), Enforcement::Observe);
  // Noted when it is done, so that a crash before is made good by the next apply.
  held.record.derivation = tables_to_renew(plan).empty() ? rules::kDerivation : 0;
  held.record.source = source;
  held.record.version = plan.version;
  held.record.applied_at = context_.clock.wall_now();
  held.record.migrations =
      states_for(model.model(), former_states(held.record.name), held.record.applied_at);
  held.model = std::move(model).put_in_force(held.record);
  return held;
}

// While time and chance are those of samples, the upkeep must not use them beside the samples.
Task<Status> ModelStore::attach(const HeldModel& held, const Clock& clock, Random& random) {
  if (jobs_.leases() != nullptr) {
    auto lease = co_await jobs_.leases()->take(std::string(kUpkeepLane));
    CO_TRY(lease);
  }
  const Pause pause = co_await paused();
  const bool is_sampled = &random != &random_;
  if (is_sampled && !sampling_.is_held()) sampling_ = co_await paused();
  const enforcement::RuleContext sampled{context_.catalog, clock, random};
  Status attached = co_await attach_rules(context_, jobs_, held, sampled);
  CO_TRY(attached);
  if (!is_sampled) sampling_.release();
  co_return co_await build_first(context_, *held.model, {});
}

}  // namespace partita::registry
