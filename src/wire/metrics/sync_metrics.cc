#include "wire/metrics/sync_metrics.h"

namespace partita::metrics {
namespace {

using enum MetricKind;

template <typename ValueOf>
void write_by_sync(MetricText& text, const registry::SyncJobs::Reports& reports, ValueOf value_of) {
  for (const auto& [name, report] : reports) {
    text.value({{"sync", name}}, static_cast<double>(value_of(report)));
  }
}

}  // namespace

void write_syncs(MetricText& text, const registry::SyncJobs& syncs) {
  const auto reports = syncs.reports();
  text.begin("partita_sync_pending_events", Gauge, "Events that wait to be told.");
  write_by_sync(text, reports, [](const auto& each) { return each.state.pending_events; });
  text.begin("partita_sync_held_items", Gauge,
             "Items whose events wait because the target has refused one of them.");
  write_by_sync(text, reports, [](const auto& each) { return each.held_items; });
  text.begin("partita_sync_dead_letters", Gauge,
             "Events that were refused for too often, and wait for a person.");
  write_by_sync(text, reports, [](const auto& each) { return each.dead_items; });
  text.begin("partita_sync_target_failures", Gauge,
             "How often the target has failed one time after another; 0 if it is well.");
  write_by_sync(text, reports, [](const auto& each) { return each.state.failures; });
  text.begin("partita_sync_delivered_total", Counter, "Events that targets have taken.");
  write_by_sync(text, reports, [](const auto& each) { return each.state.delivered; });
  text.begin("partita_sync_lost_total", Counter,
             "Events that were given up because they had waited for too long.");
  write_by_sync(text, reports, [](const auto& each) { return each.state.lost; });
}

}  // namespace partita::metrics
