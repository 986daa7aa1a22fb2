#include "wire/metrics/metric_text.h"

#include <fmt/format.h>

#include <iterator>

namespace partita::metrics {
namespace {

constexpr MetricText::Label kNoLabel{"", ""};

std::string_view name_of(MetricKind kind) {
  switch (kind) {
    case MetricKind::Counter:
      return "counter";
    case MetricKind::Gauge:
      return "gauge";
    case MetricKind::Histogram:
      return "histogram";
  }
  return "untyped";
}

void append_label(std::string& text, const MetricText::Label& label, bool& is_first) {
  const auto& [name, value] = label;
  if (value.empty()) return;
  text += is_first ? '{' : ',';
  is_first = false;
  text.append(name).append("=\"");
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
  text += '"';
}

}  // namespace

void MetricText::begin(std::string_view name, MetricKind kind, std::string_view help) {
  name_ = name;
  fmt::format_to(std::back_inserter(text_), "# HELP {} {}\n# TYPE {} {}\n", name, help, name,
                 name_of(kind));
}

void MetricText::value(Labels labels, double number) { line("", labels, kNoLabel, number); }

// Each bucket counts all that are shorter, too.
void MetricText::durations(Labels labels, const DurationCounts& counts) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < DurationCounts::kBoundsMicroseconds.size(); ++i) {
    sum += counts.buckets[i];
    const auto bound =
        fmt::format("{}", static_cast<double>(DurationCounts::kBoundsMicroseconds[i]) / 1e6);
    line("_bucket", labels, {"le", bound}, static_cast<double>(sum));
  }
  const auto all = static_cast<double>(sum + counts.buckets.back());
  line("_bucket", labels, {"le", "+Inf"}, all);
  line("_sum", labels, kNoLabel, counts.seconds());
  line("_count", labels, kNoLabel, all);
}

void MetricText::line(std::string_view suffix, Labels labels, const Label& last, double number) {
  text_.append(name_).append(suffix);
  bool is_first = true;
  for (const Label& label : labels) append_label(text_, label, is_first);
  append_label(text_, last, is_first);
  if (!is_first) text_ += '}';
  fmt::format_to(std::back_inserter(text_), " {}\n", number);
}

}  // namespace partita::metrics
