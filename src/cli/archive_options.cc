#include "cli/archive_options.h"

#include "cli/model_options.h"

namespace partita::cli {
namespace {

constexpr const char* kArchiveFooter = R"(
Examples:
  partita archive status                     show files, and items that wait for a file
  partita archive files rez-agent-messages-dev
  partita archive flush rez-agent-messages-dev --entity Message
  partita archive ddl models/rez_agent.yaml --entity Message
  partita archive query models/rez_agent.yaml --files /srv/buckets \
      'SELECT status, count(*) FROM Message GROUP BY status'

The section `archive` of a model says what is archived and where: docs/ARCHIVES.md.)";

}  // namespace

CLI::App* ArchiveOptions::add_asking(const char* name, const char* purpose, TargetOptions& target) {
  CLI::App* command = archive_->add_subcommand(name, purpose);
  command->footer(kArchiveFooter);
  target.add_to(*command);
  command->add_flag("--json", prints_json_, "Print the answer as JSON");
  return command;
}

void ArchiveOptions::add_model(CLI::App& command) {
  command.footer(kArchiveFooter);
  command.add_option("FILE", file_, "The model, YAML or JSON")->required();
  command.add_option("--param", params_, "A value for a param of the model; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void ArchiveOptions::add_to(CLI::App& program) {
  archive_ = program.add_subcommand("archive", "Archives of deleted and expired items");
  archive_->require_subcommand(1);
  archive_->footer(kArchiveFooter);
  add_asking("status", "Show the state of all archives", status_target_);
  files_ = add_asking("files", "Show the files of an archive", files_target_);
  flush_ = add_asking("flush", "Write waiting items to files now", flush_target_);
  for (auto* command : {files_, flush_}) {
    command->add_option("TABLE", table_, "The table of the archive")->required();
    command->add_option("--entity", entity_, "Only the archive of this entity");
  }
  ddl_ = archive_->add_subcommand("ddl", "Print the statements for Athena or DuckDB");
  add_model(*ddl_);
  ddl_->add_option("--entity", entity_, "Only the archive of this entity");
  ddl_->add_option("--duckdb", duckdb_, "Views for DuckDB over the buckets in this directory")
      ->type_name("DIR|s3:");
  query_ = archive_->add_subcommand("query", "Query the files with DuckDB");
  add_model(*query_);
  query_->add_option("SQL", question_, "The query; there is one view for each archive")->required();
  query_->add_option("--files", buckets_, "The directory with the buckets, as in --s3 dir=DIR")
      ->type_name("DIR|s3:")
      ->required();
}

Result<ArchiveCommand> ArchiveOptions::command() const {
  using Action = ArchiveCommand::Action;
  ArchiveCommand command{
      .target = {}, .table = table_, .entity = entity_, .file = {}, .prints_json = prints_json_};
  if (ddl_->parsed() || query_->parsed()) {
    command.action = ddl_->parsed() ? Action::Ddl : Action::Query;
    command.buckets = ddl_->parsed() ? duckdb_ : buckets_;
    command.question = question_;
    command.file = {.path = file_, .params = TRY(parse_params(params_))};
  } else if (files_->parsed()) {
    command.action = Action::Files;
    command.target = TRY(files_target_.target());
  } else if (flush_->parsed()) {
    command.action = Action::Flush;
    command.target = TRY(flush_target_.target());
  } else {
    command.target = TRY(status_target_.target());
  }
  if (command.target.store) {
    return Error::invalid_argument("files are made by a running server: leave --data out");
  }
  return command;
}

}  // namespace partita::cli
