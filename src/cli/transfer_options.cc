#include "cli/transfer_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/data_footers.h"
#include "cli/model_options.h"
#include "partita/base/utf8.h"

namespace partita::cli {
namespace {

Result<FileFormat> format_of(std::string_view name) {
  if (name.empty()) return FileFormat::ByName;
  if (name == "dynamodb-json") return FileFormat::DynamodbJson;
  if (name == "json") return FileFormat::Json;
  if (name == "csv") return FileFormat::Csv;
  if (name == "ion") return FileFormat::Ion;
  return Error::invalid_argument(
      fmt::format("`{}` is none of the formats dynamodb-json, json, csv and ion", name));
}

}  // namespace

void TransferOptions::add_to(CLI::App& program) {
  add_export(program);
  add_import(program);
  add_copy(program);
}

void TransferOptions::add_threads(CLI::App& command) {
  command.add_option("--threads", threads_, "How many requests are made at a time; default 8")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
}

void TransferOptions::add_export(CLI::App& program) {
  export_ = program.add_subcommand("export", "Write all items of a table to a file");
  export_->footer(kTableExportFooter);
  export_->add_option("table", table_, "The table")->type_name("TABLE")->required();
  export_
      ->add_option("file", file_, "The file, whose name selects the format; - is standard output")
      ->type_name("FILE")
      ->required();
  export_
      ->add_option("--format", format_, "dynamodb-json, json or csv, whatever the file's name is")
      ->type_name("NAME");
  export_->add_option("--columns", columns_, "For CSV: these attributes, in this order")
      ->type_name("A,B,...");
  export_->add_flag("--force", replaces_, "Replace an existing file");
  add_threads(*export_);
  endpoint_.add_to(*export_);
}

void TransferOptions::add_import(CLI::App& program) {
  import_ = program.add_subcommand("import", "Write all items of a file to a table");
  import_->footer(kTableImportFooter);
  import_->add_option("file", file_, "The file; its name says the format")
      ->type_name("FILE")
      ->required();
  import_->add_option("--table", table_, "The table")->type_name("NAME")->required();
  import_
      ->add_option("--create", key_,
                   "Create the table with this key: one or two names, with types "
                   "other than string (artist,year:N)")
      ->type_name("KEY");
  import_->add_option("--format", format_, "dynamodb-json, json, csv or ion")->type_name("NAME");
  import_
      ->add_option("--types", types_,
                   "Types of CSV columns: S, N, B, BOOL, L, M, SS or NS (year:N,zip:S)")
      ->type_name("A:T,...");
  import_
      ->add_option("--model", model_,
                   "A model file, for the types of columns; a dry run reports records that break "
                   "its rules")
      ->type_name("FILE");
  import_->add_option("--param", params_, "A value for a param of the model; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  import_->add_option("--like", like_, "The table of the model, if it has another name there")
      ->type_name("NAME");
  import_->add_flag("--dry-run", is_rehearsal_, "Only report what would be refused");
  import_->add_option("--on-error", on_error_, "skip a record that is refused, or stop; stop")
      ->type_name("skip|stop");
  add_threads(*import_);
  endpoint_.add_to(*import_);
}

void TransferOptions::add_copy(CLI::App& program) {
  copy_ = program.add_subcommand("copy", "Copy a table from one server to another");
  copy_->footer(kTableCopyFooter);
  copy_->add_option("--from", from_, "NAME, URL/NAME or aws:REGION/NAME")
      ->type_name("TABLE")
      ->required();
  copy_->add_option("--to", to_, "The same, for the new table")->type_name("TABLE")->required();
  copy_->add_flag("--continue", goes_on_,
                  "Copy the items into an existing table, after an interrupted copy");
  copy_
      ->add_option("--resume", record_,
                   "Record progress in this file; the same command continues an interrupted copy")
      ->type_name("FILE");
  copy_->add_option("--from-profile", from_profile_, "The profile of ~/.aws for --from only")
      ->type_name("NAME");
  copy_->add_option("--to-profile", to_profile_, "The profile of ~/.aws for --to only")
      ->type_name("NAME");
  add_threads(*copy_);
  endpoint_.add_identity(*copy_);
}

std::string TransferOptions::help() const {
  const CLI::App* const chosen = export_->parsed() ? export_ : import_->parsed() ? import_ : copy_;
  return fmt::format("partita {} --help", chosen->get_name());
}

Result<TransferCommand> TransferOptions::copy() const {
  CopyCommand command{.from = {}, .to = {}, .threads = threads_, .goes_on = goes_on_};
  command.from = TRY(parse_table_place(from_, endpoint_.target()));
  command.to = TRY(parse_table_place(to_, endpoint_.target()));
  command.record = record_;
  if (!from_profile_.empty()) command.from.target.profile = from_profile_;
  if (!to_profile_.empty()) command.to.target.profile = to_profile_;
  return TransferCommand(std::move(command));
}

Result<TransferCommand> TransferOptions::command() const {
  for (const auto* text : {&table_, &columns_, &key_, &types_, &like_, &from_, &to_}) {
    if (!is_valid_utf8(*text)) return Error::invalid_argument("what is typed must be UTF-8");
  }
  if (copy_->parsed()) return copy();
  if (export_->parsed()) {
    ExportCommand command{.target = endpoint_.target(), .table = table_, .file = file_};
    command.format = TRY(format_of(format_));
    command.columns = split_words(columns_);
    command.threads = threads_;
    command.replaces = replaces_;
    return TransferCommand(std::move(command));
  }
  return import_command();
}

Result<TransferCommand> TransferOptions::import_command() const {
  if (on_error_ != "skip" && on_error_ != "stop") {
    return Error::invalid_argument(fmt::format("--on-error is skip or stop, not `{}`", on_error_));
  }
  ImportCommand command{.target = endpoint_.target(), .file = file_, .table = table_};
  command.key = key_;
  command.types = types_;
  command.format = TRY(format_of(format_));
  if (!model_.empty()) command.model = ModelFile{model_, TRY(parse_params(params_))};
  command.like = like_;
  command.threads = threads_;
  command.skips_faults = on_error_ == "skip";
  command.is_rehearsal = is_rehearsal_;
  return TransferCommand(std::move(command));
}

}  // namespace partita::cli
