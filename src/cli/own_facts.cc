#include "cli/own_facts.h"

#include <unistd.h>

#include <array>
#include <utility>

#include "cli/version.h"

namespace partita::cli {

jobs::ServerFacts own_facts(std::string address) {
  return {
      .version = std::string(version()), .address = std::move(address), .machine = machine_name()};
}

std::string machine_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace partita::cli
