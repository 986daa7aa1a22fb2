#include "cli/model_init.h"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "cli/first_model.h"
#include "cli/model_client.h"
#include "cli/model_guess.h"
#include "cli/table_sketch.h"
#include "cli/terminal.h"

namespace partita::cli {
namespace {

Result<std::string> text_of(const ModelInitCommand& command) {
  if (!command.table.empty()) {
    const auto client = TRY(ModelClient::open(command.target));
    return guess_model(TRY(read_sketch(client, command.table)));
  }
  const std::string name = command.file.stem().string();
  if (is_model_name(name)) return first_model(name);
  return Error::invalid_argument(
      fmt::format("{} would be the model's name, and that is letters, digits and _, a letter "
                  "first, 3 at least",
                  name));
}

// A file that is there is somebody's work.
Status write_new(const std::filesystem::path& path, std::string_view text) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    return Error::invalid_argument(
        fmt::format("{} is there already; name a new file", path.string()));
  }
  std::ofstream file(path);
  file << text;
  file.close();
  if (file) return {};
  return Error::unavailable(fmt::format("cannot write {}", path.string()));
}

Status init(const ModelInitCommand& command) {
  const std::string text = TRY(text_of(command));
  TRY(write_new(command.file, text));
  const std::string path = command.file.string();
  say(fmt::format("{} is a model to begin with; next: partita model lint {}", path, path));
  return {};
}

}  // namespace

ExitCode init_model(const ModelInitCommand& command) {
  const Status done = init(command);
  if (done.ok()) return ExitCode::Ok;
  complain(done.error());
  return done.error().kind() == ErrorKind::NotFound ? ExitCode::NotFound : ExitCode::Failed;
}

}  // namespace partita::cli
