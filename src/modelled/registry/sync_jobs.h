#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "modelled/syncs/courier.h"
#include "modelled/syncs/deliverer.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"

namespace partita::registry {

// What the jobs of syncs work with. All of it outlives them.
struct SyncJobTools {
  engine::Engine& engine;
  const catalog::Catalog& catalog;
  const Clock& clock;
  Random& random;
  syncs::Courier* courier = nullptr;  // Null: events only wait.
  syncs::Pauses pauses = {};
};

// A sync that some table has.
struct LiveSync {
  catalog::TablePointer table;
  const syncs::SyncPlan* plan = nullptr;  // Lives as long as the table is held.
};
// All of them, by the names of their tables.
std::vector<LiveSync> live_syncs(const catalog::Catalog& catalog);

// Delivers what syncs have to tell: a job for each of them, sync/MODEL/NAME, in a lane of its own,
// and one, `syncs`, that looks which there are to be.
// THREADS: safe for concurrent calls.
class SyncJobs {
 public:
  // REQUIRES: the jobs outlive this and have stopped before it ends.
  SyncJobs(SyncJobTools tools, jobs::Jobs& jobs) : tools_(tools), jobs_(jobs) {}
  SyncJobs(const SyncJobs&) = delete;
  SyncJobs& operator=(const SyncJobs&) = delete;

  void add_job();
  // A person has changed something: it is looked at now.
  void wake(const syncs::SyncPlan& plan);

  // How far the syncs are that this server delivers, by their names.
  using Reports = std::vector<std::pair<std::string, syncs::Deliverer::Report>>;
  Reports reports() const;

 private:
  using Place = std::pair<keys::TableId, syncs::SyncId>;

  Task<Result<jobs::Turn>> look_for_work();
  Task<Result<jobs::Turn>> work(std::string table, Place place, std::string name);
  std::shared_ptr<syncs::Deliverer> deliverer_of(const Place& place, const std::string& name);
  void forget(const Place& place, const std::string& name);

  const SyncJobTools tools_;
  jobs::Jobs& jobs_;
  mutable Mutex mutex_;
  std::map<Place, std::shared_ptr<syncs::Deliverer>> deliverers_ PARTITA_GUARDED_BY(mutex_);
  std::map<std::string, syncs::Deliverer::Report> reports_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::registry
