#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/data_endpoint.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options that say which server a command about people's data asks, as AWS's tools have them:
// --endpoint-url, else PARTITA_ENDPOINT, AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL, else the
// server of this machine. AWS itself is asked only if somebody names it.
class EndpointOptions {
 public:
  // REQUIRES: called once for each command; this outlives the command's parsing.
  void add_to(CLI::App& command);
  // --region, --profile and --ca-file alone, where the command names servers in its own way.
  void add_identity(CLI::App& command);

  DataTarget target() const;

 private:
  DataTarget given_;
  std::string trusted_file_;
};

// "a,b" as two words; empty ones do not count.
std::vector<std::string> split_words(std::string_view text);

// The server that is asked if none is named.
std::string default_endpoint();

}  // namespace partita::cli
