#include "wire/rest/cluster.h"

#include <chrono>
#include <string_view>
#include <utility>

#include "language/value/json_text.h"
#include "model/formula/timestamp.h"

namespace partita::rest {
namespace {

using jobs::ServerReport;

// What is stored is shown as it is only if it is plain text, whoever has written it.
std::string plain(std::string_view text) {
  std::string shown(text);
  for (char& character : shown) {
    if (character < ' ' || character > '~') character = '?';
  }
  return shown;
}

void write_if_told(JsonText& json, std::string_view name, const std::string& text) {
  if (!text.empty()) json.member(name, plain(text));
}

// Of one that has not told, nobody knows.
std::string_view role_of(const jobs::ServerPresence& presence) {
  if (!presence.has_facts) return "unknown";
  return presence.facts.address.empty() ? "command" : "server";
}

void write_server(JsonText& json, const ServerReport& server) {
  const jobs::ServerFacts& facts = server.presence.facts;
  json.open_object();
  json.member("name", plain(server.name));
  json.flag("this", server.is_this);
  json.member("role", role_of(server.presence));
  write_if_told(json, "address", facts.address);
  write_if_told(json, "machine", facts.machine);
  write_if_told(json, "version", facts.version);
  if (facts.since) {
    std::string since;
    const auto instant = std::chrono::floor<model::Duration>(*facts.since);
    model::append_timestamp(since, instant, model::TimestampEncoding::Rfc3339);
    json.member("since", since);
  }
  json.member("silent_ms",
              std::chrono::duration_cast<std::chrono::milliseconds>(server.silent).count());
  json.strings("leases", server.lanes);
  json.close_object();
}

}  // namespace

Task<Result<std::string>> cluster_document(const jobs::Leases& leases) {
  auto report = co_await leases.report();
  CO_TRY(report);
  JsonText json;
  json.open_object();
  json.flag("shared", report->is_shared);
  json.array("servers");
  for (const ServerReport& server : report->servers) write_server(json, server);
  json.close_array();
  json.strings("free_leases", report->free_lanes);
  json.close_object();
  co_return std::move(json).take();
}

}  // namespace partita::rest
