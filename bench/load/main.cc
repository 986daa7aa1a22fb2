// How fast is a DynamoDB server, and is it right while it is fast? One workload a run.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "fleet.h"
#include "options.h"
#include "read_scripts.h"
#include "report.h"
#include "tables.h"
#include "workloads.h"

namespace partita::load {
namespace {

constexpr std::size_t kReadBackMax = 1'000;
constexpr unsigned kReadBackConnections = 4;

Lane::Options lane_options(const Options& options) {
  return {.endpoint = options.endpoint,
          .credentials = options.credentials,
          .whole_every = options.whole_every};
}

// Up to kReadBackMax of the messages, evenly from all of them.
std::vector<Message> sample(const std::vector<Message>& messages) {
  const std::size_t step = std::max<std::size_t>(messages.size() / kReadBackMax, 1);
  std::vector<Message> chosen;
  for (std::size_t at = 0; at < messages.size() && chosen.size() < kReadBackMax; at += step) {
    chosen.push_back(messages[at]);
  }
  return chosen;
}

// What a server has acknowledged must be there.
Result<std::uint64_t> read_back(const Options& options, const std::vector<Message>& acknowledged) {
  const auto messages = sample(acknowledged);
  std::vector<std::vector<Message>> shares(kReadBackConnections);
  for (std::size_t at = 0; at < messages.size(); ++at) {
    shares[at % kReadBackConnections].push_back(messages[at]);
  }
  std::vector<std::unique_ptr<Script>> scripts;
  for (auto& share : shares) scripts.push_back(std::make_unique<ReadBackScript>(std::move(share)));
  auto fleet = TRY(Fleet::open(lane_options(options), 1, std::move(scripts)));
  return TRY(fleet.run(std::chrono::seconds(0))).items;
}

// A load is measured from its first message to its last: it has no warm-up and no end in time.
bool is_load(const Options& options) { return options.workload == "load"; }

Result<Report> run(const Options& options) {
  LoadProgress progress;
  auto scripts = TRY(make_scripts(options, progress));
  auto fleet = TRY(Fleet::open(lane_options(options), options.threads, std::move(scripts)));
  if (!is_load(options) && options.warm_up_seconds > 0) {
    TRY(fleet.run(std::chrono::duration<double>(options.warm_up_seconds)));
  }
  const auto server_before = TRY(usage_of(options.processes));
  const auto client_before = own_cpu();
  Report report;
  report.tally = TRY(fleet.run(std::chrono::duration<double>(options.seconds)));
  report.client_cpu = own_cpu() - client_before;
  report.server = TRY(usage_of(options.processes));
  report.server.cpu -= server_before.cpu;
  report.read_back = TRY(read_back(options, fleet.acknowledged()));
  if (report.tally.operations == 0) return Error::unavailable("nothing was done");
  return report;
}

Status perform(const Options& options) {
  if (options.workload == "sample") {
    fmt::print("{}", sample_answer());
    return {};
  }
  if (options.workload == "create") {
    auto client = TRY(Client::connect(options.endpoint, options.credentials));
    return recreate_table(client);
  }
  const auto report = TRY(run(options));
  fmt::print("{}\n", options.is_json ? to_json(options, report) : to_text(options, report));
  return {};
}

}  // namespace
}  // namespace partita::load

int main(int count, char** arguments) {
  using partita::load::kUsage;
  const auto options = partita::load::parse_options(std::span(arguments, arguments + count));
  if (!options.ok()) {
    fmt::print(stderr, "partita_load: {}\n\n{}", options.error().message(), kUsage);
    return 2;
  }
  const auto done = partita::load::perform(*options);
  if (done.ok()) return 0;
  fmt::print(stderr, "partita_load: {}: {}\n", options->workload, done.error().message());
  return 1;
}
