#include "cli/program.h"

#include "cli/access_keys.h"
#include "cli/archives.h"
#include "cli/backup.h"
#include "cli/capacity.h"
#include "cli/check.h"
#include "cli/cluster.h"
#include "cli/command_line.h"
#include "cli/data_commands.h"
#include "cli/faults.h"
#include "cli/health.h"
#include "cli/jobs.h"
#include "cli/maintenance.h"
#include "cli/model_check.h"
#include "cli/model_database.h"
#include "cli/model_environments.h"
#include "cli/model_files.h"
#include "cli/model_init.h"
#include "cli/model_list.h"
#include "cli/model_migrate.h"
#include "cli/model_run.h"
#include "cli/recovery.h"
#include "cli/serve.h"
#include "cli/store_care.h"
#include "cli/sync.h"
#include "cli/terminal.h"
#include "cli/top.h"
#include "cli/worker.h"

namespace partita::cli {
namespace {

ExitCode run(const ServeCommand& command) { return serve(command); }
ExitCode run(const KeyNewCommand& command) { return make_key(command); }
ExitCode run(const KeyRotateCommand& command) { return rotate_keys(command); }
ExitCode run(const KeysCreateCommand& command) { return create_access_key(command); }
ExitCode run(const KeysListCommand& command) { return list_access_keys(command); }
ExitCode run(const KeysDeleteCommand& command) { return delete_access_key(command); }
ExitCode run(const CheckCommand& command) { return check(command); }
ExitCode run(const BackupCreateCommand& command) { return create_backup(command); }
ExitCode run(const BackupListCommand& command) { return list_backups(command); }
ExitCode run(const BackupVerifyCommand& command) { return verify_backups(command); }
ExitCode run(const BackupRestoreCommand& command) { return restore_backup(command); }
ExitCode run(const HealthCommand& command) { return show_health(command); }
ExitCode run(const JobsCommand& command) { return show_jobs(command); }
ExitCode run(const ClusterCommand& command) { return show_cluster(command); }
ExitCode run(const StoreCommand& command) { return look_after_store(command); }
ExitCode run(const SyncCommand& command) { return show_syncs(command); }
ExitCode run(const TopCommand& command) { return show_top(command); }
ExitCode run(const WorkCommand& command) { return work(command); }
ExitCode run(const CapacityCommand& command) { return show_capacity(command); }
ExitCode run(const FaultsCommand& command) { return change_faults(command); }
ExitCode run(const ArchiveCommand& command) { return run_archive(command); }
ExitCode run(const RestoreCommand& command) { return restore_table(command); }
ExitCode run(const HistoryCommand& command) { return show_history(command); }
ExitCode run(const UndoCommand& command) { return undo_changes(command); }
ExitCode run(const ModelLintCommand& command) { return lint_models(command); }
ExitCode run(const ModelExplainCommand& command) { return explain_model(command); }
ExitCode run(const ModelCostCommand& command) { return estimate_model_cost(command); }
ExitCode run(const ModelExportCommand& command) { return export_model(command); }
ExitCode run(const ModelSchemaCommand&) { return print_model_schema(); }
ExitCode run(const ModelInitCommand& command) { return init_model(command); }
ExitCode run(const ModelCheckCommand& command) { return check_table_by_model(command); }
ExitCode run(const ModelPlanCommand& command) { return plan_model(command); }
ExitCode run(const ModelApplyCommand& command) { return apply_model(command); }
ExitCode run(const ModelRemoveCommand& command) { return remove_model(command); }
ExitCode run(const ModelDiffCommand& command) { return compare_models(command); }
ExitCode run(const ModelListCommand& command) { return list_models(command); }
ExitCode run(const ModelFakeCommand& command) { return fake_model(command); }
ExitCode run(const ModelRunCommand& command) { return run_pattern(command); }
ExitCode run(const ModelStatsCommand& command) { return show_stats(command); }
ExitCode run(const ModelMigrateCommand& command) { return migrate_model(command); }
ExitCode run(const ModelCommand& command) {
  return std::visit([](const auto& chosen) { return run(chosen); }, command);
}
ExitCode run(const DataCommand& command) {
  return std::visit([](const auto& chosen) { return run_data(chosen); }, command);
}
ExitCode run(const ShowCommand& command) {
  (command.is_mistake ? print_aside : print)(command.text);
  return command.is_mistake ? ExitCode::Usage : ExitCode::Ok;
}

// Whoever reads what these print may go away, and they go on.
bool runs_for_others(const Command& command) {
  const auto* const of_model = std::get_if<ModelCommand>(&command);
  return std::holds_alternative<ServeCommand>(command) ||
         (of_model != nullptr && std::holds_alternative<WorkCommand>(*of_model));
}

}  // namespace

ExitCode run_program(int count, const char* const* arguments) {
  keep_standard_files();
  const Command command = parse_command_line(count, arguments);
  const ExitCode code = std::visit([](const auto& chosen) { return run(chosen); }, command);
  const Status printed = output_state();
  if (printed.ok() || code != ExitCode::Ok || runs_for_others(command)) return code;
  return failed(printed.error());
}

}  // namespace partita::cli
