#include "store/table_exports/exports.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "store/history/pins.h"
#include "store/history/recovery.h"
#include "store/items/item_write.h"

namespace partita::table_exports {
namespace {

using catalog::Table;
using catalog::TablePointer;
using jobs::Turn;

// For what other servers have begun. A server that has its store alone is told of all there is.
constexpr std::chrono::seconds kLookAgain{10};
constexpr std::chrono::hours kQuiet{24};
// How often it is looked for records that are too old, and how many go at a time.
constexpr std::chrono::hours kForgetRound{1};
constexpr std::size_t kForgottenAtOnce = 100;
// How often a commit is made until the millisecond is over. On a clock that stands still it is not.
constexpr int kLinesMax = 200;
// A job that waits is woken; this is for a wake that came too early.
constexpr std::chrono::seconds kWaitAtMost{1};

std::string job_of(const ExportRecord& record) {
  return fmt::format("export/{}/{}", record.table, record.id);
}

std::string purpose_of(const ExportRecord& record) {
  return fmt::format("exports {} table {} to bucket {}",
                     record.is_incremental ? "the changes of" : "the items of", record.table,
                     record.bucket);
}

std::int64_t milliseconds_now(const Clock& clock) {
  return std::chrono::floor<std::chrono::milliseconds>(clock.wall_now()).time_since_epoch().count();
}

// Whether all changes since the first moment of the export are kept.
bool keeps_history_for(const Table& table, const ExportRecord& wish) {
  const auto& recovery = table.settings.recovery;
  return recovery && recovery->since && recovery->period == wish.period &&
         history::to_milliseconds(*recovery->since) <= wish.needed_from();
}

ExportAdmission judge(const TokenUse& use, ByteView fingerprint) {
  return use.fingerprint == fingerprint ? ExportAdmission::Known : ExportAdmission::TokenIsTaken;
}

}  // namespace

Task<Status> Exports::add_jobs() {
  Status looked = co_await look_for_work();
  CO_TRY(looked);
  jobs_.add({.name = "exports",
             .purpose = "looks for exports that are to be made",
             .is_local = true,
             .work = [this] { return look_again(); }});
  jobs_.add({.name = "export-records",
             .purpose = "forgets exports that began more than 90 days ago",
             .is_timed = true,
             .work = [this] { return forget_old(); }});
  co_return Status{};
}

Task<Result<Turn>> Exports::look_again() {
  Status looked = co_await look_for_work();
  CO_TRY(looked);
  co_return Turn::idle(tools_.catalog.is_shared() ? std::chrono::milliseconds(kLookAgain) : kQuiet);
}

Task<Status> Exports::look_for_work() {
  auto ids = co_await read_exports_under_way(tools_.engine);
  CO_TRY(ids);
  for (const std::string& id : *ids) {
    auto record = co_await read_export(tools_.engine, id);
    CO_TRY(record);
    if (*record && (*record)->state == ExportState::InProgress) add_maker(**record);
  }
  co_return Status{};
}

Task<Result<Turn>> Exports::forget_old() {
  if (!tools_.clock.trusted_now()) co_return Turn::idle(kForgetRound);
  engine::Engine& engine = jobs_.engine_for("export-records", tools_.engine);
  const std::int64_t now = milliseconds_now(tools_.clock);
  auto old = co_await read_old_exports(engine, now - kExportKnownMs, kForgottenAtOnce);
  CO_TRY(old);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    for (const std::string& id : *old) erase_export(transaction, id);
    return Task<Status>::ready({});
  };
  Status erased = co_await engine::run(engine, body);
  CO_TRY(erased);
  // What a crash has left of one that was over.
  for (const std::string& id : *old) {
    Status files = co_await erase_files(engine, id);
    CO_TRY(files);
  }
  auto tokens = co_await erase_old_tokens(engine, now - kTokenMs, kForgottenAtOnce);
  CO_TRY(tokens);
  const bool has_more = std::max(old->size(), *tokens) >= kForgottenAtOnce;
  co_return has_more ? Turn::more(old->size() + *tokens)
                     : Turn::idle(kForgetRound, old->size() + *tokens);
}

bool Exports::take_slot(const std::string& id) {
  const MutexLock lock(mutex_);
  if (at_work_.contains(id)) return true;
  if (at_work_.size() >= kExportsAtOnce) return false;
  at_work_.insert(id);
  return true;
}

void Exports::leave_slot(const std::string& id) {
  const MutexLock lock(mutex_);
  at_work_.erase(id);
}

void Exports::add_maker(const ExportRecord& record) {
  std::string name = job_of(record);
  std::shared_ptr<ExportMaker> maker;
  {
    const MutexLock lock(mutex_);
    if (makers_.contains(record.id)) return;
    ExportTools tools{.engine = jobs_.engine_for(name, tools_.engine),
                      .catalog = tools_.catalog,
                      .clock = tools_.clock,
                      .random = tools_.random,
                      .place = tools_.place,
                      .formats = tools_.formats,
                      .file_bytes = tools_.file_bytes};
    maker = std::make_shared<ExportMaker>(tools, record.id,
                                          [jobs = &jobs_, name] { jobs->wake(name); });
    makers_.emplace(record.id, maker);
  }
  jobs_.add({.name = std::move(name),
             .purpose = purpose_of(record),
             .work = [this, maker, id = record.id] { return work_on(id, *maker); }});
}

