#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operations/context.h"
#include "modelled/registry/apply_plan.h"
#include "modelled/registry/apply_progress.h"
#include "modelled/registry/held_model.h"
#include "modelled/registry/migration_steps.h"
#include "modelled/registry/upkeep.h"
#include "partita/base/mutex.h"
#include "partita/base/published.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::enforcement {
struct RuleContext;
}  // namespace partita::enforcement

namespace partita::registry {

struct PlanOptions {
  std::uint64_t items_max = UINT64_MAX;  // Of each table, to look at for the effect on stored data.
  Report report = {};
};

struct ApplyOptions {
  // Enforces rules at once, whatever the tables contain.
  bool enforces = false;
  // Only observes rules until the model is applied again, so that existing items can be loaded: in
  // any state of a lifecycle, and with rows that only the server may write.
  bool loads = false;
  // Removes indexes and tables that the model no longer has.
  bool allows_removals = false;
  // Keeps tables that the model no longer has, without rules.
  bool detaches_tables = false;
  // Accepts a changed file although its version has not been increased.
  bool forces_version = false;
  // If one of these options would be needed, the model is left as it is, and Applied::stayed says
  // why.
  bool keeps_held = false;
  Report report = {};
};

struct Applied {
  HeldPointer held;
  ApplyPlan plan;          // What was to be done.
  std::vector<Step> kept;  // Steps of it that were not, because removals were not allowed.
  std::string stayed;      // Why nothing was done at all; empty: it was.
  // Rules that were only observed hold from now on.
  bool ends_observation = false;
  // Items whose index keys could not be derived anew, a sentence for each table.
  std::vector<std::string> left;
};

struct RemoveOptions {
  bool drops_tables = false;  // With all of their items; else they stay, without rules.
  Report report = {};
};

struct Removed {
  // That were its own and are there, or were until now. Before the name: g++ 12 warns if a short
  // string is the first in a Result, because it takes its pointer for that of an Error.
  std::vector<std::string> tables;
  std::string name;
};

// The models of a database. They are stored in the engine and loaded at the start; their rules are
// attached to the tables in the catalog. If several servers share a store, a model that one of them
// applies or removes changes for all of them; only one at a time may change models.
// THREADS: safe for concurrent calls. find and get take no lock unless a model has changed since
// this thread's last call.
class ModelStore final : public catalog::RulesSource {
 public:
  // Reads all models, attaches their rules to their tables, and adds the background jobs of models.
  // Must be called before the first write. REQUIRES: all arguments outlive the store; random is
  // safe for concurrent calls; the jobs do not run before this has returned, and have stopped
  // before the store is destroyed.
  // ERRORS: Corrupt if a record cannot be read; those of the engine.
  static Task<Result<std::unique_ptr<ModelStore>>> open(operations::Context& context,
                                                        jobs::Jobs& jobs, Random& random,
                                                        UpkeepOptions upkeep = {});
  ~ModelStore() override;

  // Problems that were found when the store was opened, one sentence each: a model whose file this
  // program cannot read (so all writes to its tables are refused), a missing table.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // The model of that name (environments.h), or the main environment of a model that has several;
  // or null.
  HeldPointer find(std::string_view name) const;
  ModelPointer get(std::string_view name) const;
  // All of them, by name.
  std::vector<HeldPointer> list() const;
  // A number that changes whenever a model changes, and is unique among the stores of a process.
  // For caches of data that is derived from the models.
  std::uint64_t generation() const { return models_.generation(); }
  // The versions before the present one, the oldest first.
  // ERRORS: Corrupt; those of the engine.
  Task<Result<std::vector<ModelRecord>>> history(std::string_view name) const;

  // Returns the differences between a model and the database, and the stored items that would break
  // its rules. ERRORS: InvalidArgument with all errors of the file; that of tell; those of the
  // engine.
  Task<Result<ApplyPlan>> plan(const ModelSource& source, const PlanOptions& options = {}) const;

  // Applies the model. Does nothing if the database already matches it. After a crash, the next
  // call finishes the work. One call at a time.
  // ERRORS: InvalidArgument if the file is wrong, the plan has obstacles or it needs an option that
  // was not given; Conflict if another model is being applied; that of tell; those of the
  // operations and the engine.
  Task<Result<Applied>> apply(const ModelSource& source, const ApplyOptions& options = {});

  // Removes the model of exactly that name with its history, and the rules of its tables, even if
  // this program cannot read the model. If it was the main environment, no other one takes its
  // place.
  // ERRORS: NotFound; InvalidArgument if a table to delete is protected from deletion; Conflict if
  // a model is being applied; that of tell; those of the operations and the engine.
  Task<Result<Removed>> remove(std::string_view name, const RemoveOptions& options = {});

  // The state of the model's migrations, in the order of its file. (Defined in migration_store.cc.)
  // ERRORS: NotFound if there is no such model; Corrupt; those of the engine.
  Task<Result<std::vector<MigrationReport>>> migrations(std::string_view name) const;
  // Changes the step of a migration, for all servers of the store as of this commit. One call at a
  // time.
  // ERRORS: as migrations; NotFound if the model has no such migration; those of registry::moved;
  // Conflict if a model is being applied.
  Task<Result<MigrationReport>> move_migration(std::string_view name, std::string_view id,
                                               MigrationMove move, const MoveOptions& options = {});

