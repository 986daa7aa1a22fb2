#include "models/model_store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "models/attachment.h"
#include "models/element_indexes.h"
#include "models/environments.h"
#include "models/impact.h"
#include "models/planner.h"
#include "models/record_store.h"
#include "models/step_execution.h"

namespace partita::models {
namespace {

using model::Enforcement;

bool is_before(const HeldPointer& left, std::string_view name) { return left->record.name < name; }

std::string name_of(const Plan& plan) { return held_name(plan.model, plan.environment); }

Error refused(const Plan& plan) {
  return Error::invalid_argument(fmt::format("model {} cannot be applied: {}", name_of(plan),
                                             fmt::join(plan.obstacles, "; ")));
}

// What somebody must ask for before the plan is carried out, or empty.
std::string missing_consent(const Plan& plan, const ApplyOptions& options) {
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

// Whether the rules of the same tables are only observed.
bool is_as_before(const Plan& plan, const HeldModel& held) {
  std::set<std::string, std::less<>> observed;
  for (const std::string& name : plan.observed) {
    observed.insert(held.model->find_table_named(name)->id);
  }
  return observed == held.record.observed;
}

}  // namespace

ModelStore::ModelStore(operations::Context& context, Random& random, UpkeepOptions upkeep)
    : context_(context), random_(random), upkeep_(context, std::move(upkeep)) {}

ModelStore::~ModelStore() {
  context_.catalog.extend_new_tables(nullptr);
  upkeep_.stop();
}

Task<Result<std::unique_ptr<ModelStore>>> ModelStore::open(operations::Context& context,
                                                           Random& random, UpkeepOptions upkeep) {
  std::unique_ptr<ModelStore> store(new ModelStore(context, random, std::move(upkeep)));
  Status loaded = co_await store->load();
  CO_TRY(loaded);
  context.catalog.extend_new_tables(
      [store = store.get()](const catalog::Table& table) { return store->rules_of_new(table); });
  if (!store->list().empty()) store->upkeep_.start();
  co_return store;
}

enforcement::Surroundings ModelStore::surroundings() const {
  return {context_.catalog, context_.engine, context_.clock, random_};
}

Extension ModelStore::rules_of_new(const catalog::Table& table) const {
  if (auto rules = rules_of_new_table(list(), table, surroundings())) return rules;
  const std::lock_guard lock(mutex_);
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
  const std::lock_guard lock(mutex_);
  return std::any_of(unread_.begin(), unread_.end(), is_other) ||
         std::any_of(held.begin(), held.end(),
                     [&](const HeldPointer& each) { return is_other(each->record); });
}

Task<Status> ModelStore::load() {
  auto records = co_await load_records(context_.engine);
  CO_TRY(records);
  for (ModelRecord& record : *records) {
    auto model = read_record(record);
    if (!model.ok()) {
      warnings_.push_back(fmt::format(
          "model {} cannot be read, so all writes to its tables are refused until it is applied "
          "again, removed (partita model remove), or served by a version that reads it: {}",
          record.name, model.error().message()));
      unread_.push_back(std::move(record));
      continue;
    }
    // Databases of before there were environments have no names for them.
    if (auto name = held_name(**model); name != record.name) {
      Status renamed = co_await rename_record(context_.engine, record, std::move(name));
      if (!renamed.ok() && renamed.error().kind() != ErrorKind::Unavailable) co_return renamed;
    }
    auto held = std::make_shared<const HeldModel>(HeldModel{std::move(record), std::move(*model)});
    auto warnings = co_await attach_at_start(context_, *held, surroundings());
    CO_TRY(warnings);
    warnings_.insert(warnings_.end(), warnings->begin(), warnings->end());
    publish(std::move(held));
  }
  for (const ModelRecord& record : unread_) seal_tables(context_, record);
  Status erased = co_await erase_all_leftovers(context_);
  if (!erased.ok() && erased.error().kind() != ErrorKind::Unavailable) co_return erased;
  co_return Status{};
}

// As in the catalog: one comparison tells both whether this thread's copy is of this store and
// whether it is the newest.
const ModelStore::OwnModels& ModelStore::seen_by_this_thread() const {
  struct Seen {
    std::uint64_t generation = 0;
    OwnModels models =
        std::make_shared<const std::shared_ptr<const Models>>(std::make_shared<const Models>());
  };
  thread_local Seen seen;
  if (seen.generation != generation_.load(std::memory_order_acquire)) {
    const std::lock_guard lock(mutex_);
    seen.models = std::make_shared<const std::shared_ptr<const Models>>(newest_);
    seen.generation = generation_.load(std::memory_order_relaxed);
  }
  return seen.models;
}

void ModelStore::publish(std::shared_ptr<const Models> models) {
  static std::atomic<std::uint64_t> last_generation{0};
  newest_ = std::move(models);
  generation_.store(last_generation.fetch_add(1) + 1, std::memory_order_release);
}

void ModelStore::withdraw(std::string_view name) {
  const std::lock_guard lock(mutex_);
  auto models = std::make_shared<Models>(*newest_);
  std::erase_if(*models, [&](const HeldPointer& held) { return held->record.name == name; });
  std::erase_if(unread_, [&](const ModelRecord& record) { return record.name == name; });
  publish(std::move(models));
}

void ModelStore::publish(HeldPointer held) {
  const std::lock_guard lock(mutex_);
  auto models = std::make_shared<Models>(*newest_);
  std::erase_if(unread_, [&](const ModelRecord& each) { return each.name == held->record.name; });
  const auto at = std::lower_bound(models->begin(), models->end(), held->record.name, is_before);
  if (at != models->end() && (*at)->record.name == held->record.name) {
    *at = std::move(held);
  } else {
    models->insert(at, std::move(held));
  }
  publish(std::shared_ptr<const Models>(std::move(models)));
}

HeldPointer ModelStore::find(std::string_view name) const {
  const OwnModels& own = seen_by_this_thread();
  const auto held = find_named(**own, name);
  return held == nullptr ? nullptr : HeldPointer(own, held.get());
}

ModelPointer ModelStore::get(std::string_view name) const {
  const auto held = find(name);
  return held ? ModelPointer(held, held->model.get()) : nullptr;
}

std::vector<HeldPointer> ModelStore::list() const {
  const std::lock_guard lock(mutex_);
  return *newest_;
}

Task<Result<std::vector<ModelRecord>>> ModelStore::history(std::string_view name) const {
  return load_history(context_.engine, name);
}

Task<Status> ModelStore::look_at_items(const ModelSource& source, const PlanOptions& options,
                                       Plan& plan) const {
  auto observer = read_as_observer(source);
  CO_TRY(observer);
  const auto former = get(name_of(plan));
  for (const model::Table& table : (*observer)->tables) {
    const bool is_judged = table.notes.is_live && table.enforcement != Enforcement::Off;
    if (!is_judged || !context_.catalog.find(table.name)) continue;
    const ImpactOptions impact_options{.items_max = options.items_max, .report = options.report};
    auto impact = co_await measure_impact(context_, *observer, table, impact_options);
    CO_TRY(impact);
    const auto* was = former ? former->find_table_named(table.name) : nullptr;
    const bool was_enforced = was != nullptr && was->enforcement == Enforcement::Enforce;
    const bool is_clean = impact->violating == 0 && impact->is_complete;
    if (!is_clean && !was_enforced) plan.observed.push_back(table.name);
    if (impact->items > 0) plan.impacts.push_back(std::move(*impact));
  }
  co_return Status{};
}

Task<Result<Plan>> ModelStore::plan(const ModelSource& given, const PlanOptions& options) const {
  const auto held = list();
  const ModelSource source = with_remembered_params(given, held);
  auto model = read_source(source);
  CO_TRY(model);
  Plan plan = make_plan({context_.catalog, source, **model, held});
  const auto former = find_held(held, name_of(plan));
  if (plan.is_applied && former->record.observed.empty()) co_return plan;
  Status looked = co_await look_at_items(source, options, plan);
  CO_TRY(looked);
  co_return plan;
}

Task<Result<Applied>> ModelStore::apply(const ModelSource& source, const ApplyOptions& options) {
  if (is_applying_.exchange(true)) {
    co_return Error::conflict("another model is being applied; try again when it is done");
  }
  auto applied = co_await apply_alone(source, options);
  is_applying_ = false;
  co_return applied;
}

Task<Result<Applied>> ModelStore::apply_alone(const ModelSource& given,
                                              const ApplyOptions& options) {
  const auto models = list();
  const ModelSource source = with_remembered_params(given, models);
  auto model = read_source(source);
  CO_TRY(model);
  Applied applied;
  Plan& plan = applied.plan;
  plan = make_plan({context_.catalog, source, **model, models});
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
    plan.observed = ruled_tables(**model, Enforcement::Enforce);
  } else if (is_looked_at) {
    const PlanOptions plan_options{.report = options.report};
    Status looked = co_await look_at_items(source, plan_options, plan);
    CO_TRY(looked);
    if (options.enforces) plan.observed.clear();
  }
  const bool is_new = !plan.is_applied || (is_looked_at && !is_as_before(plan, *applied.held));
  Status done = co_await carry_out_steps(applied, options);
  CO_TRY(done);
  if (is_new) {
    applied.ends_observation = was_observed && plan.observed.empty();
    auto held = co_await put_in_force(source, plan, options.report);
    CO_TRY(held);
    applied.held = std::move(*held);
    co_return applied;
  }
  const Pause pause = co_await paused();
  if (!is_attached(context_.catalog, *applied.held->model)) {
    Status attached = co_await attach_rules(context_, *applied.held, surroundings());
    CO_TRY(attached);
  }
  Status built = co_await build_first(context_, *applied.held->model, options.report);
  CO_TRY(built);
  Status renewed = co_await renew_element_indexes(context_, *applied.held->model, options.report);
  CO_TRY(renewed);
  co_return applied;
}

Task<Status> ModelStore::carry_out_steps(Applied& applied, const ApplyOptions& options) {
  for (const Step& step : applied.plan.steps) {
    if (step.removes && !options.allows_removals) {
      applied.kept.push_back(step);
      continue;
    }
    Status done = co_await carry_out(context_, step, options.report);
    CO_TRY(done);
  }
  co_return Status{};
}

// The record comes first: after a crash it is the one whose rules hold, and whatever its rollups
// and constraints have in the engine has been kept by whoever held them until then.
Task<Result<HeldPointer>> ModelStore::put_in_force(const ModelSource& source, const Plan& plan,
                                                   const Report& report) {
  auto held = held_by(source, plan);
  CO_TRY(held);
  Status checked = check_rules(context_, *held);
  CO_TRY(checked);
  Status stored = co_await store_record(context_.engine, held->record);
  CO_TRY(stored);
  const Pause pause = co_await paused();
  Status attached = co_await attach_rules(context_, *held, surroundings());
  CO_TRY(attached);
  if (const auto former = get(held->record.name)) {
    Status detached = co_await detach_former_tables(context_, *former, *held->model);
    CO_TRY(detached);
  }
  auto shared = std::make_shared<const HeldModel>(std::move(*held));
  publish(shared);
  upkeep_.start();
  Status built = co_await build_first(context_, *shared->model, report);
  CO_TRY(built);
  Status renewed = co_await renew_element_indexes(context_, *shared->model, report);
  CO_TRY(renewed);
  co_return HeldPointer(std::move(shared));
}

Result<HeldModel> ModelStore::held_by(const ModelSource& source, const Plan& plan) const {
  HeldModel held;
  const auto model = TRY(read_source(source));
  for (const std::string& name : plan.observed) {
    held.record.observed.insert(model->find_table_named(name)->id);
  }
  held.record.name = name_of(plan);
  // Where the main environment was removed, its place stays free as long as there are several.
  const auto main = find_main(list(), plan.model);
  held.record.is_main = main == nullptr ? !has_other_environments(plan.model, held.record.name)
                                        : main->record.name == held.record.name;
  held.record.tables = ruled_tables(*model, Enforcement::Observe);
  held.record.source = source;
  held.record.version = plan.version;
  held.record.applied_at = context_.clock.wall_now();
  held.model = TRY(read_record(held.record));
  return held;
}

Task<ModelStore::Pause> ModelStore::paused() {
  Status done = co_await upkeep_.pause();
  co_return Pause(&upkeep_);
}

// While time and chance are those of samples, the upkeep must not use them beside the samples.
Task<Status> ModelStore::attach(const HeldModel& held, const Clock& clock, Random& random) {
  const Pause pause = co_await paused();
  const bool is_sampled = &random != &random_;
  if (is_sampled && !sampling_) sampling_ = co_await paused();
  const enforcement::Surroundings around{context_.catalog, context_.engine, clock, random};
  Status attached = co_await attach_rules(context_, held, around);
  CO_TRY(attached);
  if (!is_sampled) sampling_ = nullptr;
  co_return co_await build_first(context_, *held.model, {});
}

}  // namespace partita::models
