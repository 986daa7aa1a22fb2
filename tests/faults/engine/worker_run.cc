#include "faults/engine/worker_run.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <array>
#include <cerrno>
#include <cstdlib>

#include "partita/base/check.h"
#include "partita/base/file.h"

namespace partita::faults {
namespace {

struct Worker {
  pid_t process = 0;
  FileDescriptor reports;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (auto& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

const char* name_of(StoreMode mode) {
  if (mode == StoreMode::Relaxed) return "relaxed";
  return mode == StoreMode::Encrypted ? "encrypted" : "synced";
}

std::vector<std::string> environment_of(const WorkerSettings& settings) {
  std::vector<std::string> environment = settings.faults;
  if (!settings.faults.empty()) {
    environment.push_back(std::string("LD_PRELOAD=") + POWER_CUT_SHIM);
    environment.push_back("POWER_CUT_DIR=" + settings.directory.parent_path().string());
  }
  return environment;
}

Worker start(const WorkerSettings& settings) {
  std::array<int, 2> pipe{};
  PARTITA_CHECK(::pipe(pipe.data()) == 0);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addclose(&actions, pipe[0]);
  ::posix_spawn_file_actions_addclose(&actions, pipe[1]);
  std::vector<std::string> arguments{ENGINE_WORKER, settings.directory.string(),
                                     name_of(settings.mode)};
  auto environment = environment_of(settings);
  Worker worker;
  PARTITA_CHECK(::posix_spawn(&worker.process, ENGINE_WORKER, &actions, nullptr,
                              pointers(arguments).data(), pointers(environment).data()) == 0);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  worker.reports = FileDescriptor(pipe[0]);
  return worker;
}

void note(const Report& report, WorkerReports& reports) {
  const bool has_failed = reports.refused + reports.unknown > 0;
  switch (report.kind) {
    case Report::Kind::Acknowledged:
      ++reports.acknowledged;
      reports.acknowledged_after_failure += has_failed ? 1 : 0;
      reports.last[report.writer] = report.step;
      break;
    case Report::Kind::Refused:
      ++reports.refused;
      break;
    case Report::Kind::Unknown:
      ++reports.unknown;
      break;
  }
}

// The next report, or nothing when the worker is gone. Reports are written whole: they are shorter
// than a pipe's atomic write.
std::optional<Report> next_report(const Worker& worker) {
  Report report{};
  ssize_t got = 0;
  do {
    got = ::read(worker.reports.number(), &report, sizeof(report));
  } while (got < 0 && errno == EINTR);
  if (got != static_cast<ssize_t>(sizeof(report))) return std::nullopt;
  return report;
}

}  // namespace

WorkerReports run_worker(const WorkerSettings& settings, const Steps& before) {
  const Worker worker = start(settings);
  WorkerReports reports{.last = before};
  std::size_t seen = 0;
  while (const auto report = next_report(worker)) {
    note(*report, reports);
    if (settings.killed_after == ++seen) ::kill(worker.process, SIGKILL);
  }
  int status = 0;
  ::waitpid(worker.process, &status, 0);
  reports.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return reports;
}

}  // namespace partita::faults
