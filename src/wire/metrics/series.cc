#include "wire/metrics/series.h"

#include <utility>

namespace partita::metrics {
namespace {

using Seconds = std::chrono::duration<double>;

// A step ends a little early rather than a whole reading late.
constexpr std::chrono::milliseconds kEarly{100};

class Rates {
 public:
  explicit Rates(double seconds) : seconds_(seconds) {}

  template <typename Number>
  float of(Number before, Number after) const {
    return static_cast<float>((static_cast<double>(after) - static_cast<double>(before)) /
                              seconds_);
  }

 private:
  const double seconds_;
};

Series::Values values_between(const ServerReading& before, const ServerReading& after,
                              const Rates& rates) {
  Series::Values values{};
  const auto set = [&](SeriesName name, float value) {
    values[static_cast<std::size_t>(name)] = value;
  };
  const DurationCounts requests = after.requests.since(before.requests);
  const std::uint64_t count = requests.count();
  set(SeriesName::Requests, rates.of(std::uint64_t{0}, count));
  set(SeriesName::ClientErrors, rates.of(before.client_errors, after.client_errors));
  set(SeriesName::ServerErrors, rates.of(before.server_errors, after.server_errors));
  set(SeriesName::Throttled, rates.of(before.throttled, after.throttled));
  set(SeriesName::ReadUnits, rates.of(before.read_units, after.read_units));
  set(SeriesName::WriteUnits, rates.of(before.write_units, after.write_units));
  if (count > 0) {
    set(SeriesName::LatencyMean,
        static_cast<float>(requests.seconds() * 1e6 / static_cast<double>(count)));
  }
  set(SeriesName::LatencyP50, static_cast<float>(requests.quantile_microseconds(0.5)));
  set(SeriesName::LatencyP99, static_cast<float>(requests.quantile_microseconds(0.99)));
  set(SeriesName::BytesIn, rates.of(before.bytes_in, after.bytes_in));
  set(SeriesName::BytesOut, rates.of(before.bytes_out, after.bytes_out));
  set(SeriesName::Expired, rates.of(before.expired_items, after.expired_items));
  set(SeriesName::Cpu, rates.of(before.cpu_seconds, after.cpu_seconds));
  set(SeriesName::ResidentBytes, static_cast<float>(after.resident_bytes));
  set(SeriesName::Connections, static_cast<float>(after.connections));
  return values;
}

Series::Point point_between(const ServerReading& before, const ServerReading& after) {
  const Rates rates(Seconds(after.moment - before.moment).count());
  Series::Point point{
      .time = after.time, .values = values_between(before, after, rates), .tables = {}};
  for (const auto& [name, now] : after.tables) {
    const auto earlier = before.tables.find(name);
    const ServerReading::OfTable then =
        earlier == before.tables.end() ? ServerReading::OfTable{} : earlier->second;
    const Series::TableValues values = {rates.of(then.read_units, now.read_units),
                                        rates.of(then.write_units, now.write_units),
                                        rates.of(then.throttled, now.throttled)};
    if (values != Series::TableValues{}) point.tables.emplace(name, values);
  }
  return point;
}

}  // namespace

void Series::add(const ServerReading& reading) {
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    Ring& ring = rings_[i];
    if (ring.begun) {
      if (reading.moment - ring.begun->moment < kSteps[i].length - kEarly) continue;
      ring.points.push_back(point_between(*ring.begun, reading));
      if (ring.points.size() > kSteps[i].points_max) ring.points.pop_front();
    }
    ring.begun = reading;
  }
}

}  // namespace partita::metrics
