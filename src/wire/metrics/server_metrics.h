#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/jobs/jobs.h"
#include "wire/metrics/metric_text.h"
#include "wire/metrics/shown_tables.h"
#include "wire/server/server_watch.h"

namespace partita::database {
class Database;
}  // namespace partita::database

// The metrics, each group with its names and help.
namespace partita::metrics {

void write_requests(MetricText& text, const server::RequestSums& sums,
                    const std::vector<std::string_view>& operations);
void write_server(MetricText& text, const server::ServerState& state);
void write_tables(MetricText& text, const std::vector<TableRow>& rows);
void write_jobs(MetricText& text, const jobs::Jobs& jobs);
void write_database(MetricText& text, database::Database& database);
void write_leases(MetricText& text, const jobs::Leases& leases);
void write_engine(MetricText& text, database::Database& database);
void write_process(MetricText& text);

// How an error that is counted is called: "ValidationException", or "HTTP 404" without one.
std::string error_label(std::uint16_t error);

}  // namespace partita::metrics
