#include "cli/top.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/display_text.h"
#include "cli/model_client.h"
#include "cli/plot.h"
#include "cli/terminal.h"
#include "partita/base/executor.h"
#include "partita/base/task.h"

namespace partita::cli {
namespace {

// Home, and everything below it is empty: what was there before stays above.
constexpr std::string_view kHome = "\x1b[H\x1b[J";
constexpr std::string_view kClear = "\x1b[2J";
constexpr std::size_t kLinesOfServer = 9;

std::uint64_t whole(double number) {
  return static_cast<std::uint64_t>(std::max(0.0, number + 0.5));
}

// "350 us", "1.2 ms", "2.5 s"
std::string duration_line(double microseconds) {
  if (microseconds < 1'000) return fmt::format("{:.0f} us", microseconds);
  if (microseconds < 1'000'000) return fmt::format("{:.1f} ms", microseconds / 1e3);
  return fmt::format("{:.1f} s", microseconds / 1e6);
}

class Numbers {
 public:
  explicit Numbers(const Item& answer) {
    const Value* const series = answer.find("series");
    if (series != nullptr && series->type() == ValueType::M) series_ = series->map();
  }

  std::vector<double> all(std::string_view name) const { return doubles_in(series_, name); }
  double last(std::string_view name) const {
    const auto numbers = all(name);
    return numbers.empty() ? 0 : numbers.back();
  }

 private:
  Item series_;
};

struct TableUse {
  std::string name;
  double read_units = 0;
  double write_units = 0;
  double throttled = 0;
};

std::vector<TableUse> tables_in(const Item& answer) {
  std::vector<TableUse> tables;
  const Value* const found = answer.find("tables");
  if (found == nullptr || found->type() != ValueType::M) return tables;
  for (const auto& [name, value] : found->map()) {
    if (value.type() != ValueType::M) continue;
    const Item& use = value.map();
    tables.push_back({name, double_in(use, "read_units"), double_in(use, "write_units"),
                      double_in(use, "throttled")});
  }
  std::stable_sort(tables.begin(), tables.end(), [](const auto& left, const auto& right) {
    return left.read_units + left.write_units > right.read_units + right.write_units;
  });
  return tables;
}

std::string tables_text(const Item& answer, const TopLook& look) {
  auto tables = tables_in(answer);
  if (tables.empty()) return "no table is used\n";
  const std::size_t room = look.rows > kLinesOfServer + 2 ? look.rows - kLinesOfServer - 2 : 1;
  const std::size_t hidden = tables.size() - std::min(tables.size(), room);
  tables.resize(tables.size() - hidden);
  TextTable shown{
      .columns = {{"table", true}, {"read units/s"}, {"write units/s"}, {"throttled/s"}},
      .rows = {}};
  for (const auto& use : tables) {
    shown.rows.push_back({{use.name},
                          {fmt::format("{:.1f}", use.read_units), true},
                          {fmt::format("{:.1f}", use.write_units), true},
                          {fmt::format("{:.1f}", use.throttled), true}});
  }
  std::string text = show_table(shown, {.width = look.columns}).text;
  if (hidden > 0) text += fmt::format("and {} more\n", hidden);
  return text;
}

TopLook look_of_terminal() {
  TopLook look;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
    look = {.columns = size.ws_col, .rows = size.ws_row};
  }
  return look;
}

Result<std::string> screen_of(const ModelClient& client, std::string_view server,
                              const TopLook& look) {
  const std::string json =
      TRY(client.send({.path = "/api/server/series", .query = {{"step", "1"}}}));
  return top_text(server, TRY(parse_answer(json)), look);
}

Task<Status> second() {
  co_await pause(std::chrono::seconds(1));
  co_return Status{};
}

Status watch(const ModelClient& client, std::string_view server) {
  print(kClear);
  for (;;) {
    const std::string screen = TRY(screen_of(client, server, look_of_terminal()));
    print(fmt::format("{}{}", kHome, screen));
    TRY(output_state());
    TRY(sync_wait(second()));
  }
}

}  // namespace

std::string top_text(std::string_view server, const Item& answer, const TopLook& look) {
  const Numbers numbers(answer);
  const auto requests = numbers.all("requests");
  const std::size_t columns = std::min<std::size_t>(60, look.columns > 12 ? look.columns - 12 : 1);
  const std::vector<double> lately(
      requests.end() - static_cast<std::ptrdiff_t>(std::min(requests.size(), columns)),
      requests.end());
  std::string text = fmt::format("{}\n\n", safe_text(server));
  text += fmt::format("requests    {}/s\n", grouped_digits(whole(numbers.last("requests"))));
  text += fmt::format("            {}\n", spark_line(lately, columns));
  text += fmt::format("latency     p50 {}, p99 {}\n", duration_line(numbers.last("latency_p50_us")),
                      duration_line(numbers.last("latency_p99_us")));
  text += fmt::format(
      "errors      {:.1f}/s of clients, {:.1f}/s of the server, {:.1f}/s throttled\n",
      numbers.last("client_errors"), numbers.last("server_errors"), numbers.last("throttled"));
  text +=
      fmt::format("bytes       {}/s in, {}/s out\n", bytes_line(whole(numbers.last("bytes_in"))),
                  bytes_line(whole(numbers.last("bytes_out"))));
  text += fmt::format("server      {:.0f} % of a core, {} of memory, {:.0f} connections\n\n",
                      numbers.last("cpu") * 100, bytes_line(whole(numbers.last("resident_bytes"))),
                      numbers.last("connections"));
  return text + tables_text(answer, look);
}

ExitCode show_top(const TopCommand& command) {
  const auto client = ModelClient::open(command.target);
  if (!client.ok()) return failed(client.error());
  const std::string& server = command.target.endpoint;
  if (command.is_once || !terminal_width()) {
    return print_or_fail(screen_of(*client, server, look_of_terminal()));
  }
  const Status watched = watch(*client, server);
  return watched.ok() ? ExitCode::Ok : failed(watched.error());
}

}  // namespace partita::cli
