#include "cli/worker.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <deque>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "cli/handler_process.h"
#include "cli/model_client.h"
#include "cli/own_facts.h"
#include "cli/terminal.h"
#include "language/value/json_text.h"
#include "partita/base/clock.h"

namespace partita::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A worker that is told to stop is not waited for longer than this.
constexpr std::string_view kWait = "5s";
constexpr milliseconds kLook(200);
constexpr milliseconds kPatience(5000);
constexpr int kGivenBack = 75;  // EX_TEMPFAIL of sysexits.h.
// After a server that does not answer.
constexpr milliseconds kPause(1000);

std::atomic<bool> is_told_to_stop = false;

void note_stop(int /*signal*/) { is_told_to_stop = true; }

void rest(milliseconds time) {
  for (auto left = time; left.count() > 0 && !is_told_to_stop; left -= kLook) {
    ::poll(nullptr, 0, static_cast<int>(kLook.count()));
  }
}

std::string name_of_this() { return fmt::format("{}-{}", machine_name(), ::getpid()); }

// The claim and what its workers call, as the API's index tells it.
struct Calls {
  std::string claim;
  std::string heartbeat;
  std::string complete;
  std::string fail;
  std::string release;
  std::vector<std::string> key;  // The parameters that name an item.
  std::string token;
  std::string worker;  // May be empty.
  milliseconds beat{};
};

Result<Calls> find_calls(const ModelClient& client, const WorkCommand& command) {
  const auto claim = TRY(client.find_pattern(command.model, command.claim));
  const Value* work = claim.element.find("work");
  if (work == nullptr || work->type() != ValueType::M) {
    return Error::not_found(fmt::format("{} is no claim of {}, but a pattern of kind {}",
                                        command.claim, command.model,
                                        text_in(claim.element, "kind")));
  }
  Calls calls;
  calls.claim = text_in(claim.element, "by_name");
  calls.token = text_in(work->map(), "token");
  calls.worker = text_in(work->map(), "worker");
  calls.beat = seconds(count_in(work->map(), "lease_seconds").value_or(3)) / 3;
  const auto path_of = [&](std::string_view verb) -> Result<std::string> {
    const auto found =
        TRY(client.find_pattern(command.model, fmt::format("{}_{}", command.claim, verb)));
    calls.key = texts_in(found.element, "parameters");
    return std::string(text_in(found.element, "by_name"));
  };
  calls.heartbeat = TRY(path_of("heartbeat"));
  calls.release = TRY(path_of("release"));
  calls.complete = TRY(path_of("complete"));
  // A claim without `fail` knows no failures: such an item is for another try.
  const auto fail = path_of("fail");
  calls.fail = fail.ok() ? *fail : calls.release;
  return calls;
}

// One of the workers: an item at a time.
class Worker {
 public:
  Worker(const WorkCommand& command, const Calls& calls, ModelClient client)
      : command_(command), calls_(calls), client_(std::move(client)) {}

  // False if something is wrong that will not mend itself.
  bool run();

 private:
  enum class Next { Again, Empty, Failed };

  Next claim();
  void handle(const Item& item);
  // Whether the program ended by itself, with the item still ours.
  bool attend(HandlerProcess& process, const Item& item);
  void stop(HandlerProcess& process, const Item& item);
  void finish(const HandlerProcess& process, const Item& item);
  Status send(const std::string& path, const Item& item, Item body, std::string key = {}) const;
  Status send_end(const std::string& path, const Item& item, const Item& body) const;
  void tell(std::string_view what, const Item& item, std::string_view more = "") const;
  std::string name_of(const Item& item) const;

  const WorkCommand& command_;
  const Calls& calls_;
  const ModelClient client_;
};

std::string Worker::name_of(const Item& item) const {
  std::string name;
  for (const std::string& part : calls_.key) {
    const Value* value = item.find(part);
    if (value == nullptr) continue;
    name += name.empty() ? "" : " ";
    name += value->type() == ValueType::S ? value->string() : to_json(*value);
  }
  return name;
}

void Worker::tell(std::string_view what, const Item& item, std::string_view more) const {
  print_aside(fmt::format("{} {}{}{}\n", what, name_of(item), more.empty() ? "" : ": ", more));
}

Status Worker::send(const std::string& path, const Item& item, Item body, std::string key) const {
  client::RestRequest request{.method = "POST", .path = path, .idempotency_key = std::move(key)};
  for (const std::string& part : calls_.key) {
    const Value* value = item.find(part);
    if (value == nullptr) continue;
    const bool is_text = value->type() == ValueType::S;
    request.query.emplace_back(part, is_text ? value->string() : value->number().to_string());
  }
  if (const Value* token = item.find(calls_.token)) body.set(calls_.token, *token);
  request.body = to_json(Value(std::move(body)));
  TRY(client_.send(request));
  return {};
}

// What ends the work on an item. A server that is away for a moment is asked again, for as long as
// the lease may last, or the work would be done once more. The key stays the same, so that what an
// answer was lost of is done once.
Status Worker::send_end(const std::string& path, const Item& item, const Item& body) const {
  const Clock& clock = Clock::system();
  const auto until = clock.monotonic_now() + 3 * calls_.beat;
  const std::string key = fmt::format("work-{}", text_in(item, calls_.token));
  while (true) {
    Status sent = send(path, item, body, key);
    const bool is_away = !sent.ok() && sent.error().kind() == ErrorKind::Unavailable;
    if (!is_away || is_told_to_stop || clock.monotonic_now() >= until) return sent;
    rest(kPause);
  }
}

