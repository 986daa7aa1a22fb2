#include "conformance/runner/endpoint.h"

#include <cstdlib>

#include "conformance/runner/http_endpoint.h"
#include "conformance/runner/in_process_endpoint.h"
#include "conformance/runner/own_server_endpoint.h"
#include "partita/base/overload.h"

namespace partita::conformance {

Result<Place> parse_place(std::string_view text) {
  constexpr std::string_view kPort = "port:";
  if (text == "memory") return Place(InMemory{});
  if (text == "rocksdb") return Place(OnRocksdb{.is_reopened = false});
  if (text == "restart") return Place(OnRocksdb{.is_reopened = true});
  if (text == "suspending") return Place(OnSuspendingEngine{});
  if (text == "postgres") return Place(OnPostgres{});
  if (text == "http") return Place(OverHttp{});
  if (text.starts_with(kPort)) {
    const auto port = std::atoi(std::string(text.substr(kPort.size())).c_str());
    return Place(AtPort{.port = static_cast<std::uint16_t>(port)});
  }
  return Error::invalid_argument(
      "the place is memory, rocksdb, restart, suspending, postgres, http or port:<number>");
}

Result<std::unique_ptr<Endpoint>> open_endpoint(const Place& place) {
  using Opened = Result<std::unique_ptr<Endpoint>>;
  return std::visit(
      Overload{[](const InMemory&) -> Opened { return open_in_memory(); },
               [](const OnRocksdb& rocksdb) -> Opened { return open_on_rocksdb(rocksdb); },
               [](const OnSuspendingEngine&) -> Opened { return open_on_suspending_engine(); },
               [](const OnPostgres&) -> Opened { return open_on_postgres(); },
               [](const OverHttp&) -> Opened { return open_over_http(); },
               [](const AtPort& server) -> Opened { return open_at_port(server.port); }},
      place);
}

}  // namespace partita::conformance
