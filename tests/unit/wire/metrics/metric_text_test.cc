#include "wire/metrics/metric_text.h"

#include <gtest/gtest.h>

namespace partita::metrics {
namespace {

TEST(MetricText, HasHelpAndTypeBeforeItsValues) {
  MetricText text;
  text.begin("partita_items", MetricKind::Gauge, "Items.");
  text.value({{"table", "Music"}, {"index", ""}}, 12);
  text.value({{"table", "Music"}, {"index", "byLabel"}}, 0.5);
  EXPECT_EQ(std::move(text).take(),
            "# HELP partita_items Items.\n"
            "# TYPE partita_items gauge\n"
            "partita_items{table=\"Music\"} 12\n"
            "partita_items{table=\"Music\",index=\"byLabel\"} 0.5\n");
}

TEST(MetricText, EscapesWhatWouldEndALabel) {
  MetricText text;
  text.value({{"job", "a\"b\\c\nd"}}, 1);
  EXPECT_EQ(std::move(text).take(), "{job=\"a\\\"b\\\\c\\nd\"} 1\n");
}

TEST(MetricText, EachBucketOfAHistogramHoldsThoseBelowIt) {
  DurationCounts counts;
  counts.buckets[0] = 2;
  counts.buckets[1] = 3;
  counts.buckets.back() = 1;
  counts.nanoseconds = 1'500'000'000;
  MetricText text;
  text.begin("t", MetricKind::Histogram, "T.");
  text.durations({{"operation", "GetItem"}}, counts);
  const std::string made = std::move(text).take();
  EXPECT_NE(made.find("t_bucket{operation=\"GetItem\",le=\"1e-05\"} 2\n"), std::string::npos)
      << made;
  EXPECT_NE(made.find("le=\"2.5e-05\"} 5\n"), std::string::npos) << made;
  EXPECT_NE(made.find("le=\"10\"} 5\n"), std::string::npos) << made;
  EXPECT_NE(made.find("le=\"+Inf\"} 6\n"), std::string::npos) << made;
  EXPECT_NE(made.find("t_sum{operation=\"GetItem\"} 1.5\n"), std::string::npos) << made;
  EXPECT_NE(made.find("t_count{operation=\"GetItem\"} 6\n"), std::string::npos) << made;
}

}  // namespace
}  // namespace partita::metrics
