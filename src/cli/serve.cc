#include "cli/serve.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <vector>

#include "cli/terminal.h"
#include "cli/version.h"
#include "database/database.h"
#include "protocol/credential_file.h"
#include "server/routes.h"
#include "server/server.h"

namespace partita::cli {
namespace {

using database::Database;
using database::Durability;
using database::RocksdbStore;

// As many file descriptors as the system lets us have, some of them kept for the store.
std::size_t connections_within_limits(std::size_t wanted) {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return wanted;
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  ::getrlimit(RLIMIT_NOFILE, &files);
  const std::size_t available = files.rlim_cur;
  return std::min(wanted, available - std::min<std::size_t>(available / 2, 512));
}

std::string describe(const database::Store& store) {
  const auto* rocksdb = std::get_if<RocksdbStore>(&store);
  if (rocksdb == nullptr) return "data in memory only: it is gone when the server stops";
  return fmt::format(
      "data in {} (RocksDB, {}{})", rocksdb->directory.string(),
      rocksdb->durability == Durability::Synced ? "every write synced" : "relaxed durability",
      rocksdb->master_key ? ", encrypted" : "");
}

void warn_of_risks(const ServeCommand& command, const Database& database) {
  const auto* rocksdb = std::get_if<RocksdbStore>(&command.store);
  if (rocksdb != nullptr && rocksdb->durability == Durability::Relaxed) {
    warn(
        fmt::format("durability is relaxed: a power cut or a crash of the system can lose the "
                    "writes acknowledged in the last {} ms",
                    rocksdb->relaxed_interval.count()));
  }
  const auto writes = database.write_availability();
  if (!writes.accepts_writes) warn(fmt::format("writes are refused: {}", writes.reason));
}

// The access keys of the file and of the environment. Empty if neither was asked for; a file
// without keys is an error, because it must not mean that everyone is let in.
Result<protocol::CredentialStore> load_access_keys(const ServeCommand& command) {
  std::vector<protocol::Credential> credentials;
  if (command.credentials) {
    credentials = TRY(protocol::load_credentials(*command.credentials));
    if (credentials.empty()) {
      return Error::invalid_argument(
          fmt::format("{} has no access key, so nobody could use the server; run: partita keys "
                      "create --file {}",
                      command.credentials->path.string(), command.credentials->path.string()));
    }
  }
  const auto from_environment = TRY(protocol::credential_from_environment());
  if (from_environment) credentials.push_back(*from_environment);
  return protocol::CredentialStore::create(std::move(credentials));
}

server::ServerOptions options_for(const ServeCommand& command,
                                  const protocol::CredentialStore& access_keys) {
  auto options = command.server;
  options.connections_max = connections_within_limits(options.connections_max);
  options.requires_signatures = !access_keys.is_empty();
  options.on_reload = [](const Status& status) {
    if (!status.ok())
      warn(fmt::format("the certificate stays as it was: {}", status.error().message()));
  };
  return options;
}

std::string_view access_note(const server::ServerOptions& options) {
  return options.requires_signatures ? "; clients need an access key"
                                     : "; no access keys: any signature is accepted";
}

database::DatabaseOptions database_options(const ServeCommand& command) {
  database::DatabaseOptions options;
  options.state_delays = {.creating = command.state_delay,
                          .updating = command.state_delay,
                          .deleting = command.state_delay};
  options.sweeper.interval = command.ttl_interval;
  options.sweeper.report = [](std::string_view line) { warn(line); };
  return options;
}

Status run_server(const ServeCommand& command, const server::ServerOptions& options,
                  protocol::CredentialStore access_keys) {
  // The address first: a mistake there should not touch the data.
  const auto server = TRY(server::Server::open(options));
  const auto database = TRY(Database::open(command.store, database_options(command)));
  warn_of_risks(command, *database);
  say(fmt::format("{}{}", start_line(command, server->address()), access_note(options)));
  server::Routes routes(*database, {.credentials = std::move(access_keys)});
  server->run(routes);
  return {};
}

ExitCode fail(const Error& error, ExitCode code) {
  complain(error);
  return code;
}

}  // namespace

std::string start_line(const ServeCommand& command, const server::ListenAddress& address) {
  return fmt::format("partita {} listens on {}://{}, {}", version(),
                     command.server.tls ? "https" : "http", address.to_string(),
                     describe(command.store));
}

ExitCode serve(const ServeCommand& command) {
  // Who reads our output may go away; that is no reason to stop.
  std::signal(SIGPIPE, SIG_IGN);
  auto access_keys = load_access_keys(command);
  if (!access_keys.ok()) return fail(access_keys.error(), ExitCode::Failed);
  const auto options = options_for(command, *access_keys);
  if (const auto safety = server::Server::check_safety(options); !safety.ok()) {
    return fail(safety.error(), ExitCode::Refused);
  }
  const Status status = run_server(command, options, std::move(*access_keys));
  return status.ok() ? ExitCode::Ok : fail(status.error(), ExitCode::Failed);
}

}  // namespace partita::cli
