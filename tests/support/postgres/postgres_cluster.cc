#include "support/postgres/postgres_cluster.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "support/temporary_directory.h"

namespace partita::testing {
namespace {

// Debian has a folder for each version; the newest one is taken, unless a folder is named.
std::filesystem::path program(std::string_view name) {
  if (const char* const folder = std::getenv("PARTITA_TEST_POSTGRES")) {
    return std::filesystem::path(folder) / name;
  }
  std::filesystem::path newest;
  std::error_code none;
  for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", none)) {
    const auto path = version.path() / "bin" / name;
    if (std::filesystem::exists(path) && path > newest) newest = path;
  }
  return newest;
}

// The server refuses to run as root.
struct RunsAs {
  RunsAs() {
    const passwd* user = ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr;
    if (user == nullptr) return;
    changes = true;
    uid = user->pw_uid;
    gid = user->pw_gid;
  }

  bool changes = false;
  uid_t uid = 0;
  gid_t gid = 0;
};

// Between fork and exec: only what is safe there.
void become(const RunsAs& user) {
  if (!user.changes) return;
  const bool is_done =
      ::setgroups(0, nullptr) == 0 && ::setgid(user.gid) == 0 && ::setuid(user.uid) == 0;
  if (!is_done) ::_exit(126);
}

pid_t spawn(const std::vector<std::string>& command, int output) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const RunsAs user;
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::setpgid(0, 0);
  become(user);
  // Ends with the test, however that ends.
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  if (::getppid() != parent || ::chdir("/") != 0) ::_exit(126);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    from = ends[0];
    to = ends[1];
  }
  int from = -1;
  int to = -1;
};

// Reads until the text is there; false if the output ends before.
bool wait_for(std::string_view text, int from, std::string& read_so_far) {
  char bytes[4096];
  while (read_so_far.find(text) == std::string::npos) {
    const auto count = ::read(from, bytes, sizeof(bytes));
    if (count <= 0) return false;
    read_so_far.append(bytes, static_cast<std::size_t>(count));
  }
  return true;
}

void make_cluster(const std::string& directory) {
  const Pipe output;
  const pid_t initdb = spawn({program("initdb"), "-D", directory + "/data", "-U", "partita", "-A",
                              "trust", "--no-sync", "-E", "UTF8", "--locale=C"},
                             output.to);
  ::close(output.to);
  std::string said;
  wait_for("\n--- never said ---", output.from, said);
  ::close(output.from);
  int status = 0;
  ::waitpid(initdb, &status, 0);
  if (status != 0) throw std::runtime_error("initdb: " + said);
}

void give_to_server(const std::filesystem::path& path) {
  const RunsAs user;
  if (user.changes) static_cast<void>(::chown(path.c_str(), user.uid, user.gid));
}

// An empty cluster, made once for all of this program: to copy one takes a tenth of the time.
const std::filesystem::path& empty_cluster() {
  class Template {
   public:
    Template() : directory_(memory_directory()) {
      std::filesystem::permissions(directory_.path(), std::filesystem::perms(0755));
      give_to_server(directory_.path());
      make_cluster(directory_.path());
    }
    const std::filesystem::path data() const { return directory_ / "data"; }

   private:
    const TemporaryDirectory directory_;
  };
  static const Template made;
  static const std::filesystem::path data = made.data();
  return data;
}

// But for what only the one that runs in a folder has.
void copy_cluster(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::filesystem::create_directory(to);
  for (const auto& entry : std::filesystem::directory_iterator(from)) {
    const auto name = entry.path().filename();
    if (name.string().starts_with("postmaster.")) continue;
    std::filesystem::copy(entry.path(), to / name, std::filesystem::copy_options::recursive);
  }
  std::filesystem::permissions(to, std::filesystem::perms(0700));
  give_to_server(to);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(to)) {
    give_to_server(entry.path());
  }
}

// One that nobody has at this moment.
int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const bool is_found = ::bind(socket, any, size) == 0 && ::getsockname(socket, any, &size) == 0;
  ::close(socket);
  if (!is_found) throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

std::string percent_encoded(std::string_view path) {
  std::string encoded;
  for (const char character : path) {
    encoded += character == '/' ? std::string("%2F") : std::string(1, character);
  }
  return encoded;
}

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const pid_t process = std::atoi(entry.path().filename().c_str());
    if (process <= 0) continue;
    // "pid (name) state parent ...", and a name may have anything in it.
    std::ifstream in(entry.path() / "stat");
    std::string line;
    std::getline(in, line);
    const auto behind_name = line.rfind(')');
    if (behind_name == std::string::npos) continue;
    if (std::atoi(line.substr(std::min(line.size(), behind_name + 4)).c_str()) == parent) {
      found.push_back(process);
    }
  }
  return found;
}

}  // namespace

bool PostgresCluster::is_installed() { return !program("initdb").empty(); }

