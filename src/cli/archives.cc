#include "cli/archives.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "cli/archive_query.h"
#include "cli/item_table.h"
#include "cli/model_client.h"
#include "cli/model_files.h"
#include "cli/terminal.h"
#include "model/definition/archive.h"
#include "modelled/archives/athena_table.h"

namespace partita::cli {
namespace {

using ArchiveAction = ArchiveCommand::Action;

Value number_value(const Item& object, std::string_view name) {
  return Value(Number(count_in(object, name).value_or(0)));
}

bool is_set(const Item& object, std::string_view name) {
  const Value* value = object.find(name);
  return value != nullptr && value->type() == ValueType::Bool && value->boolean();
}

Item row_of_archive(const Item& archive) {
  Item row;
  for (const std::string name : {"table", "entity", "to"}) {
    row.set(name, Value(std::string(text_in(archive, name))));
  }
  for (const std::string name : {"waiting", "files", "items", "bytes"}) {
    row.set(name, number_value(archive, name));
  }
  const auto oldest = text_in(archive, "oldest");
  if (!oldest.empty()) row.set("waits since", Value(std::string(oldest)));
  if (!is_set(archive, "declared")) row.set("note", Value("no longer in the model"));
  if (is_set(archive, "waits_more")) row.set("note", Value("more wait than were counted"));
  return row;
}

Item row_of_file(const Item& file) {
  Item row;
  row.set("file", Value(std::string(text_in(file, "key"))));
  row.set("items", number_value(file, "items"));
  row.set("bytes", number_value(file, "bytes"));
  row.set("first gone", Value(std::string(text_in(file, "oldest"))));
  row.set("last gone", Value(std::string(text_in(file, "newest"))));
  return row;
}

client::RestRequest request_of(const ArchiveCommand& command) {
  if (command.action == ArchiveAction::Status) return {.path = "/api/archives"};
  const bool flushes = command.action == ArchiveAction::Flush;
  client::RestRequest request{.method = flushes ? "POST" : "GET",
                              .path = flushes ? "/api/archives:flush" : "/api/archives:files",
                              .query = {{"table", command.table}}};
  if (!command.entity.empty()) request.query.emplace_back("entity", command.entity);
  return request;
}

Result<std::string> ask_server(const ArchiveCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  std::string json = TRY(client.send(request_of(command)));
  if (command.prints_json) return json;
  const Item answer = TRY(parse_answer(json));
  return command.action == ArchiveAction::Files ? archive_files_text(answer, output_has_colours())
                                                : archives_text(answer, output_has_colours());
}

// Also of archives of a later phase: their tables are made before.
Result<std::string> statements(const ArchiveCommand& command) {
  const auto model = TRY(load_model_file(command.file));
  if (!command.buckets.empty()) return duckdb_views(*model, command.entity, command.buckets);
  std::string text;
  for (const auto& element : model->archives) {
    if (!command.entity.empty() && element.name != command.entity) continue;
    text += archives::athena_table(archives::layout_of(model::archive_of(*model, element), {}));
  }
  if (!text.empty()) return text;
  return Error::not_found(
      command.entity.empty()
          ? fmt::format("model {} has no archive", model->name)
          : fmt::format("model {} has no archive of {}", model->name, command.entity));
}

Error ask_duckdb(const ArchiveCommand& command) {
  const auto model = load_model_file(command.file);
  if (!model.ok()) return model.error();
  const auto views = duckdb_views(**model, "", command.buckets);
  return views.ok() ? run_duckdb(*views, command.question) : views.error();
}

}  // namespace

std::string archives_text(const Item& answer, bool has_colours) {
  std::vector<Item> rows;
  for (const Item& archive : objects_in(answer, "archives"))
    rows.push_back(row_of_archive(archive));
  if (rows.empty()) return "There are no archives.\n";
  return table_text(rows,
                    columns_of(rows, {"table", "entity", "to", "waiting", "waits since", "files",
                                      "items", "bytes", "note"}),
                    has_colours);
}

std::string archive_files_text(const Item& answer, bool has_colours) {
  std::vector<Item> rows;
  for (const Item& file : objects_in(answer, "files")) rows.push_back(row_of_file(file));
  if (rows.empty()) return "There are no files.\n";
  std::string text = table_text(
      rows, columns_of(rows, {"file", "items", "bytes", "first gone", "last gone"}), has_colours);
  if (is_set(answer, "more")) text += "There are more.\n";
  return text;
}

ExitCode run_archive(const ArchiveCommand& command) {
  if (command.action == ArchiveAction::Query) return failed(ask_duckdb(command));
  return print_or_fail(command.action == ArchiveAction::Ddl ? statements(command)
                                                            : ask_server(command));
}

}  // namespace partita::cli
