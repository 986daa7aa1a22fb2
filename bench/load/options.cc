#include "options.h"

#include <fmt/format.h>

#include <charconv>
#include <functional>
#include <map>

namespace partita::load {
namespace {

constexpr std::uint64_t kItemsMin = 1'000;

Error wrong_value(std::string_view text) {
  return Error::invalid_argument(fmt::format("'{}' is not a value for this option", text));
}

template <typename Number>
Status parse_into(Number& target, std::string_view text) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, target);
  if (error != std::errc{} || stop != end) return wrong_value(text);
  return {};
}

Status parse_into(std::string& target, std::string_view text) {
  target = text;
  return {};
}

Status parse_into(Endpoint& target, std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return wrong_value(text);
  target.address = text.substr(0, colon);
  return parse_into(target.port, text.substr(colon + 1));
}

Status parse_into(std::vector<pid_t>& target, std::string_view text) {
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    pid_t process = 0;
    TRY(parse_into(process, text.substr(0, comma)));
    target.push_back(process);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return {};
}

using Setter = std::function<Status(std::string_view)>;

template <typename Target>
Setter into(Target& target) {
  return [&target](std::string_view text) { return parse_into(target, text); };
}

std::map<std::string_view, Setter> setters(Options& options) {
  return {{"--server", into(options.endpoint)},
          {"--items", into(options.items)},
          {"--first", into(options.first)},
          {"--connections", into(options.connections)},
          {"--threads", into(options.threads)},
          {"--seconds", into(options.seconds)},
          {"--warm-up", into(options.warm_up_seconds)},
          {"--whole-every", into(options.whole_every)},
          {"--seed", into(options.seed)},
          {"--pid", into(options.processes)},
          {"--access-key", into(options.credentials.access_key)},
          {"--secret-key", into(options.credentials.secret_key)},
          {"--region", into(options.credentials.region)}};
}

Status validate(const Options& options) {
  if (options.workload.empty()) return Error::invalid_argument("no workload is named");
  if (options.items < kItemsMin || options.items < 10 * std::uint64_t{options.connections}) {
    return Error::invalid_argument("--items is less than 1000 or 10 a connection");
  }
  if (options.connections == 0 || options.threads == 0 || options.whole_every == 0) {
    return Error::invalid_argument("--connections, --threads and --whole-every are at least 1");
  }
  return {};
}

}  // namespace

const std::string_view kUsage = R"(Usage: partita_load WORKLOAD [option]...
Puts a DynamoDB server under load with signed requests, checks every answer, and says how fast and
how costly it was. Fails at the first wrong answer.

Workloads, in the order of a session:
  create    make the table with its two indexes anew
  load      BatchWriteItem of 25, messages --first to --items
  get       GetItem                      put       PutItem over an item
  batchget  BatchGetItem of 100          update    UpdateItem with a condition
  query     Query of 50 on an index      transact  TransactWriteItems of 3
  scan      Scan in pages of 500         raw       signed GetItems to a server with a static body
  sample    print that static body

Options:
  --server A:P      address and port of the server (127.0.0.1:8000)
  --items N         messages of the data set (100000)
  --first N         of load: the first message to load (0)
  --connections N   (32)                 --threads N       (1)
  --seconds N       (5)                  --warm-up N       seconds that do not count (0.5)
  --whole-every N   of so many answers check one whole, the others quickly (64)
  --pid N,N         processes of the server: adds their processor time and memory
  --access-key K    --secret-key K       --region R        what requests are signed with
  --seed N          (1)                  --json            one line of JSON
)";

Result<Options> parse_options(std::span<char* const> arguments) {
  Options options;
  auto known = setters(options);
  for (std::size_t at = 1; at < arguments.size(); ++at) {
    const std::string_view argument = arguments[at];
    const auto setter = known.find(argument);
    if (argument == "--json") {
      options.is_json = true;
    } else if (setter != known.end()) {
      if (++at == arguments.size()) return Error::invalid_argument("a value is missing");
      auto set = setter->second(arguments[at]);
      if (!set.ok()) return std::move(set).error().within(argument);
    } else if (argument.starts_with("-") || !options.workload.empty()) {
      return Error::invalid_argument(fmt::format("{} is not an option", argument));
    } else {
      options.workload = argument;
    }
  }
  TRY(validate(options));
  return options;
}

}  // namespace partita::load
