#include "model/lint/measured_load.h"

#include <algorithm>
#include <numeric>

namespace partita::lint {
namespace {

constexpr double kTarget = 0.7;  // Of the capacity: what models ask for if they say nothing.
constexpr std::size_t kMinutesBeforeLess = 15;

double average(const std::vector<double>& numbers) {
  if (numbers.empty()) return 0;
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

double request_usd(const std::vector<double>& units_a_second, double usd_a_million) {
  constexpr double kSecondsPerMonth = kDaysPerMonth * 24 * 3600;
  return average(units_a_second) * kSecondsPerMonth * usd_a_million / 1e6;
}

double capacity_usd(const std::vector<double>& units_a_second, double unit_hour_usd) {
  std::vector<double> capacity;
  for (std::size_t minute = 0; minute < units_a_second.size(); ++minute) {
    const auto end = units_a_second.begin() + static_cast<std::ptrdiff_t>(minute) + 1;
    const auto before = std::min(minute, kMinutesBeforeLess);
    const double busiest = *std::max_element(end - 1 - static_cast<std::ptrdiff_t>(before), end);
    capacity.push_back(std::max(1.0, busiest / kTarget));
  }
  return average(capacity) * kHoursPerMonth * unit_hour_usd;
}

}  // namespace

MonthlyCost monthly_cost(const MeasuredLoad& load, const Prices& prices) {
  return {.on_demand = request_usd(load.reads, prices.read_request_million) +
                       request_usd(load.writes, prices.write_request_million),
          .provisioned = capacity_usd(load.reads, prices.read_unit_hour) +
                         capacity_usd(load.writes, prices.write_unit_hour)};
}

}  // namespace partita::lint
