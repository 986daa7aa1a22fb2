#pragma once

#include "modelled/registry/sync_jobs.h"
#include "wire/metrics/metric_text.h"

namespace partita::metrics {

// How far the syncs are that this server delivers.
void write_syncs(MetricText& text, const registry::SyncJobs& syncs);

}  // namespace partita::metrics
