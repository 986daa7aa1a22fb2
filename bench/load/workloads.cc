#include "workloads.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string_view>

#include "partita/base/clock.h"
#include "range_scripts.h"
#include "read_scripts.h"

namespace partita::load {
namespace {

// What a script is made of, wherever it comes from.
struct Part {
  Writer writer;
  std::uint64_t seed;
  LoadProgress& progress;
};

using Factory = std::function<std::unique_ptr<Script>(const Part&)>;

template <typename ReadScript>
std::unique_ptr<Script> make_reader(const Part& part) {
  return std::make_unique<ReadScript>(part.writer.items, part.seed);
}

template <typename WriteScript>
std::unique_ptr<Script> make_writer(const Part& part) {
  return std::make_unique<WriteScript>(part.writer, part.seed);
}

const std::map<std::string_view, Factory>& factories() {
  static const std::map<std::string_view, Factory> all = {
      {"get", make_reader<GetScript>},
      {"batchget", make_reader<BatchGetScript>},
      {"raw", make_reader<RawScript>},
      {"query", make_reader<QueryScript>},
      {"scan", [](const Part& part) { return std::make_unique<ScanScript>(part.writer.items); }},
      {"put", make_writer<PutScript>},
      {"update", make_writer<UpdateScript>},
      {"transact", make_writer<TransactScript>},
      {"load", [](const Part& part) { return std::make_unique<LoadScript>(part.progress); }},
  };
  return all;
}

}  // namespace

Result<std::vector<std::unique_ptr<Script>>> make_scripts(const Options& options,
                                                          LoadProgress& progress) {
  const auto factory = factories().find(options.workload);
  if (factory == factories().end()) {
    return Error::invalid_argument(fmt::format("there is no workload {}", options.workload));
  }
  progress.next = options.first;
  progress.end = options.items;
  // The time of day grows faster than any server writes: versions of later runs are higher.
  const auto now = Clock::system().wall_now().time_since_epoch().count();
  std::vector<std::unique_ptr<Script>> scripts;
  for (std::uint64_t place = 0; place < options.connections; ++place) {
    const Writer writer{.place = place,
                        .writers = options.connections,
                        .items = options.items,
                        .first_revision = static_cast<Revision>(now)};
    const std::uint64_t seed = options.seed * 1'000'003 + place;
    scripts.push_back(factory->second({.writer = writer, .seed = seed, .progress = progress}));
  }
  return scripts;
}

}  // namespace partita::load
