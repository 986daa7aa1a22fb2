#include "cli/serve.h"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <variant>
#include <vector>

#include "cli/model_startup.h"
#include "cli/own_facts.h"
#include "cli/service_state.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "database/database.h"
#include "database/store_server.h"
#include "model/definition/read_model.h"
#include "partita/base/file.h"
#include "partita/base/memory_reserve.h"
#include "partita/base/overload.h"
#include "store/places/place.h"
#include "wire/deliveries/http_courier.h"
#include "wire/endpoints/routes.h"
#include "wire/formats/archive_files.h"
#include "wire/formats/export_writers.h"
#include "wire/formats/item_file_reader.h"
#include "wire/outgoing/place_options.h"
#include "wire/protocol/credential_file.h"
#include "wire/server/request_log.h"
#include "wire/server/server.h"

namespace partita::cli {
namespace {

using database::Database;
using database::Durability;
using database::MemoryStore;
using database::PostgresStore;
using database::RocksdbStore;

// More than the store takes for the writes and reads that are under way at a time.
constexpr std::size_t kMemoryReserve = std::size_t{64} << 20;

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

// Left to itself, glibc takes a large block that was freed for a sign that more of them will come,
// and keeps such blocks from then on, with all that lies below one that is in use: the memory of
// some hundred large answers would stay resident for good. So blocks of their size come from the
// system and go back to it at once; a usual answer still comes out of what is kept.
void give_large_blocks_back() {
  constexpr int kLargeBytes = 128 << 10;
  constexpr int kKeptBytesMax = 4 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kLargeBytes);
  ::mallopt(M_TRIM_THRESHOLD, kKeptBytesMax);
}

std::string describe(const database::Store& store) {
  const auto of_files = [](const RocksdbStore& files) {
    return fmt::format(
        "data in {} (RocksDB, {}{})", files.directory.string(),
        files.durability == Durability::Synced ? "every write synced" : "relaxed durability",
        files.master_key ? ", encrypted" : "");
  };
  const auto of_memory = [](const MemoryStore&) {
    return std::string("data in memory only: it is gone when the server stops");
  };
  const auto of_server = [&](const PostgresStore&) {
    return fmt::format("data in PostgreSQL at {}, which other servers may share",
                       database::place_of(store));
  };
  return std::visit(Overload{of_files, of_memory, of_server}, store);
}

void warn_of_network(const server::ServerOptions& options) {
  if (options.listen.is_loopback()) return;
  const std::string address = options.listen.to_string();
  if (!options.requires_signatures) {
    warn(
        fmt::format("ANYONE who can reach {} can read, change and delete all data: there are no "
                    "access keys (--allow-anyone-on-the-network)",
                    address));
  } else if (!options.tls) {
    warn(
        fmt::format("what is sent to and from {} is not encrypted: who is on the network between "
                    "can read and change it (--allow-plaintext-network)",
                    address));
  }
}

void warn_of_risks(const ServeCommand& command, const Database& database) {
  const auto warn_of_files = [](const RocksdbStore& files) {
    if (files.durability != Durability::Relaxed) return;
    warn(
        fmt::format("durability is relaxed: a power cut or a crash of the system can lose the "
                    "writes acknowledged in the last {} ms",
                    files.relaxed_interval.count()));
  };
  // What is only in memory says so in the line of the start.
  const auto warn_of_memory = [](const MemoryStore&) {};
  const auto warn_of_server = [&](const PostgresStore& store) {
    const auto report = database::look_at_store(store);
    for (const auto& line : report.ok() ? report->advice : std::vector<std::string>()) {
      warn(fmt::format("the store: {}", line));
    }
    if (!command.backups && !command.backup_bucket) {
      warn(
          "backups of tables would be kept in the memory of this server, and end with it: say "
          "where "
          "they are to be, with --backups");
    }
  };
  std::visit(Overload{warn_of_files, warn_of_memory, warn_of_server}, command.store);
  if (command.throttles) {
    warn(
        "tables give no more than they are provisioned with (--throttle): requests beyond it are "
        "refused, as AWS does");
  }
  if (command.faults.are_allowed && command.faults.file.empty()) {
    warn("requests may set faults (--allow-faults): this server is for tests");
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

// Empty if none was asked for.
Result<std::string> load_metrics_token(const ServeCommand& command, bool has_access_keys) {
  constexpr std::size_t kTokenBytesMin = 16;
  constexpr std::size_t kTokenBytesMax = 1'000;
  if (command.metrics_token.empty()) return std::string();
  if (!has_access_keys) {
    return Error::invalid_argument(
        "--metrics-token is of no use without access keys: everybody may read metrics then");
  }
  std::string token = TRY(read_small_file(command.metrics_token, kTokenBytesMax));
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  const bool is_plain =
      std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (token.size() >= kTokenBytesMin && is_plain) return token;
  return Error::invalid_argument(fmt::format(
      "{} has no token: at least {} letters, digits and signs in one line; for example: openssl "
      "rand -hex 32 > {}",
      command.metrics_token.string(), kTokenBytesMin, command.metrics_token.string()));
}

// Those of the file, if there is one. Whoever watches the server is told when they begin and end.
Result<faults::FaultSettings> load_faults(const ServeCommand& command) {
  faults::FaultSettings settings{.are_allowed = command.faults.are_allowed,
                                 .report = [](std::string_view line) { warn(line); }};
  if (command.faults.file.empty()) return settings;
  const auto text = TRY(read_small_file(command.faults.file, model::kModelBytesMax));
  auto plan = faults::parse_faults(text, endpoints::faulty_operations());
  if (!plan.ok()) {
    return Error::invalid_argument(
        fmt::format("{}: {}", command.faults.file.string(), plan.error().message()));
  }
  settings.plan = std::move(*plan);
  return settings;
}

// Keys that cannot be read change nothing: who was let in is let in.
Status read_access_keys_again(const ServeCommand& command, const server::AccessKeys& access_keys) {
  if (access_keys.are_required()) access_keys.replace(TRY(load_access_keys(command)));
  return {};
}

void warn_unless_ok(std::string_view what_stays, const Status& status) {
  if (!status.ok()) warn(fmt::format("{}: {}", what_stays, status.error().message()));
}

server::ServerOptions options_for(const ServeCommand& command,
                                  const server::AccessKeys& access_keys) {
  auto options = command.server;
  options.connections_max = connections_within_limits(options.connections_max);
  options.requires_signatures = access_keys.are_required();
  options.on_reload = [&command, access_keys](const Status& certificate) {
    warn_unless_ok("the certificate stays as it was", certificate);
    warn_unless_ok("the access keys stay as they were",
                   read_access_keys_again(command, access_keys));
  };
  return options;
}

// "http://127.0.0.1:8000", with the address that it really has.
std::string address_text(const ServeCommand& command, const server::ListenAddress& address) {
  return fmt::format("{}://{}", command.server.tls ? "https" : "http", address.to_string());
}

std::string_view access_note(const server::ServerOptions& options) {
  return options.requires_signatures ? "; clients need an access key"
                                     : "; no access keys: any signature is accepted";
}

// Null if none was asked for.
Result<std::unique_ptr<places::ObjectPlace>> open_buckets(const ServeCommand& command) {
  if (command.s3.empty()) return std::unique_ptr<places::ObjectPlace>();
  auto place = outgoing::open_place(command.s3);
  if (!place.ok()) return std::move(place).error().within("--s3");
  return place;
}

// A bucket that is not there is told at once, not with the first backup. One that does not answer
// now may do so later: then backups are made.
Status check_backup_bucket(const ServeCommand& command, places::ObjectPlace* buckets) {
  if (!command.backup_bucket) return {};
  const auto listed = buckets->list({.bucket = command.backup_bucket->bucket, .objects_max = 1});
  if (listed.ok()) return {};
  if (places::place_fault_of(listed.error())) return Error(listed.error()).within("--backups");
  warn(fmt::format("backups wait until their bucket answers: {}", listed.error().message()));
  return {};
}

// What goes on behind requests may wait for an answer of the place: without this it would be waited
// for with the end of the database.
class ClosedAtEnd {
 public:
  explicit ClosedAtEnd(places::ObjectPlace* place) : place_(place) {}
  ~ClosedAtEnd() {
    if (place_ != nullptr) place_->close();
  }
  ClosedAtEnd(const ClosedAtEnd&) = delete;
  ClosedAtEnd& operator=(const ClosedAtEnd&) = delete;

 private:
  places::ObjectPlace* const place_;
};

// The same for who delivers what models tell elsewhere.
class CourierClosedAtEnd {
 public:
  explicit CourierClosedAtEnd(deliveries::HttpCourier& courier) : courier_(courier) {}
  ~CourierClosedAtEnd() { courier_.close(); }
  CourierClosedAtEnd(const CourierClosedAtEnd&) = delete;
  CourierClosedAtEnd& operator=(const CourierClosedAtEnd&) = delete;

 private:
  deliveries::HttpCourier& courier_;
};

database::DatabaseOptions database_options(const ServeCommand& command) {
  database::DatabaseOptions options;
  options.state_delays = {.creating = command.state_delay,
                          .updating = command.state_delay,
                          .deleting = command.state_delay};
  options.throttles = command.throttles;
  options.sweeper.interval = command.ttl_interval;
  options.sweeper.report = [](std::string_view line) { warn(line); };
  options.backups = command.backups;
  options.calendar.accepts_date = command.accepts_clock;
  options.calendar.report = options.sweeper.report;
  return options;
}

// Samples can be made again, so they need not wait for the disk one by one; when the store is
// closed they are on it, and the server finds them there. Other stores have no such time.
Status make_samples(const ServeCommand& command) {
  const auto in_files = [&](RocksdbStore files) -> Status {
    files.durability = Durability::Relaxed;
    auto options = database_options(command);
    options.makes_backups = false;  // The server does, which knows where they are to be.
    auto opened = TRY(open_with_models(files, options));
    return start_models(opened, command.models);
  };
  const auto elsewhere = [](const auto&) { return Status{}; };
  return std::visit(Overload{in_files, elsewhere}, command.store);
}

// A model that cannot be applied leaves no new store behind.
Status try_models_of(const ServeCommand& command) {
  if (std::holds_alternative<MemoryStore>(command.store)) return {};
  return TRY(database::has_been_made(command.store)) ? Status{} : try_models(command.models);
}

// How long a server ran, and how many requests it answered.
struct Service {
  MonotonicTime begun;
  std::uint64_t requests = 0;
};

Result<Service> run_server(const ServeCommand& command, server::ServerOptions options,
                           server::AccessKeys access_keys) {
  // Before the server, so that it outlives the last request.
  std::optional<server::RequestLog> log;
  if (command.log) options.request_log = &log.emplace(*command.log, STDERR_FILENO);
  // The address first: a mistake there should not touch the data.
  auto metrics_token = TRY(load_metrics_token(command, access_keys.are_required()));
  auto faults = TRY(load_faults(command));
  const auto server = TRY(server::Server::open(options));
  const auto buckets = TRY(open_buckets(command));
  TRY(check_backup_bucket(command, buckets.get()));
  TRY(try_models_of(command));
  if (command.models.makes_samples) TRY(make_samples(command));
  auto database = database_options(command);
  database.facts = own_facts(address_text(command, server->address()));
  database.place = buckets.get();
  database.backup_bucket = command.backup_bucket;
  database.export_formats = &formats::export_formats();
  deliveries::HttpCourier courier({.hosts = command.sync_hosts});
  database.courier = &courier;
  database.archive_formats = &formats::archive_formats();
  const formats::ItemFileReaders readers;
  database.item_readers = &readers;
  auto opened = TRY(open_with_models(command.store, database));
  const ClosedAtEnd closed_at_end(buckets.get());
  const CourierClosedAtEnd courier_closed_at_end(courier);
  warn_of_network(options);
  warn_of_risks(command, *opened.database);
  TRY(start_models(opened, command.models));
  for (const auto& line : unserved_lines(opened.models())) warn(line);
  say(fmt::format("{}{}", start_line(command, server->address()), access_note(options)));
  endpoints::Routes routes(
      *opened.database,
      {.credentials = std::move(access_keys), .metrics_token = std::move(metrics_token)},
      {.scheme = command.server.tls ? "https" : "http", .hosts = command.allowed_hosts},
      {.mode = command.console.mode,
       .name = command.console.name,
       .version = std::string(version())},
      std::move(faults));
  const std::string address = address_text(command, server->address());
  for (const auto& line : model_lines(opened.models(), address)) say(line);
  if (command.console.mode != console::Mode::Off)
    say(fmt::format("console at {}/console/", address));
  for (const auto& warning : routes.rest().warnings()) warn(warning);
  tell_service_state("READY=1\nSTATUS=Listens on " + address + "\n");
  Service service{.begun = Clock::system().monotonic_now()};
  server->run(routes);
  tell_service_state("STOPPING=1\n");
  service.requests = server->answered();
  return service;
}

ExitCode fail(const Error& error, ExitCode code) {
  complain(error);
  return code;
}

}  // namespace

std::string start_line(const ServeCommand& command, const server::ListenAddress& address) {
  return fmt::format("partita {} listens on {}, {}", version(), address_text(command, address),
                     describe(command.store));
}

std::string stop_line(std::uint64_t requests, MonotonicTime::duration ran) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(ran).count();
  std::string time = fmt::format("{} s", seconds % 60);
  if (seconds >= 60) time = fmt::format("{} min {}", seconds / 60 % 60, time);
  if (seconds >= 3600) time = fmt::format("{} h {}", seconds / 3600, time);
  return fmt::format("partita stopped in order after {}: {} {} answered", time, requests,
                     requests == 1 ? "request" : "requests");
}

ExitCode serve(const ServeCommand& command) {
  // Who reads our output may go away; that is no reason to stop.
  std::signal(SIGPIPE, SIG_IGN);
  if (command.stops_with_parent) stop_with_parent();
  MemoryReserve::open(kMemoryReserve);
  give_large_blocks_back();
  auto loaded = load_access_keys(command);
  if (!loaded.ok()) return fail(loaded.error(), ExitCode::Failed);
  const server::AccessKeys access_keys(std::move(*loaded));
  const auto options = options_for(command, access_keys);
  if (const auto safety = server::Server::check_safety(options); !safety.ok()) {
    return fail(safety.error(), ExitCode::Refused);
  }
  for (const auto& warning : command.warnings) warn(warning);
  const auto service = run_server(command, options, access_keys);
  if (!service.ok()) return fail(service.error(), ExitCode::Failed);
  const auto now = Clock::system().monotonic_now();
  say(stop_line(service->requests, now - service->begun));
  return ExitCode::Ok;
}

}  // namespace partita::cli
