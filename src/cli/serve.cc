#include "cli/serve.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>

#include "cli/terminal.h"
#include "cli/version.h"
#include "database/database.h"
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

Status run_server(const ServeCommand& command) {
  auto options = command.server;
  options.connections_max = connections_within_limits(options.connections_max);
  // The address first: a mistake there should not touch the data.
  const auto server = TRY(server::Server::open(options));
  const auto database = TRY(Database::open(command.store));
  warn_of_risks(command, *database);
  say(start_line(server->address(), command.store));
  server::Routes routes(*database);
  server->run(routes);
  return {};
}

}  // namespace

std::string start_line(const server::ListenAddress& address, const database::Store& store) {
  return fmt::format("partita {} listens on http://{}, {}", version(), address.to_string(),
                     describe(store));
}

ExitCode serve(const ServeCommand& command) {
  // Who reads our output may go away; that is no reason to stop.
  std::signal(SIGPIPE, SIG_IGN);
  const Status status = run_server(command);
  if (status.ok()) return ExitCode::Ok;
  complain(status.error());
  const bool is_unsafe = !command.server.listen.is_loopback();
  return is_unsafe ? ExitCode::Refused : ExitCode::Failed;
}

}  // namespace partita::cli
