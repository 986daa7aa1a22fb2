#include "modelled/archives/archives.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "modelled/archives/archive_keys.h"
#include "partita/base/big_endian.h"

namespace partita::archives {
namespace {

using engine::Visit;
using jobs::Turn;

// It is woken when rules change here; this is for what other servers declare.
constexpr std::chrono::seconds kLookAgain{60};
constexpr std::uint64_t kCountedMax = 100'000;

std::string job_of(ArchiveId id, const ArchiveLayout& layout) {
  return fmt::format("archive/{}/{}/{:016x}", layout.table_name, layout.entity,
                     static_cast<std::uint64_t>(id));
}

std::string purpose_of(const ArchiveLayout& layout) {
  return fmt::format("brings items of {} that have left table {} into files of bucket {}",
                     layout.entity, layout.table_name, layout.bucket);
}

}  // namespace

void Archives::add_jobs() {
  jobs_.add({.name = "archives",
             .purpose = "looks which archives there are",
             .is_local = true,
             .topic = options_.topic,
             .is_timed = true,
             .work = [this] { return look_for_work(); }});
}

bool Archives::is_declared(ArchiveId id) const {
  return std::ranges::any_of(options_.declared(),
                             [&](const auto& plan) { return plan->id() == id; });
}

// From then on no item has to bring the layout with it.
Task<Status> Archives::store_declared() const {
  for (const auto& plan : options_.declared()) {
    if (plan->is_stored()) continue;
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      transaction.put(layout_key(plan->id()), encode(plan->layout()));
      return Task<Status>::ready({});
    };
    Status stored = co_await engine::run(tools_.engine, body);
    CO_TRY(stored);
    plan->mark_stored();
  }
  co_return Status{};
}

Task<Result<std::vector<ArchiveId>>> Archives::read_ids() const {
  auto range = archives_range();
  std::vector<ArchiveId> ids;
  while (true) {
    std::optional<ArchiveId> found;
    const engine::Range rows{.begin = range.begin, .end = range.end, .rows_hint = 1};
    const auto visit = [&](ByteView key, ByteView) {
      found = archive_in(key);
      return Visit::Stop;
    };
    Status read = co_await tools_.engine.scan(rows, visit);
    CO_TRY(read);
    if (!found) co_return ids;
    ids.push_back(*found);
    // Its first row is the layout: behind all of its rows is the next archive.
    Bytes prefix = layout_key(*found);
    prefix.pop_back();
    range.begin = keys::prefix_end(std::move(prefix));
  }
}

Task<Result<Turn>> Archives::look_for_work() {
  Status stored = co_await store_declared();
  CO_TRY(stored);
  auto ids = co_await read_ids();
  CO_TRY(ids);
  for (const ArchiveId id : *ids) {
    auto layout = co_await engine::read_one(tools_.engine, layout_key(id));
    CO_TRY(layout);
    if (!*layout) co_return Error::corrupt("it is not stored what an archive is");
    auto decoded = decode_layout(**layout);
    CO_TRY(decoded);
    add_maker(id, *decoded);
  }
  co_return Turn::idle(kLookAgain);
}

void Archives::add_maker(ArchiveId id, const ArchiveLayout& layout) {
  std::string name = job_of(id, layout);
  std::shared_ptr<ArchiveMaker> maker;
  {
    const MutexLock lock(mutex_);
    if (makers_.contains(id)) return;
    ArchiveTools tools{.engine = jobs_.engine_for(name, tools_.engine),
                       .clock = tools_.clock,
                       .place = tools_.place,
                       .formats = tools_.formats,
                       .limits = tools_.limits};
    maker = std::make_shared<ArchiveMaker>(tools, id, [jobs = &jobs_, name] { jobs->wake(name); });
    makers_.emplace(id, maker);
  }
  jobs_.add({.name = std::move(name),
             .purpose = purpose_of(layout),
             .is_timed = true,
             .work = [this, maker, id] { return work_on(id, *maker); }});
}

// What is no longer declared has a job until nothing of it waits.
Task<Result<Turn>> Archives::work_on(ArchiveId id, ArchiveMaker& maker) {
  auto turn = co_await maker.step();
  CO_TRY(turn);
  if (maker.is_idle() && !is_declared(id)) {
    const MutexLock lock(mutex_);
    makers_.erase(id);
    co_return Turn::over(turn->items);
  }
  co_return turn;
}

Task<Result<std::vector<ArchiveFile>>> Archives::files(ArchiveId archive) const {
  const auto range = files_range(archive);
  std::vector<ArchiveFile> files;
  Status decoded;
  const auto visit = [&](ByteView, ByteView value) {
    auto file = decode_archive_file(value);
    if (!file.ok()) {
      decoded = std::move(file).error();
      return Visit::Stop;
    }
    files.push_back(std::move(*file));
    return Visit::Continue;
  };
  const engine::Range rows{.begin = range.begin, .end = range.end};
  Status read = co_await tools_.engine.scan(rows, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return files;
}

Task<Status> Archives::count(ArchiveReport& report) const {
  const auto range = waiting_range(report.id);
  Status decoded;
  const auto visit = [&](ByteView, ByteView value) {
    const auto item = decode_waiting_item(value);
    if (!item.ok()) {
      decoded = item.error();
      return Visit::Stop;
    }
    report.waits_more = report.waiting == kCountedMax;
    if (report.waits_more) return Visit::Stop;
    ++report.waiting;
    report.oldest = std::min(report.oldest.value_or(item->time), item->time);
    return Visit::Continue;
  };
  const engine::Range rows{.begin = range.begin, .end = range.end};
  Status read = co_await tools_.engine.scan(rows, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  auto filed = co_await files(report.id);
  CO_TRY(filed);
  report.files = filed->size();
  for (const ArchiveFile& file : *filed) {
    report.items += file.items;
    report.bytes += file.bytes;
  }
  co_return Status{};
}

Task<Result<std::vector<ArchiveReport>>> Archives::list() const {
  auto ids = co_await read_ids();
  CO_TRY(ids);
  std::vector<ArchiveReport> reports;
  for (const ArchiveId id : *ids) {
    auto layout = co_await engine::read_one(tools_.engine, layout_key(id));
    CO_TRY(layout);
    if (!*layout) co_return Error::corrupt("it is not stored what an archive is");
    auto decoded = decode_layout(**layout);
    CO_TRY(decoded);
    ArchiveReport report{
        .id = id, .layout = std::move(*decoded), .is_declared = is_declared(id), .oldest = {}};
    Status counted = co_await count(report);
    CO_TRY(counted);
    if (report.is_declared || report.waiting + report.files > 0) {
      reports.push_back(std::move(report));
    }
  }
  co_return reports;
}

Task<Status> Archives::flush(ArchiveId archive) {
  auto layout = co_await engine::read_one(tools_.engine, layout_key(archive));
  CO_TRY(layout);
  if (!*layout) co_return Error::not_found("there is no such archive");
  auto decoded = decode_layout(**layout);
  CO_TRY(decoded);
  const auto now = std::chrono::floor<std::chrono::milliseconds>(tools_.clock.wall_now());
  Bytes value;
  append_integer(value, static_cast<std::uint64_t>(now.time_since_epoch().count()));
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    transaction.put(flush_key(archive), value);
    return Task<Status>::ready({});
  };
  Status stored = co_await engine::run(tools_.engine, body);
  CO_TRY(stored);
  jobs_.wake(job_of(archive, *decoded));
  co_return Status{};
}

}  // namespace partita::archives
