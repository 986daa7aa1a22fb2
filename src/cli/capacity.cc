#include "cli/capacity.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "cli/model_client.h"
#include "cli/plot.h"
#include "cli/terminal.h"
#include "model/lint/cost.h"
#include "model/lint/measured_load.h"

namespace partita::cli {
namespace {

constexpr std::size_t kColumns = 72;
constexpr std::size_t kRows = 8;
constexpr std::string_view kLine = "─";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kUndimmed = "\x1b[0m";

struct Series {
  std::vector<double> consumed;
  std::vector<double> provisioned;
  std::vector<double> throttled;
};

Result<std::vector<double>> numbers_in(const Value& object, std::string_view name) {
  const auto wrong = [&] {
    return Error::invalid_argument(fmt::format("the answer has no list of numbers {}", name));
  };
  const Value* list = object.type() == ValueType::M ? object.map().find(name) : nullptr;
  if (list == nullptr || list->type() != ValueType::L) return wrong();
  std::vector<double> numbers;
  for (const Value& value : list->list()) {
    if (value.type() != ValueType::N) return wrong();
    const std::string text = value.number().to_string();
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    numbers.push_back(number);
  }
  return numbers;
}

Result<Series> series_in(const Item& answer, std::string_view direction) {
  const Value* object = answer.find(direction);
  if (object == nullptr) {
    return Error::invalid_argument(fmt::format("the answer has no {}", direction));
  }
  Series series{.consumed = TRY(numbers_in(*object, "consumed")),
                .provisioned = TRY(numbers_in(*object, "provisioned")),
                .throttled = TRY(numbers_in(*object, "throttled"))};
  const auto minutes = series.consumed.size();
  if (minutes == 0 || series.provisioned.size() != minutes || series.throttled.size() != minutes) {
    return Error::invalid_argument("the lists of the answer are not equally long");
  }
  return series;
}

double largest_of(const std::vector<double>& numbers) {
  return *std::max_element(numbers.begin(), numbers.end());
}

// In whole units, and so that a quiet table is not drawn as a busy one.
double top_of(const Series& series) {
  return std::max(1.0,
                  std::ceil(std::max(largest_of(series.consumed), largest_of(series.provisioned))));
}

// What stands in a row of a column: consumption as a bar, what is provisioned as a line above it.
std::string_view cell(double consumed, double provisioned, std::size_t row, double top) {
  const double eighths = consumed / top * static_cast<double>(kRows * 8);
  const double above = eighths - static_cast<double>(row * 8);
  // The smallest consumption shows, too.
  const double least = row == 0 && consumed > 0 ? 1 : 0;
  const auto block = static_cast<std::size_t>(std::clamp(std::round(above), least, 8.0));
  const auto line = provisioned / top * static_cast<double>(kRows);
  const bool is_line = provisioned > 0 && static_cast<std::size_t>(std::ceil(line)) == row + 1;
  if (block == 0 && is_line) return kLine;
  return kBlocks[block];
}

std::string chart(const Series& series, std::size_t columns, bool has_colours) {
  const auto consumed = in_columns(series.consumed, columns);
  const auto provisioned = in_columns(series.provisioned, columns);
  const double top = top_of(series);
  std::string text;
  for (std::size_t row = kRows; row-- > 0;) {
    const double level = top * static_cast<double>(row + 1) / static_cast<double>(kRows);
    const bool is_labelled = row == kRows - 1 || row == kRows / 2 - 1;
    text += is_labelled ? fmt::format("{:>7.4g} │", level) : "        │";
    for (std::size_t column = 0; column < consumed.size(); ++column) {
      const auto what = cell(consumed[column], provisioned[column], row, top);
      const bool is_dim = has_colours && what == kLine;
      if (is_dim) text += kDim;
      text += what;
      if (is_dim) text += kUndimmed;
    }
    text += '\n';
  }
  return text;
}

// "10:05" of "2026-11-16T10:05:00.000Z".
std::string_view clock_time(std::string_view moment) {
  return moment.size() >= 16 ? moment.substr(11, 5) : moment;
}

std::string summary(std::string_view direction, const Series& series) {
  double sum = 0;
  double throttled = 0;
  for (const double units : series.consumed) sum += units;
  for (const double requests : series.throttled) throttled += requests;
  const auto least = *std::min_element(series.provisioned.begin(), series.provisioned.end());
  const auto most = largest_of(series.provisioned);
  std::string text =
      fmt::format("{}: {:.1f} units/s on average, {:.1f} in the busiest minute; ", direction,
                  sum / static_cast<double>(series.consumed.size()), largest_of(series.consumed));
  if (most == 0) {
    text += "by request";
  } else if (least == most) {
    text += fmt::format("provisioned {:.0f}", most);
  } else {
    text += fmt::format("provisioned {:.0f} to {:.0f}, now {:.0f}", least, most,
                        series.provisioned.back());
  }
  if (throttled > 0) text += fmt::format("; {:.0f} throttled", throttled);
  return text + "\n";
}

// Which billing mode suits the load, or nothing if there was none.
std::string cost_text(const lint::MeasuredLoad& load) {
  const auto& book = lint::newest_price_book();
  const auto cost = lint::monthly_cost(load, book.standard);
  if (cost.on_demand == 0) return "";
  const bool is_cheaper_on_demand = cost.on_demand <= cost.provisioned;
  return fmt::format(
      "\nA month like this costs {} on demand, and {} provisioned and scaled to use 70 %\n"
      "({}): {} is cheaper, if the load stays like this.\n",
      lint::usd_text(cost.on_demand), lint::usd_text(cost.provisioned), book.name,
      is_cheaper_on_demand ? "on demand" : "provisioned");
}

Result<std::string> ask_capacity(const CapacityCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  client::RestRequest request{.path = "/api/capacity",
                              .query = {{"table", command.table}, {"last", command.last}}};
  if (!command.index.empty()) request.query.emplace_back("index", command.index);
  std::string json = TRY(client.send(request));
  if (command.prints_json) return json;
  return capacity_text(TRY(parse_answer(json)), kColumns, output_has_colours());
}

}  // namespace

Result<std::string> capacity_text(const Item& answer, std::size_t columns, bool has_colours) {
  std::string text(text_in(answer, "table"));
  if (const auto index = text_in(answer, "index"); !index.empty()) {
    text += fmt::format(", index {}", index);
  }
  text += ": consumed █, provisioned ─, units a second\n";
  const auto reads = TRY(series_in(answer, "reads"));
  const auto writes = TRY(series_in(answer, "writes"));
  text += "\n" + summary("reads", reads) + chart(reads, columns, has_colours);
  text += "\n" + summary("writes", writes) + chart(writes, columns, has_colours);
  const std::size_t minutes = writes.consumed.size();
  const std::size_t width = std::min(columns, minutes);
  const auto from = clock_time(text_in(answer, "from"));
  // "now" ends where the chart does, but stands apart from the beginning.
  const std::size_t gap = std::max(width > 3 ? width - 3 : 0, from.size() + 1);
  text += fmt::format("        └{}\n", fmt::format("{:─>{}}", "", width));
  text += fmt::format("         {:<{}}now\n", from, gap);
  text += fmt::format("         {} minutes to now, UTC; a column is the busiest minute of {}\n",
                      minutes, (minutes + width - 1) / width);
  return text + cost_text({.reads = reads.consumed, .writes = writes.consumed});
}

ExitCode show_capacity(const CapacityCommand& command) {
  return print_or_fail(ask_capacity(command));
}

}  // namespace partita::cli
