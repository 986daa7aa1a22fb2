#include "wire/metrics/series.h"

#include <gtest/gtest.h>

namespace partita::metrics {
namespace {

using namespace std::chrono_literals;

float value_of(const Series::Point& point, SeriesName name) {
  return point.values[static_cast<std::size_t>(name)];
}

// A server whose every second is like the others.
class SteadyServer {
 public:
  // Lets so many seconds pass.
  void run(Series& series, int seconds) {
    for (int i = 0; i < seconds; ++i) {
      series.add(reading_);
      reading_.moment += 1s;
      reading_.time += 1s;
      for (int request = 0; request < 4; ++request) requests_.add(200us);
      reading_.requests = requests_.counts();
      reading_.client_errors += 1;
      reading_.read_units += 2.5;
      reading_.cpu_seconds += 0.25;
      reading_.tables["Music"].read_units += 2.5;
      reading_.tables["Quiet"];
    }
  }

 private:
  DurationHistogram requests_;
  ServerReading reading_{.time = WallTime(1000s), .moment = MonotonicTime(50s), .connections = 3};
};

TEST(Series, ArePerSecondInEveryResolution) {
  Series series;
  SteadyServer().run(series, 121);
  ASSERT_EQ(series.points(0).size(), 120U);
  ASSERT_EQ(series.points(1).size(), 12U);
  ASSERT_EQ(series.points(2).size(), 2U);
  for (std::size_t i = 0; i < Series::kSteps.size(); ++i) {
    const auto& point = series.points(i).back();
    EXPECT_FLOAT_EQ(value_of(point, SeriesName::Requests), 4);
    EXPECT_FLOAT_EQ(value_of(point, SeriesName::ClientErrors), 1);
    EXPECT_FLOAT_EQ(value_of(point, SeriesName::ReadUnits), 2.5);
    EXPECT_FLOAT_EQ(value_of(point, SeriesName::Cpu), 0.25);
    EXPECT_FLOAT_EQ(value_of(point, SeriesName::LatencyMean), 200);
    EXPECT_FLOAT_EQ(value_of(point, SeriesName::Connections), 3);
    EXPECT_EQ(point.time, WallTime(1120s)) << "the end of its step";
  }
}

TEST(Series, ATableThatWasNotUsedTakesNoPlace) {
  Series series;
  SteadyServer().run(series, 3);
  const auto& tables = series.points(0).back().tables;
  EXPECT_EQ(tables.count("Quiet"), 0U);
  ASSERT_EQ(tables.count("Music"), 1U);
  EXPECT_FLOAT_EQ(tables.at("Music")[static_cast<std::size_t>(TableSeriesName::ReadUnits)], 2.5);
}

TEST(Series, HoldNoMoreThanTheirDay) {
  Series series;
  SteadyServer().run(series, 26 * 60 * 60);
  for (std::size_t i = 0; i < Series::kSteps.size(); ++i) {
    EXPECT_EQ(series.points(i).size(), Series::kSteps[i].points_max);
  }
}

// The thread that reads may have had to wait: what it then finds is spread over the time it took.
TEST(Series, ALateReadingIsNotTakenForMoreLoad) {
  Series series;
  ServerReading reading{.time = WallTime(0s), .moment = MonotonicTime(0s)};
  series.add(reading);
  reading.moment += 5s;
  reading.time += 5s;
  reading.write_units = 50;
  series.add(reading);
  ASSERT_EQ(series.points(0).size(), 1U);
  EXPECT_FLOAT_EQ(value_of(series.points(0).back(), SeriesName::WriteUnits), 10);
}

}  // namespace
}  // namespace partita::metrics
