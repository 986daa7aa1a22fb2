#include "engine/postgres/store_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string_view>

#include "partita/base/secret_key.h"

namespace partita::engine {
namespace {

struct ConninfoCloser {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using ConninfoHandle = std::unique_ptr<PQconninfoOption, ConninfoCloser>;

// What libpq says of an address may repeat a part of it, and so a password.
Error no_address() {
  return Error::invalid_argument(
      "the address of the store is none that PostgreSQL's clients know: it looks like "
      "postgresql://user@host:5432/database?sslmode=verify-full");
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  for (char& character : text) {
    if (character == '\n') character = ' ';
  }
  return text;
}

Result<std::string> read_password(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  if (!in || !std::getline(in, line)) {
    return Error::invalid_argument(fmt::format("no password can be read from {}", file));
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

}  // namespace

Result<StoreAddress> StoreAddress::parse(const PostgresOptions& options) {
  const ConninfoHandle parsed(PQconninfoParse(options.address.c_str(), nullptr));
  if (!parsed) return no_address();
  StoreAddress address;
  address.password_file_ = options.password_file;
  for (const auto* option = parsed.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr) address.settings_.emplace_back(option->keyword, option->val);
  }
  if (address.has("password")) {
    return Error::invalid_argument(
        "the password does not belong into the address of the store, which others can read: "
        "PGPASSWORD, the file of PGPASSFILE and --store-password-file are for it");
  }
  // Without a word about it libpq would talk to a stranger, and in clear if he likes.
  if (!address.is_on_this_machine()) address.set_unless_said("sslmode", "verify-full");
  address.set_unless_said("target_session_attrs", "read-write");
  // Of each server: with several of them the next one should have its turn soon.
  address.set_unless_said("connect_timeout", address.servers() > 1 ? "3" : "10");
  address.set_unless_said("tcp_user_timeout", "5000");
  address.set_unless_said("keepalives_idle", "5");
  address.set_unless_said("keepalives_interval", "2");
  address.set_unless_said("keepalives_count", "3");
  address.set_unless_said("application_name", "partita");
  address.description_ = fmt::format("{}:{}/{}", address.value_of("host", "localhost"),
                                     address.value_of("port", "5432"),
                                     address.value_of("dbname", "the default database"));
  return address;
}

bool StoreAddress::has(std::string_view name) const { return !value_of(name, "").empty(); }

std::string StoreAddress::value_of(std::string_view name, std::string_view otherwise) const {
  for (const auto& [known, value] : settings_) {
    if (known == name) return value;
  }
  return std::string(otherwise);
}

void StoreAddress::set_unless_said(std::string_view name, std::string value) {
  if (!has(name)) settings_.emplace_back(name, std::move(value));
}

std::vector<std::string> StoreAddress::parts_of(std::string_view name) const {
  std::vector<std::string> parts;
  const std::string list = value_of(name, "");
  if (list.empty()) return parts;
  for (std::size_t begin = 0; begin <= list.size();) {
    const auto end = std::min(list.find(',', begin), list.size());
    parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::size_t StoreAddress::servers() const {
  return std::max(parts_of("host").size(), parts_of("hostaddr").size());
}

// All of them are sockets in the file system, or the machine's own address.
bool StoreAddress::is_on_this_machine() const {
  if (std::getenv("PGSSLMODE") != nullptr) return true;  // Then the environment has the word.
  // A file of services may name any machine; it is read too late for us.
  if (has("service") || std::getenv("PGSERVICE") != nullptr) return false;
  auto hosts = parts_of("host");
  for (std::string& address : parts_of("hostaddr")) hosts.push_back(std::move(address));
  for (const char* variable : {"PGHOST", "PGHOSTADDR"}) {
    const char* const named = std::getenv(variable);
    if (servers() == 0 && named != nullptr) hosts.emplace_back(named);
  }
  return std::all_of(hosts.begin(), hosts.end(), [](const std::string& host) {
    return host.empty() || host.starts_with('/') || host.starts_with('@') || host == "localhost" ||
           host == "127.0.0.1" || host == "::1";
  });
}

// libpq tries them in their order; a list has a part for each, or one for all.
void StoreAddress::prefer_server_of(const PGconn& connection) {
  const std::size_t count = servers();
  if (count < 2) return;
  const auto hosts = parts_of(has("host") ? "host" : "hostaddr");
  const auto ports = parts_of("port");
  const std::string host = PQhost(&connection);
  const std::string port = PQport(&connection);
  std::size_t first = 0;
  const auto is_this = [&](std::size_t i) {
    return hosts[i] == host && (ports.size() != count || ports[i] == port);
  };
  while (first < hosts.size() && !is_this(first)) ++first;
  if (first == 0 || first == hosts.size()) return;
  for (auto& [name, value] : settings_) {
    auto parts = parts_of(name);
    const bool is_list = name == "host" || name == "hostaddr" || name == "port";
    if (!is_list || parts.size() != count) continue;
    std::rotate(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end());
    value = fmt::format("{}", fmt::join(parts, ","));
  }
}

Result<ConnectionHandle> StoreAddress::connect() const {
  std::vector<const char*> names;
  std::vector<const char*> values;
  for (const auto& [name, value] : settings_) {
    names.push_back(name.c_str());
    values.push_back(value.c_str());
  }
  std::string password;
  const WipedAtEnd wiped{password};
  if (!password_file_.empty()) {
    password = TRY(read_password(password_file_));
    names.push_back("password");
    values.push_back(password.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  ConnectionHandle connection(PQconnectdbParams(names.data(), values.data(), 0));
  // libpq would print what the server remarks.
  PQsetNoticeReceiver(
      connection.get(), [](void*, const PGresult*) {}, nullptr);
  if (connection && PQstatus(connection.get()) == CONNECTION_OK) return connection;
  return Error::unavailable(
      fmt::format("the store at {} cannot be reached: {}", description_,
                  connection ? trimmed(PQerrorMessage(connection.get())) : "out of memory"));
}

}  // namespace partita::engine
