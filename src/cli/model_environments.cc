#include "cli/model_environments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "cli/model_client.h"
#include "cli/terminal.h"

namespace partita::cli {
namespace {

Result<std::string> remove(const ModelRemoveCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  std::string json =
      TRY(client.send({.method = "DELETE",
                       .path = "/api/models/" + command.model,
                       .query = {{"tables", command.drops_tables ? "drop" : "keep"}}}));
  if (command.prints_json) return json;
  const Item answer = TRY(parse_answer(json));
  const auto name = text_in(answer, "removed");
  if (command.drops_tables) {
    return fmt::format("model {} is removed, and with it {}\n", name,
                       fmt::join(texts_in(answer, "dropped_tables"), ", "));
  }
  return fmt::format("model {} is removed; without rules now: {}\n", name,
                     fmt::join(texts_in(answer, "kept_tables"), ", "));
}

// "version: 3 -> 4", "entities.User: only in shop@prod"
std::string line_of(const Item& place, const Item& sides) {
  const bool is_left = place.find("left") != nullptr;
  const bool is_right = place.find("right") != nullptr;
  if (is_left && is_right) {
    return fmt::format("  {}: {} -> {}\n", text_in(place, "path"), text_in(place, "left"),
                       text_in(place, "right"));
  }
  return fmt::format("  {}: only in {}\n", text_in(place, "path"),
                     text_in(sides, is_left ? "left" : "right"));
}

Result<std::string> compare(const ModelDiffCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  std::string json = TRY(client.send(
      {.path = "/api/models:diff", .query = {{"left", command.left}, {"right", command.right}}}));
  if (command.prints_json) return json;
  std::string text;
  for (const Item& each : objects_in(TRY(parse_answer(json)), "differences")) {
    text += fmt::format("{} -> {}\n", text_in(each, "left"), text_in(each, "right"));
    const auto places = objects_in(each, "places");
    if (places.empty()) text += "  no difference\n";
    for (const Item& place : places) text += line_of(place, each);
  }
  return text;
}

ExitCode print_or_complain(const Result<std::string>& text) {
  if (!text.ok()) {
    complain(text.error());
    return text.error().kind() == ErrorKind::NotFound ? ExitCode::NotFound : ExitCode::Failed;
  }
  print(*text);
  return ExitCode::Ok;
}

}  // namespace

ExitCode remove_model(const ModelRemoveCommand& command) {
  return print_or_complain(remove(command));
}

ExitCode compare_models(const ModelDiffCommand& command) {
  return print_or_complain(compare(command));
}

}  // namespace partita::cli
