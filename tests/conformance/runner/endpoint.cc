#include "conformance/runner/endpoint.h"

#include <cstdlib>

#include "conformance/runner/http_endpoint.h"
#include "conformance/runner/in_process_endpoint.h"
#include "conformance/runner/own_server_endpoint.h"

namespace partita::conformance {

Result<Place> parse_place(std::string_view text) {
  constexpr std::string_view kPort = "port:";
  if (text == "memory") return Place(InMemory{});
  if (text == "rocksdb") return Place(OnRocksdb{.is_reopened = false});
  if (text == "restart") return Place(OnRocksdb{.is_reopened = true});
  if (text == "http") return Place(OverHttp{});
  if (text.starts_with(kPort)) {
    const auto port = std::atoi(std::string(text.substr(kPort.size())).c_str());
    return Place(AtPort{.port = static_cast<std::uint16_t>(port)});
  }
  return Error::invalid_argument("the place is memory, rocksdb, restart, http or port:<number>");
}

Result<std::unique_ptr<Endpoint>> open_endpoint(const Place& place) {
  if (const auto* rocksdb = std::get_if<OnRocksdb>(&place)) return open_on_rocksdb(*rocksdb);
  if (std::holds_alternative<OverHttp>(place)) return open_over_http();
  if (const auto* server = std::get_if<AtPort>(&place)) return open_at_port(server->port);
  return open_in_memory();
}

}  // namespace partita::conformance
