#include "store/jobs/paused_jobs.h"

#include <utility>

#include "engine/retry.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// key := 00 "job-paused/" name      value is empty

namespace partita::jobs {
namespace {

constexpr std::string_view kPaused = "job-paused/";

}  // namespace

Task<Result<JobNames>> load_paused(const engine::View& view) {
  JobNames names;
  const Bytes prefix = keys::metadata_key(kPaused);
  const auto all = keys::prefix_range(prefix);
  const auto visit = [&](ByteView key, ByteView) {
    names.emplace(key.substr(prefix.size()));
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = all.begin, .end = all.end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  co_return names;
}

Task<Status> store_paused(engine::Engine& engine, std::string_view name, bool is_paused) {
  const auto body = [&](engine::Transaction& transaction) {
    Bytes key = keys::metadata_key(std::string(kPaused).append(name));
    if (is_paused) {
      transaction.put(std::move(key), Bytes());
    } else {
      transaction.erase(std::move(key));
    }
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine, body);
}

}  // namespace partita::jobs
