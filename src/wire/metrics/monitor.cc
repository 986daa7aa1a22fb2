#include "wire/metrics/monitor.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <utility>

#include "database/database.h"
#include "engine/figures.h"
#include "language/value/json_text.h"
#include "partita/api/exception.h"
#include "store/keys/key_space.h"
#include "store/keys/search_space.h"
#include "store/keys/sync_space.h"
#include "wire/metrics/process_figures.h"
#include "wire/metrics/server_metrics.h"
#include "wire/metrics/sync_metrics.h"

namespace partita::metrics {
namespace {

using namespace std::chrono_literals;

constexpr auto kReadEvery = 1s;
// To measure the store is to read a little of its files.
constexpr auto kMeasureEvery = 60s;

// What a store is made of, for people.
struct Part {
  std::string_view name;
  std::vector<keys::Space> spaces;
};

std::vector<Part> parts_of_store() {
  using keys::Space;
  return {{"tables", {Space::Items}},
          {"streams", {Space::StreamLog}},
          {"history", {Space::History}},
          {"models", {Space::UniqueValues, Space::Rollups, keys::kSearchSpace, keys::kSyncSpace}},
          {"queues", {Space::RequestTokens, Space::TtlQueue}}};
}

bool is_server_error(std::uint16_t error) {
  if (error >= server::RequestCounts::kFirstStatus) return error >= 500;
  const auto exception = static_cast<api::Exception>(error - 1);
  return exception == api::Exception::InternalServerError ||
         exception == api::Exception::ServiceUnavailable;
}

void add_requests(ServerReading& reading, const server::RequestSums& sums) {
  reading.requests = sums.all_durations();
  reading.bytes_in = sums.bytes_in;
  reading.bytes_out = sums.bytes_out;
  for (const auto& [place, count] : sums.errors) {
    (is_server_error(place.second) ? reading.server_errors : reading.client_errors) += count;
  }
}

void add_table(ServerReading& reading, const TableRow& row) {
  const auto throttled = static_cast<double>(row.used.throttled_reads + row.used.throttled_writes);
  reading.read_units += row.used.read_units;
  reading.write_units += row.used.write_units;
  reading.throttled += throttled;
  reading.expired_items += row.used.expired_items;
  auto& of_table = reading.tables[row.table];
  of_table.read_units += row.used.read_units;
  of_table.write_units += row.used.write_units;
  of_table.throttled += throttled;
}

void write_numbers(JsonText& json, const std::vector<float>& numbers) {
  json.open_array();
  for (const float number : numbers) json.raw(fmt::format("{:.6g}", number));
  json.close_array();
}

std::int64_t milliseconds_of(WallTime time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

// The values of one name at all points.
std::vector<float> of_server(const std::deque<Series::Point>& points, std::size_t name) {
  std::vector<float> numbers;
  for (const auto& point : points) numbers.push_back(point.values[name]);
  return numbers;
}

std::vector<float> of_table(const std::deque<Series::Point>& points, const std::string& table,
                            std::size_t name) {
  std::vector<float> numbers;
  for (const auto& point : points) {
    const auto found = point.tables.find(table);
    numbers.push_back(found == point.tables.end() ? 0 : found->second[name]);
  }
  return numbers;
}

// What each table was used for in one step.
void write_tables(JsonText& json, const Series::Point& point) {
  json.object("tables");
  for (const auto& [table, values] : point.tables) {
    json.object(table);
    for (std::size_t i = 0; i < kTableSeriesNames.size(); ++i) {
      json.name(kTableSeriesNames[i]);
      json.raw(fmt::format("{:.6g}", values[i]));
    }
    json.close_object();
  }
  json.close_object();
}

}  // namespace

Monitor::Monitor(database::Database& database, std::vector<std::string_view> operations,
                 const Clock& clock)
    : database_(database), operations_(std::move(operations)), clock_(clock) {}

void Monitor::begin(const server::ServerWatch& server) {
  {
    const MutexLock lock(mutex_);
    server_ = &server;
  }
  const auto look = [this] {
    measure_parts();
    read_now();
  };
  // Once before the first request, so that no metric and no step comes late.
  look();
  reader_.emplace(kReadEvery, look);
}

void Monitor::end() {
  reader_.reset();
  const MutexLock lock(mutex_);
  server_ = nullptr;
}

void Monitor::read_now() {
  const MutexLock lock(mutex_);
  series_.add(take_reading());
}

ServerReading Monitor::take_reading() {
  ServerReading reading{.time = clock_.wall_now(), .moment = clock_.monotonic_now()};
  if (server_ != nullptr) {
    add_requests(reading, server_->requests());
    reading.connections = static_cast<double>(server_->state().connections);
  }
  for (const TableRow& row : tables_.rows(database_.context().catalog)) add_table(reading, row);
  const ProcessFigures process = process_figures();
  reading.cpu_seconds = process.cpu_seconds;
  reading.resident_bytes = static_cast<double>(process.resident_bytes);
  return reading;
}

// Not under the lock while the store is asked: it may wait for the disk.
void Monitor::measure_parts() {
  const engine::Figures* const figures = database_.abilities().figures;
  const MonotonicTime now = clock_.monotonic_now();
  {
    const MutexLock lock(mutex_);
    if (figures == nullptr || (measured_at_ && now - *measured_at_ < kMeasureEvery)) return;
    measured_at_ = now;
  }
  std::map<std::string_view, std::uint64_t> measured;
  for (const auto& part : parts_of_store()) {
    for (const auto space : part.spaces) {
      const auto range = keys::space_range(space);
      const auto bytes = figures->stored_bytes(range.begin, range.end);
      if (bytes) measured[part.name] += *bytes;
    }
  }
  const MutexLock lock(mutex_);
  part_bytes_ = std::move(measured);
}

std::string Monitor::text() {
  MetricText text;
  write_database(text, database_);
  {
    const MutexLock lock(mutex_);
    if (server_ != nullptr) {
      write_requests(text, server_->requests(), operations_);
      write_server(text, server_->state());
    }
    write_tables(text, tables_.rows(database_.context().catalog));
    text.begin("partita_stored_bytes", MetricKind::Gauge,
               "About how many bytes the parts of the store take on the disk, measured once a "
               "minute.");
    for (const auto& [part, bytes] : part_bytes_) {
      text.value({{"part", part}}, static_cast<double>(bytes));
    }
  }
  write_jobs(text, database_.jobs());
  write_leases(text, database_.leases());
  write_syncs(text, database_.syncs());
  write_engine(text, database_);
  write_process(text);
  return std::move(text).take();
}

std::string Monitor::series_document(const SeriesQuery& query) {
  const MutexLock lock(mutex_);
  const auto& points = series_.points(query.resolution);
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("step_seconds", Series::kSteps[query.resolution].length.count());
  json.array("times_ms");
  for (const auto& point : points) json.raw(fmt::format("{}", milliseconds_of(point.time)));
  json.close_array();
  json.object("series");
  if (query.table.empty()) {
    for (std::size_t i = 0; i < kSeriesNames.size(); ++i) {
      json.name(kSeriesNames[i]);
      write_numbers(json, of_server(points, i));
    }
  } else {
    for (std::size_t i = 0; i < kTableSeriesNames.size(); ++i) {
      json.name(kTableSeriesNames[i]);
      write_numbers(json, of_table(points, query.table, i));
    }
  }
  json.close_object();
  if (query.table.empty() && !points.empty()) write_tables(json, points.back());
  json.close_object();
  return std::move(json).take();
}

Result<std::size_t> resolution_of(std::string_view step_seconds) {
  for (std::size_t i = 0; i < Series::kSteps.size(); ++i) {
    if (fmt::format("{}", Series::kSteps[i].length.count()) == step_seconds) return i;
  }
  return Error::invalid_argument("`step` is 1, 10 or 60: how many seconds a point stands for");
}

}  // namespace partita::metrics
