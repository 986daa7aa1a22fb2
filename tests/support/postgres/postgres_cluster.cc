#include "support/postgres/postgres_cluster.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
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

// Debian has a folder for each version; the newest one is taken.
std::filesystem::path program(std::string_view name) {
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
  if (const passwd* user = ::getpwnam("postgres"); ::geteuid() == 0 && user != nullptr) {
    static_cast<void>(::chown(directory_.c_str(), user->pw_uid, user->pw_gid));
  }
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
  make_cluster(directory_);
  std::ofstream settings(directory_ + "/data/postgresql.conf", std::ios::app);
  settings << fmt::format(
      "\nlisten_addresses = ''\nunix_socket_directories = '{}'\nmax_connections = 200\n"
      "shared_buffers = 64MB\nautovacuum = off\nfsync = {}\nfull_page_writes = {}\n{}\n",
      directory_, options.syncs ? "on" : "off", options.syncs ? "on" : "off",
      options.more_settings);
}

void PostgresCluster::start() {
  const Pipe output;
  server_ = spawn({program("postgres"), "-D", directory_ + "/data"}, output.to);
  ::close(output.to);
  log_ = output.from;
  std::string said;
  if (!wait_for("ready to accept connections", log_, said)) {
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

std::string PostgresCluster::address() const {
  std::string host;
  for (const char character : directory_) {
    host += character == '/' ? std::string("%2F") : std::string(1, character);
  }
  return fmt::format("postgresql://partita@{}/postgres", host);
}

std::string PostgresCluster::new_store() {
  const std::string schema = fmt::format("store_{}_{}", ::getpid(), ++stores_);
  run(fmt::format("CREATE SCHEMA {}", schema));
  return fmt::format("{}?options=-csearch_path%3D{}", address(), schema);
}

std::string PostgresCluster::run(const std::string& sql) {
  PGconn* const connection = PQconnectdb(address().c_str());
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
