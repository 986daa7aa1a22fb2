// engine_worker DIRECTORY synced|relaxed|encrypted: sixteen writers make steps in the store of the
// directory, each reporting on standard output what it was told, until something goes wrong for all
// of them or they have made enough. Runs under the power-cut library; ends by cutting the power
// itself if the library is there.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/rocksdb/rocksdb_engine.h"
#include "faults/engine/workload.h"

namespace partita::faults {
namespace {

constexpr int kCannotOpen = 3;
// No run needs more: the faults come much earlier.
constexpr std::uint32_t kStepsMax = 5'000;

void report(Report::Kind kind, std::size_t writer, std::uint32_t step) {
  const Report word{.kind = kind, .writer = static_cast<std::uint8_t>(writer), .step = step};
  if (::write(STDOUT_FILENO, &word, sizeof(word)) != sizeof(word)) ::_exit(4);
}

Report::Kind kind_of(const Status& status) {
  if (status.ok()) return Report::Kind::Acknowledged;
  return status.error().kind() == ErrorKind::Unknown ? Report::Kind::Unknown
                                                     : Report::Kind::Refused;
}

void write_steps(engine::Engine& engine, std::size_t writer, std::uint32_t last) {
  for (std::uint32_t step = last + 1; step <= last + kStepsMax; ++step) {
    const auto kind = kind_of(sync_wait(make_step(engine, writer, step)));
    report(kind, writer, step);
    if (kind != Report::Kind::Acknowledged) return;
  }
}

void cut_power() {
  if (void* cut = ::dlsym(RTLD_DEFAULT, "power_cut_now")) reinterpret_cast<void (*)()>(cut)();
}

StoreMode mode_of(std::string_view name) {
  if (name == "relaxed") return StoreMode::Relaxed;
  return name == "encrypted" ? StoreMode::Encrypted : StoreMode::Synced;
}

int work(const engine::RocksdbOptions& options) {
  const auto engine = engine::open_rocksdb_engine(options);
  if (!engine.ok()) {
    std::fprintf(stderr, "%s\n", engine.error().to_string().c_str());
    return kCannotOpen;
  }
  const auto steps = steps_made(**engine);
  if (!steps.ok()) return kCannotOpen;
  {
    std::vector<std::jthread> writers;
    for (std::size_t writer = 0; writer < kWriters; ++writer) {
      writers.emplace_back([&, writer] { write_steps(**engine, writer, (*steps)[writer]); });
    }
  }
  cut_power();
  return 0;
}

}  // namespace
}  // namespace partita::faults

int main(int count, char** arguments) {
  if (count != 3) return 2;
  namespace faults = partita::faults;
  return faults::work(faults::options_of(arguments[1], faults::mode_of(arguments[2])));
}
