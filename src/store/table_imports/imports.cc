#include "store/table_imports/imports.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "engine/retry.h"

namespace partita::table_imports {
namespace {

using jobs::Turn;

// For what other servers have begun. A server that has its store alone is told of all there is.
constexpr std::chrono::seconds kLookForOthers{10};
constexpr std::chrono::hours kLookQuietly{24};
// How often it is looked for records that are too old, and how many go at a time.
constexpr std::chrono::hours kForgetRound{1};
constexpr std::size_t kForgottenAtOnce = 100;
// A job that waits is woken; this is for a wake that came too early.
constexpr std::chrono::seconds kWaitAtMost{1};

std::string job_of(const ImportRecord& record) {
  return fmt::format("import/{}/{}", record.table_name(), record.id);
}

std::string purpose_of(const ImportRecord& record) {
  return fmt::format("imports table {} from bucket {}", record.table_name(),
                     record.request.s3_bucket_source.s3_bucket);
}

AdmittedImport judge(ImportRecord record, std::string_view table) {
  if (record.table_name() != table) return {.admission = ImportAdmission::TokenIsTaken};
  return {.admission = ImportAdmission::Known, .record = std::move(record)};
}

}  // namespace

std::int64_t Imports::now() const {
  return std::chrono::floor<std::chrono::milliseconds>(catalog_.clock().wall_now())
      .time_since_epoch()
      .count();
}

Task<Status> Imports::add_jobs() {
  Status looked = co_await look_for_work();
  CO_TRY(looked);
  jobs_.add({.name = "imports",
             .purpose = "looks for imports that are to be made",
             .is_local = true,
             .work = [this] { return look_again(); }});
  jobs_.add({.name = "import-records",
             .purpose = "forgets imports that began more than 90 days ago",
             .is_timed = true,
             .work = [this] { return forget_old(); }});
  co_return Status{};
}

// Each server has logs of its own, so each forgets them itself.
Task<Result<Turn>> Imports::look_again() {
  const bool knows_date = catalog_.clock().trusted_now().has_value();
  if (knows_date) logs_.remove_begun_before(now() - kImportKnownMs);
  Status looked = co_await look_for_work();
  CO_TRY(looked);
  co_return Turn::idle(catalog_.is_shared() ? std::chrono::milliseconds(kLookForOthers)
                                            : kLookQuietly);
}

// Without buckets an import waits for a server that has some.
Task<Status> Imports::look_for_work() {
  if (!has_place()) co_return Status{};
  auto ids = co_await read_imports_under_way(engine_);
  CO_TRY(ids);
  for (const std::string& id : *ids) {
    auto record = co_await read_import(engine_, id);
    CO_TRY(record);
    if (*record && (*record)->state == ImportState::InProgress) add_maker(**record);
  }
  co_return Status{};
}

Task<Result<Turn>> Imports::forget_old() {
  if (!catalog_.clock().trusted_now()) co_return Turn::idle(kForgetRound);
  engine::Engine& engine = jobs_.engine_for("import-records", engine_);
  auto erased = co_await erase_old_imports(engine, now() - kImportKnownMs, kForgottenAtOnce);
  CO_TRY(erased);
  co_return *erased >= kForgottenAtOnce ? Turn::more(*erased) : Turn::idle(kForgetRound, *erased);
}

bool Imports::take_slot(const std::string& id) {
  const MutexLock lock(mutex_);
  if (at_work_.contains(id)) return true;
  if (at_work_.size() >= kImportsAtOnce) return false;
  at_work_.insert(id);
  return true;
}

void Imports::leave_slot(const std::string& id) {
  const MutexLock lock(mutex_);
  at_work_.erase(id);
}

void Imports::add_maker(const ImportRecord& record) {
  std::string name = job_of(record);
  std::shared_ptr<ImportMaker> maker;
  {
    const MutexLock lock(mutex_);
    if (makers_.contains(record.id)) return;
    const ImportTools tools{.engine = jobs_.engine_for(name, engine_),
                            .catalog = catalog_,
                            .clock = catalog_.clock(),
                            .place = options_.place,
                            .readers = options_.readers,
                            .logs = logs_};
    maker = std::make_shared<ImportMaker>(tools, record.id,
                                          [jobs = &jobs_, name] { jobs->wake(name); });
    makers_.emplace(record.id, maker);
  }
  jobs_.add({.name = std::move(name),
             .purpose = purpose_of(record),
             .work = [this, maker, id = record.id] { return work_on(id, *maker); }});
}

Task<Result<Turn>> Imports::work_on(std::string id, ImportMaker& maker) {
  if (!take_slot(id)) co_return Turn::idle(kWaitAtMost);
  auto step = co_await maker.step();
  if (!step.ok() || step->is_done) leave_slot(id);
  CO_TRY(step);
  Turn turn = step->is_waiting ? Turn::idle(kWaitAtMost, step->items) : Turn::more(step->items);
  if (step->is_done) {
    turn = Turn::over(step->items);
    turn.complaint = std::move(step->complaint);
    const MutexLock lock(mutex_);
    makers_.erase(id);
  }
  turn.progress = maker.progress();
  co_return turn;
}

Task<Result<std::optional<AdmittedImport>>> Imports::find_by_token(const std::string& token,
                                                                   std::string_view table) const {
  auto id = co_await read_token(engine_, token);
  CO_TRY(id);
  if (!*id || time_of_import(**id) < now() - kImportTokenMs)
    co_return std::optional<AdmittedImport>();
  auto record = co_await read_import(engine_, **id);
  CO_TRY(record);
  if (!*record) co_return std::optional<AdmittedImport>();
  co_return std::optional(judge(std::move(**record), table));
}

Task<Result<AdmittedImport>> Imports::create(ImportRecord wish) {
  auto under_way = co_await read_imports_under_way(engine_);
  CO_TRY(under_way);
  if (under_way->size() >= kImportsUnderWayMax)
    co_return AdmittedImport{.admission = ImportAdmission::TooMany};
  wish.id = import_id(times_.next(now()), static_cast<std::uint32_t>(random_.next()));
  wish.state = ImportState::InProgress;
  std::optional<std::string> used_for;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    used_for.reset();
    auto id = co_await read_token(transaction, wish.token());
    CO_TRY(id);
    if (*id && time_of_import(**id) >= wish.start() - kImportTokenMs) {
      used_for = std::move(**id);
      co_return Status{};
    }
    put_token(transaction, wish.token(), wish.id);
    put_import(transaction, wish);
    co_return Status{};
  };
  Status written = co_await engine::run(engine_, body);
  // Whether it was written is perhaps not known: who looks for work finds out.
  if (!written.ok()) jobs_.wake("imports");
  CO_TRY(written);
  if (!used_for) {
    add_maker(wish);
    co_return AdmittedImport{.admission = ImportAdmission::Begun, .record = std::move(wish)};
  }
  auto known = co_await read_import(engine_, *used_for);
  CO_TRY(known);
  if (!*known) co_return Error::corrupt("an import is gone that a token leads to");
  co_return judge(std::move(**known), wish.table_name());
}

}  // namespace partita::table_imports
