#include "cli/jobs.h"

#include <fmt/format.h>

#include <vector>

#include "cli/item_table.h"
#include "cli/model_client.h"
#include "cli/terminal.h"

namespace partita::cli {
namespace {

// "1200 of about 5000 (24 %)", or nothing for work that has no end.
std::string progress_text(const Item& job) {
  const auto done = count_in(job, "done");
  if (!done) return "";
  const auto total = count_in(job, "total");
  if (!total || *total == 0) return fmt::format("{}", *done);
  return fmt::format("{} of about {} ({} %)", *done, *total, *done * 100 / *total);
}

// "in 12 s" for a job that waits.
std::string next_text(const Item& job) {
  const auto next_ms = count_in(job, "next_ms").value_or(0);
  if (next_ms == 0) return "";
  return next_ms < 1000 ? fmt::format("in {} ms", next_ms)
                        : fmt::format("in {} s", (next_ms + 999) / 1000);
}

Item row_of(const Item& job) {
  Item row;
  const auto set = [&](const std::string& column, std::string text) {
    if (!text.empty()) row.set(column, Value(std::move(text)));
  };
  set("job", std::string(text_in(job, "name")));
  set("what it does", std::string(text_in(job, "purpose")));
  set("state", std::string(text_in(job, "state")));
  set("server", std::string(text_in(job, "holder")));
  set("progress", progress_text(job));
  row.set("items/s", Value(Number(count_in(job, "items_per_second").value_or(0))));
  set("next turn", next_text(job));
  set("error", std::string(text_in(job, "error")));
  return row;
}

Result<std::string> ask(const JobsCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  client::RestRequest request{.path = "/api/jobs"};
  if (!command.paused.empty()) {
    request = {.method = "POST", .path = "/api/jobs:pause", .query = {{"name", command.paused}}};
  } else if (!command.resumed.empty()) {
    request = {.method = "POST", .path = "/api/jobs:resume", .query = {{"name", command.resumed}}};
  }
  std::string json = TRY(client.send(request));
  if (command.prints_json) return json;
  return jobs_text(TRY(parse_answer(json)), output_has_colours());
}

}  // namespace

std::string jobs_text(const Item& answer, bool has_colours) {
  std::vector<Item> rows;
  for (const Item& job : objects_in(answer, "jobs")) rows.push_back(row_of(job));
  const std::vector<std::string> columns{"job",     "state",     "server",       "progress",
                                         "items/s", "next turn", "what it does", "error"};
  return table_text(rows, columns_of(rows, columns), has_colours);
}

ExitCode show_jobs(const JobsCommand& command) { return print_or_fail(ask(command)); }

}  // namespace partita::cli
