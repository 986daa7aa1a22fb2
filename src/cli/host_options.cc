#include "cli/host_options.h"

namespace partita::cli {

void HostOptions::add_to(CLI::App& serve) {
  serve
      .add_option("--allow-host", allowed_,
                  "Also accept this name in the Host header, such as the name of a container; "
                  "can be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  serve
      .add_option("--sync-to", told_,
                  "Allow syncs of models to send changes to this host (HOST or HOST:PORT); this "
                  "machine is always allowed; can be repeated")
      ->type_name("HOST")
      ->allow_extra_args(false);
}

std::vector<std::string> HostOptions::allowed() const {
  std::vector<std::string> names;
  for (const std::string& host : allowed_) names.push_back(CLI::detail::to_lower(host));
  return names;
}

}  // namespace partita::cli
