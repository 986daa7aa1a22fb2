#include "cli/endpoint_options.h"

#include <algorithm>
#include <cstdlib>

namespace partita::cli {

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    if (!word.empty()) words.emplace_back(word);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return words;
}

std::string default_endpoint() {
  for (const char* name : {"PARTITA_ENDPOINT", "AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return "http://127.0.0.1:8000";
}

void EndpointOptions::add_to(CLI::App& command) {
  command
      .add_option("--endpoint-url,--endpoint", given_.endpoint,
                  "The server, or aws:REGION for AWS; default: PARTITA_ENDPOINT, AWS_ENDPOINT_URL, "
                  "or http://127.0.0.1:8000")
      ->type_name("URL");
  add_identity(command);
}

void EndpointOptions::add_identity(CLI::App& command) {
  command.add_option("--region", given_.region, "The region for signatures; default: AWS_REGION")
      ->type_name("NAME");
  command
      .add_option("--profile", given_.profile,
                  "Sign with this profile of ~/.aws instead of the environment")
      ->type_name("NAME");
  command
      .add_option("--ca-file", trusted_file_,
                  "For https: the file (PEM) with trusted certificate authorities; default: "
                  "AWS_CA_BUNDLE, or those of the system")
      ->type_name("FILE");
}

DataTarget EndpointOptions::target() const {
  DataTarget target = given_;
  target.trusted_file = trusted_file_;
  if (target.endpoint.empty()) target.endpoint = default_endpoint();
  return target;
}

}  // namespace partita::cli