PostgresCluster::PostgresCluster(const Options& options) {
  const auto place = options.syncs ? std::filesystem::temp_directory_path() : memory_directory();
  std::string pattern = (place / "partita-pg-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
  directory_ = pattern;
  host_ = percent_encoded(directory_);
  if (options.listens) port_ = free_port();
  give_to_server(directory_);
  // The socket is for all who run the test.
  std::filesystem::permissions(directory_, std::filesystem::perms(0755));
  set_up(options);
  start();
}

PostgresCluster::~PostgresCluster() {
  end(SIGQUIT);
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

void PostgresCluster::set_up(const Options& options) {
  const std::filesystem::path data = directory_ + "/data";
  if (options.primary != nullptr) {
    copy(*options.primary);
  } else {
    copy_cluster(empty_cluster(), data);
  }
  std::ofstream settings(data / "postgresql.conf", std::ios::app);
  settings << fmt::format(
      "\nlisten_addresses = '{}'\nport = {}\nunix_socket_directories = '{}'\n"
      "max_connections = 200\n"
      "shared_buffers = 64MB\nautovacuum = off\nfsync = {}\nfull_page_writes = {}\n{}\n",
      options.listens ? "127.0.0.1" : "", port_, directory_, options.syncs ? "on" : "off",
      options.syncs ? "on" : "off", options.more_settings);
  if (!options.admission.empty()) std::ofstream(data / "pg_hba.conf") << options.admission << '\n';
  for (const auto& file : options.files) {
    const auto copied = data / file.filename();
    std::filesystem::copy_file(file, copied);
    std::filesystem::permissions(copied, std::filesystem::perms(0600));
    give_to_server(copied);
  }
}

// As pg_basebackup does, which not every package of the server has.
void PostgresCluster::copy(PostgresCluster& primary) {
  const std::filesystem::path from = primary.directory_ + "/data";
  const std::filesystem::path to = directory_ + "/data";
  PGconn* const session = PQconnectdb(primary.address("").c_str());
  PQclear(PQexec(session, "SELECT pg_backup_start('standby', true)"));
  copy_cluster(from, to);
  PGresult* const label = PQexec(session, "SELECT labelfile FROM pg_backup_stop(false)");
  const std::string text = PQntuples(label) == 1 ? PQgetvalue(label, 0, 0) : "";
  const std::string problem = PQerrorMessage(session);
  PQclear(label);
  PQfinish(session);
  if (text.empty()) throw std::runtime_error("no backup: " + problem);
  std::ofstream(to / "backup_label") << text;
  std::ofstream(to / "standby.signal").close();
  std::ofstream(to / "postgresql.conf", std::ios::app) << fmt::format(
      "\nprimary_conninfo = 'host={} port={} user=partita'\n", primary.directory_, primary.port_);
  // It gets all of that from the primary.
  for (const auto& entry : std::filesystem::directory_iterator(to / "pg_wal")) {
    if (entry.is_regular_file()) std::filesystem::remove(entry.path());
  }
  for (const char* name : {"backup_label", "standby.signal"}) give_to_server(to / name);
}

void PostgresCluster::start() {
  const Pipe output;
  server_ = spawn({program("postgres"), "-D", directory_ + "/data"}, output.to);
  ::close(output.to);
  log_ = output.from;
  std::string said;
  // A standby accepts "read-only connections".
  if (!wait_for("ready to accept ", log_, said)) {
    end(SIGQUIT);
    throw std::runtime_error("postgres: " + said);
  }
  // What it says later is nobody's interest, but must go somewhere.
  reader_ = std::thread([from = log_] {
    char bytes[4096];
    while (::read(from, bytes, sizeof(bytes)) > 0) continue;
  });
}

// The server first: what it has started ends with it, but may take its time.
void PostgresCluster::tell_all(int signal) const {
  ::kill(server_, signal);
  for (const pid_t process : children_of(server_)) ::kill(process, signal);
}

void PostgresCluster::end(int signal) {
  if (server_ > 0) {
    if (signal == SIGKILL) {
      tell_all(signal);
    } else {
      ::kill(server_, signal);
    }
    ::waitpid(server_, nullptr, 0);
    server_ = -1;
  }
  if (reader_.joinable()) reader_.join();
  if (log_ >= 0) ::close(log_);
  log_ = -1;
}

void PostgresCluster::kill() { end(SIGKILL); }

void PostgresCluster::pause() { tell_all(SIGSTOP); }

void PostgresCluster::go_on() { tell_all(SIGCONT); }

std::string PostgresCluster::address(std::string_view schema) const {
  const std::string database = fmt::format("postgresql://partita@{}:{}/postgres", host_, port_);
  return schema.empty() ? database : fmt::format("{}?options=-csearch_path%3D{}", database, schema);
}

std::string PostgresCluster::socket() const {
  return fmt::format("{}/.s.PGSQL.{}", directory_, port_);
}

std::string PostgresCluster::new_schema() {
  std::string schema = fmt::format("store_{}_{}", ::getpid(), ++stores_);
  run(fmt::format("CREATE SCHEMA {}", schema));
  return schema;
}

std::string PostgresCluster::new_store() { return address(new_schema()); }

std::string PostgresCluster::run_at(const std::string& address, const std::string& sql) {
  PGconn* const connection = PQconnectdb(address.c_str());
  // What it remarks would be printed.
  PQsetNoticeReceiver(
      connection, [](void*, const PGresult*) {}, nullptr);
  PGresult* const result = PQexec(connection, sql.c_str());
  const auto status = PQresultStatus(result);
  const std::string problem = PQerrorMessage(connection);
  std::string answer;
  for (int row = 0; row < PQntuples(result); ++row) {
    for (int column = 0; column < PQnfields(result); ++column) {
      answer += (column == 0 ? "" : "|") + std::string(PQgetvalue(result, row, column));
    }
    answer += '\n';
  }
  PQclear(result);
  PQfinish(connection);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) throw std::runtime_error(problem);
  return answer;
}

}  // namespace partita::testing
