#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "partita/base/duration_histogram.h"

namespace partita::metrics {

enum class MetricKind : std::uint8_t { Counter, Gauge, Histogram };

// Writes metrics as Prometheus reads them: https://prometheus.io/docs/instrumenting/
// exposition_formats. THREADS: one thread at a time.
class MetricText {
 public:
  using Label = std::pair<std::string_view, std::string_view>;
  // Those without a value are left out, which means the same.
  using Labels = std::initializer_list<Label>;

  static constexpr std::string_view kContentType = "text/plain; version=0.0.4; charset=utf-8";

  // Begins a metric: what follows are its values.
  void begin(std::string_view name, MetricKind kind, std::string_view help);
  void value(Labels labels, double number);
  void value(double number) { value({}, number); }
  // REQUIRES: a histogram was begun.
  void durations(Labels labels, const DurationCounts& counts);
  // A metric with one value.
  void one(std::string_view name, MetricKind kind, std::string_view help, double number) {
    begin(name, kind, help);
    value(number);
  }

  std::string take() && { return std::move(text_); }

 private:
  void line(std::string_view suffix, Labels labels, const Label& last, double number);

  std::string text_;
  std::string name_;
};

}  // namespace partita::metrics
