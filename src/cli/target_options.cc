#include "cli/target_options.h"

#include <cstdlib>

namespace partita::cli {
namespace {

constexpr const char* kEndpointVariable = "PARTITA_ENDPOINT";

}  // namespace

bool TargetOptions::is_given(const std::string& name) const {
  const CLI::Option* const option = command_->get_option_no_throw(name);
  return option != nullptr && option->count() > 0;
}

void TargetOptions::add_server_to(CLI::App& command) {
  command_ = &command;
  command
      .add_option("--endpoint,--endpoint-url", endpoint_,
                  "The server; default: the variable PARTITA_ENDPOINT")
      ->type_name("URL")
      ->capture_default_str();
  command
      .add_option("--ca-file", trusted_file_,
                  "For https: the file (PEM) with trusted certificate authorities; default: "
                  "AWS_CA_BUNDLE, or those of the system")
      ->type_name("FILE");
}

void TargetOptions::add_to(CLI::App& command) {
  add_server_to(command);
  store_.add_location(command);
  store_.add_server(command);
  command.get_option("--data")
      ->description(
          "Open this data directory, which no server may have open, instead of asking a server")
      ->default_str("");
}

Result<ModelTarget> TargetOptions::target() const {
  TRY(store_.check());
  const bool opens_store = is_given("--data") || is_given("--store");
  if (is_given("--endpoint") && opens_store) {
    return Error::invalid_argument(
        "--endpoint asks a server; --data and --store open what it has: one of them, not both");
  }
  ModelTarget target{.endpoint = endpoint_, .trusted_file = trusted_file_, .store = std::nullopt};
  const char* const variable = std::getenv(kEndpointVariable);
  const bool names_server = variable != nullptr && *variable != '\0';
  if (names_server && !is_given("--endpoint")) target.endpoint = variable;
  if (opens_store) target.store = store_.store();
  return target;
}

}  // namespace partita::cli
