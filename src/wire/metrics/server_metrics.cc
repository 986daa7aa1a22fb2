#include "wire/metrics/server_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "database/database.h"
#include "engine/figures.h"
#include "wire/metrics/process_figures.h"
#include "wire/protocol/errors.h"

namespace partita::metrics {
namespace {

using enum MetricKind;

// Jobs with an end have their progress shown; more than these are left out.
constexpr std::size_t kJobsMax = 50;

template <typename Integer>
double as_double(Integer value) {
  return static_cast<double>(value);
}

std::string_view operation_name(const std::vector<std::string_view>& operations,
                                std::size_t number) {
  return number < operations.size() ? operations[number] : operations.front();
}

// One metric of all tables and indexes.
template <typename ValueOf>
void write_by_table(MetricText& text, const std::vector<TableRow>& rows, ValueOf value_of) {
  for (const TableRow& row : rows) {
    text.value({{"table", row.table}, {"index", row.index}}, as_double(value_of(row)));
  }
}

void write_errors(MetricText& text, const server::RequestSums& sums,
                  const std::vector<std::string_view>& operations) {
  std::map<std::pair<std::string_view, std::string>, std::uint64_t> errors;
  for (const auto& [place, count] : sums.errors) {
    errors[{operation_name(operations, place.first), error_label(place.second)}] += count;
  }
  text.begin("partita_errors_total", Counter,
             "Requests that were refused or have failed, by the exception's name; where there is "
             "none, by the status of HTTP.");
  for (const auto& [place, count] : errors) {
    text.value({{"operation", place.first}, {"error", place.second}}, as_double(count));
  }
}

}  // namespace

std::string error_label(std::uint16_t error) {
  if (error >= server::RequestCounts::kFirstStatus) return fmt::format("HTTP {}", error);
  return std::string(protocol::exception_name(static_cast<api::Exception>(error - 1)));
}

void write_requests(MetricText& text, const server::RequestSums& sums,
                    const std::vector<std::string_view>& operations) {
  std::map<std::string_view, DurationCounts> by_name;
  for (const auto name : operations) by_name[name];
  for (std::size_t i = 0; i < sums.durations.size(); ++i) {
    by_name[operation_name(operations, i)] += sums.durations[i];
  }
  text.begin("partita_requests_total", Counter, "Requests that were answered, by operation.");
  for (const auto& [name, counts] : by_name) {
    text.value({{"operation", name}}, as_double(counts.count()));
  }
  write_errors(text, sums, operations);
  text.begin("partita_request_seconds", Histogram,
             "How long requests took, from their last byte to their answer, by operation; only of "
             "operations that were asked for.");
  for (const auto& [name, counts] : by_name) {
    if (counts.count() > 0) text.durations({{"operation", name}}, counts);
  }
  text.one("partita_request_bytes_total", Counter, "Bytes of all requests, with their headers.",
           as_double(sums.bytes_in));
  text.one("partita_response_bytes_total", Counter,
           "Bytes of the bodies of all answers but those that are written while they are sent.",
           as_double(sums.bytes_out));
}

void write_server(MetricText& text, const server::ServerState& state) {
  text.one("partita_connections", Gauge, "Connections that are open.",
           as_double(state.connections));
  text.one("partita_connections_max", Gauge, "Connections that may be open.",
           as_double(state.connections_max));
  text.one("partita_connections_accepted_total", Counter, "Connections that were accepted.",
           as_double(state.accepted));
  text.one("partita_connections_refused_total", Counter,
           "Connections that were refused because as many were open as may be.",
           as_double(state.turned_away));
  text.begin("partita_memory_budget_bytes", Gauge,
             "Memory that all bodies of requests, and all large answers, may take together.");
  text.value({{"kind", "requests"}}, as_double(state.body_bytes_max));
  text.value({{"kind", "answers"}}, as_double(state.answer_bytes_max));
  text.begin("partita_memory_budget_used_bytes", Gauge, "How much of it is taken.");
  text.value({{"kind", "requests"}}, as_double(state.body_bytes));
  text.value({{"kind", "answers"}}, as_double(state.answer_bytes));
}

void write_tables(MetricText& text, const std::vector<TableRow>& rows) {
  text.begin("partita_items", Gauge, "Items of a table, or entries of an index.");
  write_by_table(text, rows, [](const TableRow& row) { return row.counts.items; });
  text.begin("partita_item_bytes", Gauge, "Their size, as DynamoDB counts it.");
  write_by_table(text, rows, [](const TableRow& row) { return row.counts.bytes; });
  text.begin("partita_consumed_read_units_total", Counter,
             "Read capacity units that a table or an index was read with.");
  write_by_table(text, rows, [](const TableRow& row) { return row.used.read_units; });
  text.begin("partita_consumed_write_units_total", Counter,
             "Write capacity units that a table or an index was written with.");
  write_by_table(text, rows, [](const TableRow& row) { return row.used.write_units; });
  text.begin("partita_provisioned_read_units", Gauge,
             "Read capacity units a second that are provisioned; 0 if it is paid by request.");
  write_by_table(text, rows, [](const TableRow& row) { return row.provisioned_read_units; });
  text.begin("partita_provisioned_write_units", Gauge,
             "Write capacity units a second that are provisioned; 0 if it is paid by request.");
  write_by_table(text, rows, [](const TableRow& row) { return row.provisioned_write_units; });
  text.begin("partita_throttled_reads_total", Counter,
             "Reads that were refused for want of capacity.");
  write_by_table(text, rows, [](const TableRow& row) { return row.used.throttled_reads; });
  text.begin("partita_throttled_writes_total", Counter,
             "Writes that were refused for want of capacity.");
  write_by_table(text, rows, [](const TableRow& row) { return row.used.throttled_writes; });
  text.begin("partita_expired_items_total", Counter,
             "Items that were deleted because their time to live was over.");
  for (const TableRow& row : rows) {
    if (row.index.empty()) text.value({{"table", row.table}}, as_double(row.used.expired_items));
  }
}

void write_jobs(MetricText& text, const jobs::Jobs& jobs) {
  const auto reports = jobs.list();
  using jobs::JobState;
  text.begin("partita_jobs", Gauge, "Jobs behind the requests, by their state.");
  for (const JobState state : {JobState::Waiting, JobState::Running, JobState::Paused,
                               JobState::Failed, JobState::Elsewhere}) {
    const auto count = std::count_if(reports.begin(), reports.end(),
                                     [&](const auto& job) { return job.state == state; });
    text.value({{"state", jobs::name_of(state)}}, as_double(count));
  }
  text.one("partita_job_failures_total", Counter, "Turns of jobs that have failed.",
           as_double(jobs.failures()));
  text.begin("partita_job_progress_ratio", Gauge,
             "How far a job that has an end is: from 0 to 1, at most fifty of them.");
  std::size_t shown = 0;
  for (const auto& job : reports) {
    const bool has_end = job.progress && job.progress->total && *job.progress->total > 0;
    if (!has_end || ++shown > kJobsMax) continue;
    const double ratio = as_double(job.progress->done) / as_double(*job.progress->total);
    text.value({{"job", job.name}}, std::min(ratio, 1.0));
  }
}

void write_database(MetricText& text, database::Database& database) {
  text.begin("partita_info", Gauge, "Always 1; its labels say what the data are kept in.");
  text.value({{"engine", database.engine_name()}, {"durability", database.durability_name()}}, 1);
  text.one("partita_writes_accepted", Gauge,
           "1 if writes are accepted, else 0: GET /health says why.",
           database.write_availability().accepts_writes ? 1 : 0);
  text.one("partita_reads_failing", Gauge, "1 if a read has failed within the last minute, else 0.",
           database.read_trouble().empty() ? 0 : 1);
  text.one("partita_clock_doubted", Gauge,
           "1 if the date of the machine is doubted, so that nothing expires, else 0.",
           database.calendar().doubt().empty() ? 0 : 1);
  const catalog::Catalog& catalog = database.context().catalog;
  text.one("partita_tables", Gauge, "Tables that there are.",
           as_double(catalog.list_after("", SIZE_MAX).size()));
  text.one("partita_expiry_lag_seconds", Gauge,
           "How long the time to live of the first item that is still to be deleted has been over.",
           as_double(catalog.usage().expiry_lag().count()));
}

// Of each server the same names; the labels of the first one say whose they are.
void write_leases(MetricText& text, const jobs::Leases& leases) {
  const jobs::ServerFacts& facts = leases.facts();
  text.begin("partita_server_info", Gauge,
             "Always 1; its labels say which server this is, among those that share its store.");
  text.value({{"server", leases.server()},
              {"version", facts.version},
              {"address", facts.address},
              {"machine", facts.machine}},
             1);
  const auto figures = leases.figures();
  text.one("partita_servers", Gauge,
           "Servers that have the store open, this one among them, as it sees it.",
           as_double(figures.servers));
  text.one("partita_leases", Gauge,
           "Leases of jobs that this server holds; 0 if it has its store for itself.",
           as_double(figures.held));
  text.one("partita_presence_age_seconds", Gauge,
           "How long ago this server has last told the others that it is alive: beyond 5 they take "
           "its leases. 0 if it has its store for itself.",
           std::chrono::duration<double>(figures.beat_age).count());
}

void write_engine(MetricText& text, database::Database& database) {
  const engine::Figures* source = database.abilities().figures;
  if (source == nullptr) return;
  const auto figures = source->figures();
  for (const auto& figure : figures.numbers) {
    const bool is_counter = figure.kind == engine::Figure::Kind::Counter;
    text.one(fmt::format("partita_{}", figure.name), is_counter ? Counter : Gauge, figure.help,
             figure.value);
  }
  for (const auto& figure : figures.durations) {
    text.begin(fmt::format("partita_{}", figure.name), Histogram, figure.help);
    text.durations({}, figure.counts);
  }
}

void write_process(MetricText& text) {
  const ProcessFigures figures = process_figures();
  text.one("process_cpu_seconds_total", Counter, "Time that all cores have spent on this program.",
           figures.cpu_seconds);
  text.one("process_start_time_seconds", Gauge, "When the program was started, since 1970.",
           figures.start_seconds);
  text.one("process_resident_memory_bytes", Gauge, "Memory of the machine that it takes.",
           as_double(figures.resident_bytes));
  text.one("process_virtual_memory_bytes", Gauge, "Address space that it takes.",
           as_double(figures.virtual_bytes));
  text.one("process_open_fds", Gauge, "File descriptors that it has open.",
           as_double(count_open_files()));
  text.one("process_max_fds", Gauge, "File descriptors that it may have open.",
           as_double(figures.open_files_max));
  text.one("process_threads", Gauge, "Threads that it has.", as_double(figures.threads));
}

}  // namespace partita::metrics
