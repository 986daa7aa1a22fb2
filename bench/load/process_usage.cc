#include "process_usage.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace partita::load {
namespace {

// Fields of /proc/PID/stat behind the name in brackets, counted from 0 (see proc(5)).
constexpr std::size_t kUserTicks = 11;
constexpr std::size_t kSystemTicks = 12;
constexpr std::size_t kResidentPages = 21;

Result<ProcessUsage> usage_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(file, line);
  // The name may have spaces and brackets of its own.
  const auto name_end = line.rfind(')');
  if (name_end == std::string::npos) {
    return Error::not_found(fmt::format("there is no process {}", process));
  }
  std::istringstream words(line.substr(name_end + 1));
  std::vector<std::string> fields;
  for (std::string word; words >> word;) fields.push_back(word);
  const double ticks = std::stod(fields.at(kUserTicks)) + std::stod(fields.at(kSystemTicks));
  return ProcessUsage{
      .cpu = std::chrono::duration<double>(ticks / static_cast<double>(::sysconf(_SC_CLK_TCK))),
      .resident_bytes = std::stoull(fields.at(kResidentPages)) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))};
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

Result<ProcessUsage> usage_of(std::span<const pid_t> processes) {
  ProcessUsage sum;
  for (const pid_t process : processes) {
    const auto usage = TRY(usage_of(process));
    sum.cpu += usage.cpu;
    sum.resident_bytes += usage.resident_bytes;
  }
  return sum;
}

std::chrono::duration<double> own_cpu() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::chrono::duration<double>(seconds(usage.ru_utime) + seconds(usage.ru_stime));
}

}  // namespace partita::load
