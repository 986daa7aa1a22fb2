#include "engine/postgres/store_address.h"

#include <fmt/format.h>

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
  address.set_unless_said("connect_timeout", "10");
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

// A socket in the file system, or the machine's own address.
bool StoreAddress::is_on_this_machine() const {
  const char* named = std::getenv("PGHOST");
  const char* sslmode = std::getenv("PGSSLMODE");
  if (sslmode != nullptr) return true;  // Then the environment has the word.
  const std::string host = value_of("host", value_of("hostaddr", named == nullptr ? "" : named));
  return host.empty() || host.starts_with('/') || host == "localhost" || host == "127.0.0.1" ||
         host == "::1";
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
  if (connection && PQstatus(connection.get()) == CONNECTION_OK) return connection;
  return Error::unavailable(
      fmt::format("the store at {} cannot be reached: {}", description_,
                  connection ? trimmed(PQerrorMessage(connection.get())) : "out of memory"));
}

}  // namespace partita::engine
