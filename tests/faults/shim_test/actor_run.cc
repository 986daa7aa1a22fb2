#include "actor_run.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace partita::faults {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return "(none)";
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

int run_program(std::vector<std::string> arguments, std::vector<std::string> environment,
                const std::string& output) {
  const std::vector<char*> argument_pointers = pointers_to(arguments);
  const std::vector<char*> environment_pointers = pointers_to(environment);
  const pid_t child = ::fork();
  if (child == 0) {
    const int fd = ::open(output.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
    ::dup2(fd, STDOUT_FILENO);
    ::execve(argument_pointers[0], argument_pointers.data(), environment_pointers.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

ActorRun::ActorRun() {
  std::string pattern = (std::filesystem::temp_directory_path() / "power_cut_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
  root_ = pattern;
  disk_ = root_ / "disk";
  std::filesystem::create_directory(disk_);
}

ActorRun::~ActorRun() {
  std::error_code ignored;
  std::filesystem::remove_all(root_, ignored);
}

ActorRun::Outcome ActorRun::run(const Environment& environment, const Script& script) const {
  std::vector<std::string> variables = {"LD_PRELOAD=" POWER_CUT_SHIM,
                                        "POWER_CUT_DIR=" + disk_.string()};
  for (const auto& [name, value] : environment) {
    variables.push_back(std::string(name).append("=").append(value));
  }
  std::vector<std::string> arguments = {DISK_ACTOR, disk_.string()};
  arguments.insert(arguments.end(), script.begin(), script.end());
  const std::string output = beside("output");
  const int exit_code = run_program(std::move(arguments), std::move(variables), output);
  return {exit_code, content_of(output)};
}

std::string ActorRun::read(const std::string& name) const { return content_of(disk_ / name); }

void ActorRun::write(const std::string& name, const std::string& content) const {
  std::ofstream(disk_ / name, std::ios::binary) << content;
}

bool ActorRun::holds(const std::string& name) const {
  return std::filesystem::exists(disk_ / name);
}

}  // namespace partita::faults