Worker::Next Worker::claim() {
  client::RestRequest request{.method = "POST", .path = calls_.claim, .query = command_.arguments};
  request.query.emplace_back("wait", command_.ends_when_empty ? "0s" : kWait);
  if (!calls_.worker.empty()) {
    request.body = to_json(Value(Item{{calls_.worker, Value(command_.worker)}}));
  }
  const auto text = client_.send(request);
  if (!text.ok()) {
    complain(text.error());
    // One item that its rules let nobody take does not end the work on all that come later.
    const bool may_mend = text.error().kind() == ErrorKind::Unavailable ||
                          text.error().detail<RuleRefusal>() != nullptr;
    if (!may_mend || command_.ends_when_empty) return Next::Failed;
    rest(kPause);
    return Next::Again;
  }
  if (text->empty()) return Next::Empty;
  const auto item = parse_answer(*text);
  if (!item.ok()) {
    complain(item.error());
    return Next::Failed;
  }
  handle(*item);
  return Next::Again;
}

void Worker::stop(HandlerProcess& process, const Item& item) {
  process.terminate();
  process.wait(kPatience);
  const Status given_back = send(calls_.release, item, {});
  tell("given back", item, given_back.ok() ? "" : given_back.error().message());
}

// A heartbeat that no server hears is tried again: the lease lasts for three of them.
bool Worker::attend(HandlerProcess& process, const Item& item) {
  const Clock& clock = Clock::system();
  auto beat_at = clock.monotonic_now() + calls_.beat;
  while (!process.wait(kLook)) {
    if (is_told_to_stop) {
      stop(process, item);
      return false;
    }
    if (clock.monotonic_now() < beat_at) continue;
    const Status beaten = send(calls_.heartbeat, item, {});
    if (!beaten.ok() && beaten.error().kind() != ErrorKind::Unavailable) {
      process.terminate();
      process.wait(kPatience);
      tell("lost", item, beaten.error().message());
      return false;
    }
    beat_at = clock.monotonic_now() + calls_.beat;
  }
  return true;
}

void Worker::finish(const HandlerProcess& process, const Item& item) {
  const int code = process.exit_code();
  if (code == kGivenBack) {
    const Status released = send_end(calls_.release, item, {});
    return tell("given back", item, released.ok() ? "" : released.error().message());
  }
  const bool is_done = code == 0;
  Item attributes;
  if (process.output().find_first_not_of(" \n\r\t") != std::string::npos) {
    auto printed = parse_answer(process.output());
    if (printed.ok() && !process.printed_too_much()) {
      attributes = std::move(*printed);
    } else if (is_done) {
      // Done, but nobody knows what was found: to be done again by somebody who can tell.
      return tell("not completed", item, "what the program printed is no JSON object");
    }
  }
  if (!is_done && attributes.is_empty() && !command_.on_failure.empty()) {
    if (auto given = parse_answer(command_.on_failure); given.ok()) attributes = std::move(*given);
  }
  const Status ended = send_end(is_done ? calls_.complete : calls_.fail, item, attributes);
  const std::string_view what = is_done ? "completed" : "failed";
  if (!ended.ok()) return tell(fmt::format("not {}", what), item, ended.error().message());
  tell(what, item, is_done ? "" : fmt::format("the program ended with {}", code));
}

void Worker::handle(const Item& item) {
  auto process = HandlerProcess::start(command_.program, to_json(Value(item)) + "\n");
  if (!process.ok()) {
    complain(process.error());
    static_cast<void>(send(calls_.release, item, {}));
    return rest(kPause);
  }
  if (attend(*process, item)) finish(*process, item);
}

bool Worker::run() {
  while (!is_told_to_stop) {
    const Next next = claim();
    if (next == Next::Failed) return false;
    if (next == Next::Empty && command_.ends_when_empty) return true;
  }
  return true;
}

void take_signals() {
  struct sigaction action {};
  action.sa_handler = note_stop;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

Result<bool> run_workers(const WorkCommand& command) {
  if (!command.on_failure.empty()) TRY(parse_answer(command.on_failure));
  const auto first = TRY(ModelClient::open(command.target));
  const Calls calls = TRY(find_calls(first, command));
  std::deque<Worker> workers;
  for (int i = 0; i < command.parallel; ++i) {
    workers.emplace_back(command, calls, TRY(ModelClient::open(command.target)));
  }
  std::atomic<bool> all_well = true;
  std::vector<std::thread> threads;
  for (Worker& worker : workers) {
    threads.emplace_back([&] {
      if (!worker.run()) all_well = false;
    });
  }
  for (std::thread& thread : threads) thread.join();
  return all_well.load();
}

}  // namespace

ExitCode work(const WorkCommand& command) {
  WorkCommand named = command;
  if (named.worker.empty()) named.worker = name_of_this();
  take_signals();
  const auto worked = run_workers(named);
  if (worked.ok()) return *worked ? ExitCode::Ok : ExitCode::Failed;
  complain(worked.error());
  return worked.error().kind() == ErrorKind::NotFound ? ExitCode::NotFound : ExitCode::Failed;
}

}  // namespace partita::cli
