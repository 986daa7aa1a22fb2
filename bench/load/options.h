#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "connection.h"
#include "partita/base/result.h"
#include "signer.h"

namespace partita::load {

// The command line.
struct Options {
  std::string workload;
  Endpoint endpoint;
  Credentials credentials;
  std::uint64_t items = 100'000;
  std::uint64_t first = 0;  // Of a load: from this message on.
  unsigned connections = 32;
  unsigned threads = 1;
  double seconds = 5;
  double warm_up_seconds = 0.5;
  unsigned whole_every = 64;
  std::uint64_t seed = 1;
  std::vector<pid_t> processes;  // Of the server.
  bool is_json = false;
};

extern const std::string_view kUsage;

// ERRORS: InvalidArgument with the option that is wrong.
Result<Options> parse_options(std::span<char* const> arguments);

}  // namespace partita::load