Task<Result<Turn>> Exports::work_on(std::string id, ExportMaker& maker) {
  if (!take_slot(id)) co_return Turn::idle(kWaitAtMost);
  auto step = co_await maker.step();
  if (!step.ok() || step->is_done) leave_slot(id);
  CO_TRY(step);
  Turn turn = Turn::more(step->items);
  if (step->is_waiting) turn = Turn::idle(kWaitAtMost, step->items);
  if (step->is_done) {
    turn = Turn::over(step->items);
    {
      const MutexLock lock(mutex_);
      makers_.erase(id);
    }
    // A table may wait for it with its end.
    jobs_.signal(options_.topic);
  }
  turn.progress = maker.progress();
  co_return turn;
}

Task<Result<std::optional<Admitted>>> Exports::find_by_token(std::string_view token,
                                                             ByteView fingerprint) const {
  auto use = co_await read_token(tools_.engine, token);
  CO_TRY(use);
  if (!*use || (*use)->began() < milliseconds_now(tools_.clock) - kTokenMs) {
    co_return std::optional<Admitted>();
  }
  Admitted admitted{.admission = judge(**use, fingerprint), .record = {}};
  auto record = co_await read_export(tools_.engine, (*use)->id);
  CO_TRY(record);
  if (!*record) co_return std::optional<Admitted>();
  admitted.record = std::move(**record);
  co_return std::optional<Admitted>(std::move(admitted));
}

// A commit that no write can be on both sides of. All that have a time up to the export's moment
// are on this side of it, so the export sees all of them, whenever it reads.
Task<Result<std::optional<TablePointer>>> Exports::draw_line(const Table& table,
                                                             const ExportRecord& wish) {
  auto drawn = co_await tools_.catalog.change(table.name, [&](const Table& stored) {
    const bool is_kept = stored.id == table.id && keeps_history_for(stored, wish);
    return is_kept ? Result<Table>(stored) : Error::not_found("the table is not what it was");
  });
  const bool is_gone = !drawn.ok() && drawn.error().kind() == ErrorKind::NotFound;
  if (is_gone) co_return std::optional<TablePointer>();
  CO_TRY(drawn);
  co_return std::optional<TablePointer>(std::move(*drawn));
}

// A transaction that reads the table's epoch is on one side of its deletion and of the end of its
// history: whoever ends them later sees the pin and waits.
Task<Status> Exports::admit(engine::Transaction& transaction, const Table& table,
                            const ExportRecord& record, const Bytes& fingerprint,
                            Admitted& admitted) {
  admitted = {.admission = ExportAdmission::Begun, .record = record};
  const Bytes key = catalog::epoch_key(table.id);
  auto epoch = co_await engine::read_one(transaction, key);
  CO_TRY(epoch);
  auto confirmed = items::confirm_table(tools_.catalog, table, *epoch);
  if (!confirmed.ok()) {
    co_return co_await items::follow_table(tools_.catalog, table, std::move(confirmed).error());
  }
  if ((*confirmed)->state == catalog::TableState::Deleting) {
    admitted.admission = ExportAdmission::TableIsGone;
    co_return Status{};
  }
  if (!keeps_history_for(**confirmed, record)) {
    admitted.admission = ExportAdmission::NotKept;
    co_return Status{};
  }
  if (!record.token.empty()) {
    auto use = co_await read_token(transaction, record.token);
    CO_TRY(use);
    if (*use && (*use)->began() >= record.start() - kTokenMs) {
      admitted.admission = judge(**use, fingerprint);
      admitted.record.id = (*use)->id;
      co_return Status{};
    }
    const TokenUse own{.id = record.id, .fingerprint = fingerprint};
    put_token(transaction, record.token, own);
  }
  put_export(transaction, record);
  const history::Pin pin{.table = record.table_id, .owner = record.id};
  history::set_pin(transaction, pin, record.needed_from());
  co_return Status{};
}

Task<Result<Admitted>> Exports::create(const TablePointer& table, ExportRecord wish,
                                       Bytes fingerprint) {
  auto under_way = co_await read_exports_under_way(tools_.engine);
  CO_TRY(under_way);
  if (under_way->size() >= kExportsUnderWayMax) co_return Admitted{ExportAdmission::TooMany, {}};
  wish.id = export_id(times_.next(milliseconds_now(tools_.clock)),
                      static_cast<std::uint32_t>(tools_.random.next()));
  wish.table = table->name;
  wish.table_id = table->id;
  wish.table_uuid = table->settings.table_uuid;
  wish.state = ExportState::InProgress;
  // Writes that were acknowledged in this millisecond have its end as their time, and so have those
  // that follow in it: the line is drawn behind that end.
  TablePointer newest = table;
  bool is_behind = false;
  for (int i = 0; i < kLinesMax && !is_behind; ++i) {
    is_behind = tools_.catalog.commit_times().now() >= wish.to;
    auto drawn = co_await draw_line(*table, wish);
    CO_TRY(drawn);
    if (!*drawn) co_return Admitted{ExportAdmission::NotKept, {}};
    newest = std::move(**drawn);
  }
  Admitted admitted;
  const auto body = [&](engine::Transaction& transaction) {
    return admit(transaction, *newest, wish, fingerprint, admitted);
  };
  Status written = co_await engine::run(tools_.engine, body);
  // Whether it was written is perhaps not known: who looks for work finds out.
  if (!written.ok()) jobs_.wake("exports");
  CO_TRY(written);
  if (admitted.admission == ExportAdmission::Begun) add_maker(admitted.record);
  if (admitted.admission != ExportAdmission::Known) co_return admitted;
  auto known = co_await read_export(tools_.engine, admitted.record.id);
  CO_TRY(known);
  if (!*known) co_return Error::corrupt("an export is gone that a token leads to");
  admitted.record = std::move(**known);
  co_return admitted;
}

}  // namespace partita::table_exports