  // Attaches the rules of a model to its tables with another clock and random generator, for sample
  // data whose writes happened long ago. With the store's own ones it restores the state after
  // apply.
  Task<Status> attach(const HeldModel& held, const Clock& clock, Random& random);
  Task<Status> attach(const HeldModel& held) { return attach(held, context_.clock, random_); }

  // Does all pending background work of models on the calling thread: builds rollups, writes
  // materialized items, makes due lifecycle transitions.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> catch_up() { return upkeep_.finish(); }
  // The counts of items whose lease has run out, as of the last walk over their table: one count
  // for each lease that only reports or counts; none for tables that have not been walked yet or
  // are not enforced.
  std::vector<OverdueItems> overdue() const { return upkeep_.overdue(); }

  // For the catalog.
  std::optional<catalog::RulesReference> rules_of_new(const catalog::Table& table) const override;
  Task<Result<std::shared_ptr<const catalog::TableExtension>>> extension_of(
      const catalog::Table& table) const override;
  Task<Status> follow() override;

 private:
  using Models = std::vector<HeldPointer>;  // By name.

  // Stops the background work of models while it lives.
  using Pause = jobs::Jobs::Hold;

  ModelStore(operations::Context& context, jobs::Jobs& jobs, Random& random, UpkeepOptions upkeep);

  Task<Status> load();
  // Hangs on all tables what they refer to, as far as their models are not held.
  Task<Status> attach_others();
  // Shows the models that are stored now.
  Task<Status> load_again();
  Task<Status> settle();
  // restored_tables.cc
  void add_restored_tables_job();
  Task<Result<jobs::Turn>> complete_restored();
  // Begins a change of models: until end_change, no other caller on any server of the store can
  // change models. ERRORS: Conflict if somebody else is changing models; those of the engine.
  Task<Status> begin_change();
  // What is stored but not shown, because the change has failed in between, is shown then.
  Task<Status> end_change(bool is_done);
  enforcement::RuleContext rule_context() const;
  Task<Pause> paused() { return upkeep_.hold(); }
  void publish(HeldPointer held);
  void withdraw(std::string_view name);

  // Adds what the rules would say about stored items, and which tables are to be observed.
  // From then on the rules of the model are only observed.
  Task<Status> look_at_items(FreshModel& model, const PlanOptions& options, ApplyPlan& plan) const;
  Task<Result<MigrationReport>> move_alone(std::string_view name, std::string_view id,
                                           MigrationMove move, const MoveOptions& options);
  Task<Result<MigrationReport>> report_migration(const HeldModel& held, std::string_view id) const;
  Task<Result<Applied>> apply_alone(const ModelSource& source, const ApplyOptions& options);
  Task<Status> carry_out_steps(Applied& applied, const ApplyOptions& options);
  // Fills in what is held from then on, and what is left to do.
  Task<Status> put_in_force(const ModelSource& source, FreshModel model, const Report& report,
                            Applied& applied);
  MigrationStates former_states(std::string_view name) const;
  Task<Status> forget_former_walks(const HeldModel& next);
  // Derives the index keys of stored items anew that the plan found, then notes that it is done.
  Task<Status> renew_keys(const Report& report, Applied& applied);
  HeldModel held_by(const ModelSource& source, FreshModel model, const ApplyPlan& plan) const;
  // What is removed: the name of a model, and the tables that it rules or seals.
  struct Removal {
    std::vector<catalog::TablePointer> tables;
    std::string name;
    // False: `tables` are those that may be its own, because its file cannot be read and its record
    // does not name them.
    bool are_tables_known = true;
  };
  std::optional<ModelRecord> find_unread(std::string_view name) const;
  // The difference to what is there. REQUIRES: the source has the params that are remembered.
  Task<Result<ApplyPlan>> difference_to(const ModelSource& source, const model::Model& model) const;
  // Lets the tables be written that only a model had which could not be read and is replaced now.
  // REQUIRES: the new model is published and its rules are attached.
  Task<Status> unseal_tables(const ModelRecord& replaced);
  std::optional<Removal> find_removal(std::string_view name) const;
  Task<Result<Removed>> remove_alone(const Removal& removal, const RemoveOptions& options);
  // What seals the table, if it is, or may be, of a model that cannot be read; or null.
  std::shared_ptr<const catalog::TableExtension> seal_of(const catalog::Table& table) const;
  // Whether there are environments of the model besides that one, whether they can be read or not.
  bool has_other_environments(std::string_view model, std::string_view name) const;

  operations::Context& context_;
  jobs::Jobs& jobs_;
  Random& random_;
  std::vector<std::string> warnings_;
  std::atomic<bool> is_applying_{false};

  mutable Mutex mutex_;
  // Of models that this program cannot read.
  std::vector<ModelRecord> unread_ PARTITA_GUARDED_BY(mutex_);
  Published<Models> models_;  // Changed under mutex_, read without it.
  Upkeep upkeep_;             // Behind what its work needs, so that it ends first.
  Pause sampling_;            // While samples are made.
};

}  // namespace partita::registry
