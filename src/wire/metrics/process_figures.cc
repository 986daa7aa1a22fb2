#include "wire/metrics/process_figures.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace partita::metrics {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// When the machine was started, in seconds since 1970.
double boot_seconds() {
  std::ifstream file("/proc/stat");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("btime ")) return std::stod(line.substr(6));
  }
  return 0;
}

// The fields of /proc/self/stat behind the program's name, which may hold anything.
void read_stat(ProcessFigures& figures) {
  std::ifstream file("/proc/self/stat");
  std::string text;
  std::getline(file, text);
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return;
  std::istringstream fields(text.substr(name_end + 1));
  // From the state, the third field, on.
  constexpr int kThreads = 20;
  constexpr int kStartTime = 22;
  std::string field;
  for (int number = 3; number <= kStartTime && fields >> field; ++number) {
    if (number == kThreads) figures.threads = std::stoull(field);
    if (number != kStartTime) continue;
    const double boot = boot_seconds();
    const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
    if (boot > 0) figures.start_seconds = boot + std::stod(field) / ticks;
  }
}

void read_memory(ProcessFigures& figures) {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all_pages = 0;
  std::uint64_t resident_pages = 0;
  if (!(file >> all_pages >> resident_pages)) return;
  const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  figures.virtual_bytes = all_pages * page_bytes;
  figures.resident_bytes = resident_pages * page_bytes;
}

}  // namespace

ProcessFigures process_figures() {
  ProcessFigures figures;
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) == 0) {
    figures.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  }
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) figures.open_files_max = files.rlim_cur;
  read_stat(figures);
  read_memory(figures);
  return figures;
}

std::uint64_t count_open_files() {
  std::error_code failed;
  std::uint64_t files = 0;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", failed), end;
       !failed && entry != end; entry.increment(failed)) {
    ++files;
  }
  // The one that the list was read by is not counted.
  return files == 0 ? 0 : files - 1;
}

}  // namespace partita::metrics
