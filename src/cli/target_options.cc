#include "cli/target_options.h"

namespace partita::cli {

void TargetOptions::add_to(CLI::App& command, Default asked) {
  command_ = &command;
  default_ = asked;
  const bool asks_server = asked == Default::Server;
  auto* endpoint =
      command.add_option("--endpoint", endpoint_,
                         asks_server ? "The server to ask"
                                     : "Ask the server that runs there, instead of opening data");
  endpoint->type_name("URL");
  if (asks_server) endpoint->capture_default_str();
  command
      .add_option("--ca-file", trusted_file_,
                  "For https: trust what the certificates of this file (PEM) vouch for; "
                  "AWS_CA_BUNDLE, or what the system trusts, if not given")
      ->type_name("FILE");
  store_.add_location(command);
  auto* data = command.get_option("--data");
  if (asks_server) {
    data->description("Open this directory instead of asking a server, which must not be running")
        ->default_str("");
  } else {
    data->description("The directory with the data; its server must not be running");
  }
}

Result<ModelTarget> TargetOptions::target() const {
  TRY(store_.check());
  if (is_given("--endpoint") && is_given("--data")) {
    return Error::invalid_argument(
        "--endpoint asks a server and --data opens its files: one of them, not both");
  }
  ModelTarget target{.endpoint = endpoint_, .trusted_file = trusted_file_, .store = std::nullopt};
  const bool opens_data =
      is_given("--data") || (default_ == Default::Data && !is_given("--endpoint"));
  if (opens_data) target.store = store_.rocksdb_store();
  return target;
}

}  // namespace partita::cli
