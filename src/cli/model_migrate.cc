#include "cli/model_migrate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/model_client.h"
#include "cli/terminal.h"

namespace partita::cli {
namespace {

// "originalFileName -> fileName"
std::string forms_text(const Item& migration) {
  const auto old = texts_in(migration, "old");
  const auto made = texts_in(migration, "new");
  if (old.empty()) return fmt::format("+ {}", fmt::join(made, ", "));
  if (made.empty()) return fmt::format("- {}", fmt::join(old, ", "));
  return fmt::format("{} -> {}", fmt::join(old, ", "), fmt::join(made, ", "));
}

std::string walk_text(const Item& migration) {
  const Value* walk = migration.find("walk");
  if (walk == nullptr || walk->type() != ValueType::M) return "";
  const Item& counts = walk->map();
  const auto count = [&](std::string_view name) { return count_in(counts, name).value_or(0); };
  std::string text = fmt::format("  {} of about {} items, {} written", count("items"),
                                 std::max(count("total"), count("items")), count("changed"));
  if (count("wrong") > 0) text += fmt::format(", {} wrong", count("wrong"));
  text += "\n";
  for (const std::string& key : texts_in(counts, "examples")) text += fmt::format("    {}\n", key);
  return text;
}

std::string migrations_text(const Item& answer) {
  std::string text;
  for (const Item& migration : objects_in(answer, "migrations")) text += migration_text(migration);
  return text.empty() ? "no migrations\n" : text;
}

Result<std::string> ask(const ModelMigrateCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  const auto path = fmt::format("/api/models/{}/migrations", command.model);
  if (command.move == "status") {
    std::string json = TRY(client.send({.path = path}));
    if (command.prints_json) return json;
    return migrations_text(TRY(parse_answer(json)));
  }
  client::RestRequest request{.method = "POST",
                              .path = fmt::format("{}/{}", path, command.migration),
                              .query = {{"move", command.move}}};
  if (!command.forced_by.empty()) request.query.emplace_back("forced_by", command.forced_by);
  std::string json = TRY(client.send(request));
  TRY(client.catch_up());
  if (command.prints_json) return json;
  return migration_text(TRY(parse_answer(json)));
}

}  // namespace

std::string migration_text(const Item& migration) {
  const Value* paused = migration.find("paused");
  const bool is_paused =
      paused != nullptr && paused->type() == ValueType::Bool && paused->boolean();
  std::string text =
      fmt::format("{}: {} {}, {}{} since {}\n", text_in(migration, "id"),
                  text_in(migration, "entity"), forms_text(migration), text_in(migration, "step"),
                  is_paused ? " (paused)" : "", text_in(migration, "since"));
  text += walk_text(migration);
  const auto next = text_in(migration, "next");
  const auto waits_for = text_in(migration, "waits_for");
  if (!waits_for.empty()) {
    text += fmt::format("  cannot go on to {} yet: {}\n", next, waits_for);
  } else if (!next.empty()) {
    text += fmt::format("  can go on to {}\n", next);
  }
  return text;
}

ExitCode migrate_model(const ModelMigrateCommand& command) {
  const auto answer = ask(command);
  const bool is_missing = !answer.ok() && answer.error().kind() == ErrorKind::NotFound;
  const ExitCode ended = print_or_fail(answer);
  return is_missing ? ExitCode::NotFound : ended;
}

}  // namespace partita::cli
