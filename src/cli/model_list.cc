#include "cli/model_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/model_client.h"
#include "cli/model_startup.h"
#include "cli/terminal.h"

namespace partita::cli {
namespace {

std::string line_of(const Item& model) {
  const auto count = [&](std::string_view name) {
    return static_cast<std::size_t>(count_in(model, name).value_or(0));
  };
  const ModelContent content{.tables = texts_in(model, "tables").size(),
                             .entities = count("entities"),
                             .patterns = count("patterns")};
  auto line = fmt::format("{} version {}, applied {}: {}", text_in(model, "name"),
                          count_in(model, "version").value_or(0), text_in(model, "applied_at"),
                          to_text(content));
  if (!texts_in(model, "observed").empty()) line += "; rules only observed";
  const auto missing = texts_in(model, "missing_tables");
  if (!missing.empty()) {
    line += fmt::format("; deleted, so apply it again or remove it: {}", fmt::join(missing, ", "));
  }
  return line + "\n";
}

std::string text_of(const Item& answer) {
  std::string text;
  for (const Item& model : objects_in(answer, "models")) text += line_of(model);
  return text.empty() ? "no models; partita model apply FILE puts one in force\n" : text;
}

Result<std::string> ask(const ModelTarget& target) {
  const auto client = TRY(ModelClient::open(target));
  return client.send({.path = "/api/models"});
}

Result<std::string> list(const ModelListCommand& command) {
  std::string json = TRY(ask(command.target));
  if (command.prints_json) return json;
  return text_of(TRY(parse_answer(json)));
}

}  // namespace

ExitCode list_models(const ModelListCommand& command) { return print_or_fail(list(command)); }

}  // namespace partita::cli
