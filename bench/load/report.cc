#include "report.h"

#include <fmt/format.h>

namespace partita::load {
namespace {

double microseconds(std::chrono::nanoseconds duration) {
  return std::chrono::duration<double, std::micro>(duration).count();
}

// The figures that follow from what was counted.
struct Figures {
  explicit Figures(const Options& options, const Report& report) {
    const Tally& tally = report.tally;
    const double seconds = tally.elapsed.count();
    const auto operations = static_cast<double>(tally.operations);
    operations_per_second = operations / seconds;
    items_per_second = static_cast<double>(tally.items) / seconds;
    answer_bytes = static_cast<double>(tally.answer_bytes) / operations;
    server_cpu_us = report.server.cpu.count() * 1e6 / operations;
    client_cpu_share = report.client_cpu.count() / seconds / options.threads;
  }

  double operations_per_second;
  double items_per_second;
  double answer_bytes;
  double server_cpu_us;     // An operation.
  double client_cpu_share;  // 1: the generator was the limit.
};

}  // namespace

std::string to_json(const Options& options, const Report& report) {
  const Figures figures(options, report);
  const Tally& tally = report.tally;
  std::string line = fmt::format(
      R"({{"workload":"{}","connections":{},"threads":{},"seconds":{:.3f},"operations":{},)"
      R"("operations_per_second":{:.1f},"items_per_second":{:.1f},)",
      options.workload, options.connections, options.threads, tally.elapsed.count(),
      tally.operations, figures.operations_per_second, figures.items_per_second);
  line += fmt::format(
      R"("p50_us":{:.1f},"p99_us":{:.1f},"p999_us":{:.1f},"max_us":{:.1f},"answer_bytes":{:.1f},)",
      microseconds(tally.latency.quantile(0.5)), microseconds(tally.latency.quantile(0.99)),
      microseconds(tally.latency.quantile(0.999)), microseconds(tally.latency.longest()),
      figures.answer_bytes);
  line += fmt::format(
      R"("client_cpu_share":{:.3f},"server_cpu_us_per_operation":{:.2f},"server_rss_bytes":{},)"
      R"("checked_whole":{},"read_back":{}}})",
      figures.client_cpu_share, figures.server_cpu_us, report.server.resident_bytes,
      tally.checked_whole, report.read_back);
  return line;
}

std::string to_text(const Options& options, const Report& report) {
  const Figures figures(options, report);
  const Tally& tally = report.tally;
  std::string line = fmt::format(
      "{}, {} connections: {:.0f} operations/s, {:.0f} items/s, p50 {:.0f} us, p99 {:.0f} us, "
      "client {:.0f} % busy",
      options.workload, options.connections, figures.operations_per_second,
      figures.items_per_second, microseconds(tally.latency.quantile(0.5)),
      microseconds(tally.latency.quantile(0.99)), 100 * figures.client_cpu_share);
  if (!options.processes.empty()) {
    line += fmt::format(", server {:.1f} us/operation, {} MB", figures.server_cpu_us,
                        report.server.resident_bytes >> 20);
  }
  return line + fmt::format(" ({} answers right, {} of them checked whole, {} writes read back)",
                            tally.operations, tally.checked_whole, report.read_back);
}

}  // namespace partita::load
